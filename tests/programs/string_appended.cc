// Two threads append to a std::string without a lock. The code of append() is inside libstdc++.so, which no compiler
// instruments: only its calls of memcpy are seen.
#include <cassert>
#include <string>
#include <thread>

std::string diary;

int main() {
  diary.reserve(64);
  std::thread other([] { diary.append("monday, "); });
  diary.append("tuesday, ");
  other.join();
  assert(diary == "monday, tuesday, " || diary == "tuesday, monday, ");
}
