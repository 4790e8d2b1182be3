// Boost.Thread and Boost.Atomic: what the standard library took over from them, and what it did not.
#define BOOST_THREAD_VERSION 4
#define BOOST_THREAD_PROVIDES_EXECUTORS
#include <boost/atomic.hpp>
#include <boost/thread.hpp>
#include <boost/thread/barrier.hpp>
#include <boost/thread/concurrent_queues/sync_queue.hpp>
#include <boost/thread/executors/basic_thread_pool.hpp>
#include <boost/thread/future.hpp>
#include <boost/thread/latch.hpp>
#include <boost/thread/synchronized_value.hpp>

#include <cassert>

#include "scenarios.h"

namespace {

void queue() {
  boost::sync_queue<int> numbers;
  boost::thread producer([&] {
    for (int i = 1; i <= 3; ++i) numbers.push(i);
    numbers.close();
  });
  int sum = 0, next = 0;
  while (numbers.wait_pull(next) == boost::queue_op_status::success) sum += next;
  producer.join();
  assert(sum == 6);
}

void continuation() {
  boost::promise<int> promise;
  boost::future<int> result = promise.get_future().then(
      boost::launch::async, [](boost::future<int> number) { return number.get() * 2; });
  boost::thread setter([&] { promise.set_value(21); });
  assert(result.get() == 42);
  setter.join();
}

void upgraded_lock() {
  boost::upgrade_mutex mutex;
  int number = 0;
  const auto work = [&] {
    boost::upgrade_lock<boost::upgrade_mutex> lock(mutex);
    const int before = number;
    boost::upgrade_to_unique_lock<boost::upgrade_mutex> alone(lock);
    number = before + 1;
  };
  boost::thread one(work), two(work);
  one.join();
  two.join();
  assert(number == 2);
}

void meeting() {
  boost::barrier barrier(2);
  boost::latch done(2);
  int results[2] = {};
  const auto work = [&](int self) {
    results[self] = 1;
    barrier.count_down_and_wait();
    assert(results[1 - self] == 1);
    done.count_down();
  };
  boost::thread one(work, 0), two(work, 1);
  done.wait();
  one.join();
  two.join();
}

// An interruption ends a wait by an exception.
void interruption() {
  boost::mutex mutex;
  boost::condition_variable never;
  bool interrupted = false;
  boost::thread waiter([&] {
    boost::unique_lock<boost::mutex> lock(mutex);
    try {
      never.wait(lock, [] { return false; });
    } catch (const boost::thread_interrupted&) {
      interrupted = true;
    }
  });
  waiter.interrupt();
  waiter.join();
  assert(interrupted);
}

void pool() {
  boost::atomic<int> count{0};
  {
    boost::basic_thread_pool threads(2);
    threads.submit([&] { ++count; });
    threads.submit([&] { ++count; });
    threads.close();
    threads.join();
  }
  assert(count == 2);
}

void synchronized() {
  boost::synchronized_value<int> number{0};
  const auto work = [&] {
    for (int i = 0; i < 2; ++i) ++*number.synchronize();
  };
  boost::thread one(work), two(work);
  one.join();
  two.join();
  assert(number.get() == 4);
}

constexpr Scenario kScenarios[] = {
    {"queue", queue},
    {"continuation", continuation},
    {"upgraded_lock", upgraded_lock},
    {"meeting", meeting},
    {"interruption", interruption},
    {"pool", pool},
    {"synchronized", synchronized},
};

}  // namespace

int main(int count, char** arguments) {
  return run_scenario(kScenarios, count, arguments);
}
