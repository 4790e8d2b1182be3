// Threads that call methods of two collections that they share.
#pragma once

#include <functional>
#include <initializer_list>
#include <thread>
#include <utility>
#include <vector>

namespace subjects {

template <class Collection>
class CallingThreads {
 public:
  using Call = void (*)(Collection& own, Collection& other);

  // One thread that makes all the calls, in this order.
  void start(Collection& own, Collection& other, std::vector<Call> calls) {
    threads_.emplace_back([&own, &other, calls = std::move(calls)] {
      for (const Call call : calls) call(own, other);
    });
  }

  // A thread for each of the calls.
  void start_each(Collection& own, Collection& other, std::initializer_list<Call> calls) {
    for (const Call call : calls) threads_.emplace_back(call, std::ref(own), std::ref(other));
  }

  void join() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace subjects
