// What the chapters of race_cases.cc share: a case with the verdict that is right, and two threads that run
// it.
#pragma once

#include <unistd.h>
#include <functional>
#include <span>
#include <thread>

namespace race_cases {

enum class Right { kClean, kRacy };

// Constants, so that no execution spends its steps on the table.
struct Case {
  const char* name;
  Right verdict;
  void (*run)();
  const char* thread_sanitizer_differs = "";  // why it says otherwise, or cannot tell
};

using Cases = std::span<const Case>;

// Reads of it are made by the compiler, whatever becomes of the value.
inline int data = 0;
inline int other = 0;
inline volatile int seen = 0;

// The value is read, and goes nowhere where another thread could see it.
inline void look_at(int value) {
  asm volatile("" : : "r"(value));
}

// Under ThreadSanitizer, where chance decides, the thread that is to come first is far ahead of the other.
enum class Ahead { kNobody, kFirst, kSecond };
inline Ahead ahead = Ahead::kNobody;

inline void stay_behind() {
  if (ahead != Ahead::kNobody) usleep(20'000);
}

inline void together(const std::function<void()>& one, const std::function<void()>& two) {
  const bool swapped = ahead == Ahead::kSecond;
  std::thread first(swapped ? two : one);
  stay_behind();
  std::thread second(swapped ? one : two);
  first.join();
  second.join();
}

}  // namespace race_cases
