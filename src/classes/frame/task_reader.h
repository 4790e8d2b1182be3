// A task as src/classes/task.cc writes it: a test case to run with threads, or orders of its calls to run one
// after the other on fresh objects: by one thread, or each call by its own thread when its turn has come.
#pragma once

#include <heddle/task_abi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::driver {

// Calls before the threads count from 0, those of thread t from (t + 1) * kNumbers.
inline constexpr std::size_t kNumbers = 100;

struct Call {
  std::uint32_t operation = 0;
  std::vector<std::uint64_t> seeds;
};
using Calls = std::vector<Call>;

struct Task {
  enum Mode : std::uint8_t { kThreads, kOrders, kTurns, kThreadsInTime };
  std::uint8_t mode = kThreads;
  std::uint32_t objects = 1;
  std::vector<std::uint8_t> observed;  // by observer: whether the final state is looked at with it
  Call constructor;
  Calls prefix;
  std::vector<Calls> suffixes;
  std::vector<std::vector<std::uint8_t>>
      orders;  // of the threads' calls, numbered one thread after the other
};

class TaskReader {
 public:
  TaskReader() { size_ = heddle_task(&bytes_); }
  bool is_empty() const { return size_ == 0; }

  Task task() {
    Task task;
    task.mode = number<std::uint8_t>();
    task.objects = number<std::uint32_t>();
    task.observed = bytes();
    task.constructor = call();
    task.prefix = calls();
    task.suffixes.resize(number<std::uint32_t>());
    for (Calls& suffix : task.suffixes) suffix = calls();
    task.orders.resize(number<std::uint32_t>());
    for (auto& order : task.orders) order = bytes();
    return task;
  }

 private:
  template <typename T>
  T number() {
    T value = 0;
    for (std::size_t i = 0; i < sizeof value && at_ < size_; ++i)
      value = static_cast<T>(value | (static_cast<T>(bytes_[at_++]) << (8 * i)));
    return value;
  }

  std::vector<std::uint8_t> bytes() {
    std::vector<std::uint8_t> result(number<std::uint32_t>());
    for (std::uint8_t& byte : result) byte = number<std::uint8_t>();
    return result;
  }

  Call call() {
    Call made;
    made.operation = number<std::uint32_t>();
    made.seeds.resize(number<std::uint32_t>());
    for (std::uint64_t& seed : made.seeds) seed = number<std::uint64_t>();
    return made;
  }

  Calls calls() {
    Calls made(number<std::uint32_t>());
    for (Call& each : made) each = call();
    return made;
  }

  const unsigned char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t at_ = 0;
};

}  // namespace heddle::driver
