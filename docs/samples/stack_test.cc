// A stack that is locked at every call, and a test in which two threads take from it.
// Bug: between empty() and pop() another thread may have taken the last value.
#include <heddle/heddle.h>

#include <cassert>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

class Stack {
 public:
  void push(int value) {
    std::lock_guard lock(mutex_);
    values_.push_back(value);
  }

  bool empty() const {
    std::lock_guard lock(mutex_);
    return values_.empty();
  }

  int pop() {
    std::lock_guard lock(mutex_);
    assert(!values_.empty());
    const int value = values_.back();
    values_.pop_back();
    return value;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};

void two_takers() {
  Stack stack;
  stack.push(1);
  const auto take = [&stack] {
    if (!stack.empty()) stack.pop();
  };
  std::thread first(take);
  std::thread second(take);
  first.join();
  second.join();
}

int main() {
  const heddle::Exploration result = heddle::explore({.executions = 100'000, .seed = 1}, two_takers);
  if (!result.error.empty()) {
    std::cout << "not explored: " << result.error << '\n';
    return 2;
  }
  std::cout << "executions: " << result.executions << '\n';
  if (result.ok()) return 0;
  std::cout << result.message << "\nschedule: " << result.schedule_file << '\n';
  return 1;
}
