// Merge sort that sorts one half in a thread of its own as long as there is a thread available.
// Bug: looking whether there is one and taking it are two calls, and each object takes its own lock, although
// the number of available threads belongs to all.
// Fails when several sorters see the last available thread: the number becomes negative.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

constexpr int kSize = 8;

std::array<int, kSize> numbers{5, 2, 8, 1, 7, 3, 6, 4};

class Sorter {
 public:
  Sorter(int begin, int end) : begin_(begin), end_(end) {}

  void sort() {
    if (end_ - begin_ < 2) return;
    const int middle = (begin_ + end_) / 2;
    Sorter left(begin_, middle), right(middle, end_);
    if (has_taken_thread()) {
      std::thread thread([&left] { left.sort(); });
      right.sort();
      thread.join();
      give_thread_back();
    } else {
      left.sort();
      right.sort();
    }
    merge(middle);
  }

 private:
  bool has_taken_thread() {
    std::unique_lock lock(mutex_of_all_, std::defer_lock);
    if (kFixed) lock.lock();
    if (!is_thread_available()) return false;
    take_thread();
    return true;
  }

  bool is_thread_available() {
    std::lock_guard lock(mutex());
    return available_threads_ > 0;
  }
  void take_thread() {
    std::lock_guard lock(mutex());
    --available_threads_;
    assert(available_threads_ >= 0);
  }
  void give_thread_back() {
    std::lock_guard lock(mutex());
    ++available_threads_;
  }

  std::recursive_mutex& mutex() { return kFixed ? mutex_of_all_ : mutex_; }

  void merge(int middle) {
    std::array<int, kSize> merged;
    int left = begin_, right = middle;
    for (int i = begin_; i < end_; ++i) {
      const bool take_left = right == end_ || (left < middle && numbers[left] <= numbers[right]);
      merged[i] = take_left ? numbers[left++] : numbers[right++];
    }
    for (int i = begin_; i < end_; ++i) numbers[i] = merged[i];
  }

  static inline int available_threads_ = 4;
  static inline std::recursive_mutex mutex_of_all_;  // only the twin takes it

  std::recursive_mutex mutex_;
  const int begin_, end_;
};

int main() {
  Sorter(0, kSize).sort();
  for (int i = 0; i < kSize; ++i) assert(numbers[i] == i + 1);
}
