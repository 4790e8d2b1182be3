// Threads that wait for each other: conditions, semaphores, barriers, futures, creation and joining,
// descriptors.
#pragma once

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <threads.h>
#include <unistd.h>
#include <barrier>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <stop_token>

#include "case.h"

namespace race_cases::waiting {

void by_condition(bool writes_late) {
  std::mutex lock;
  std::condition_variable changed;
  bool ready = false;
  together(
      [&] {
        data = 1;
        {
          const std::lock_guard<std::mutex> guard(lock);
          ready = true;
          changed.notify_one();
        }
        if (writes_late) data = 2;
      },
      [&] {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [&] { return ready; });
        seen = data;
      });
}

// The signal comes after the unlock, and after it another write: the wait orders by its mutex only.
void after_condition() {
  std::mutex lock;
  std::condition_variable changed;
  bool ready = false;
  together(
      [&] {
        {
          const std::lock_guard<std::mutex> guard(lock);
          ready = true;
        }
        data = 1;
        changed.notify_one();
      },
      [&] {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [&] { return ready; });
        seen = data;
      });
}

void by_semaphore(bool waits) {
  sem_t ready;
  sem_init(&ready, 0, waits ? 0 : 1);
  together(
      [&] {
        data = 1;
        sem_post(&ready);
      },
      [&] {
        sem_wait(&ready);
        seen = data;
      });
}

void by_counting_semaphore() {
  std::counting_semaphore<4> ready(0);
  together(
      [&] {
        data = 1;
        ready.release();
      },
      [&] {
        ready.acquire();
        seen = data;
      });
}

void by_barrier(bool reads_after) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 2);
  together(
      [&] {
        data = 1;
        pthread_barrier_wait(&barrier);
      },
      [&] {
        if (!reads_after) seen = data;
        pthread_barrier_wait(&barrier);
        if (reads_after) seen = data;
      });
}

// Who leaves the first round reads; who is late in it has not arrived at the second.
void by_two_rounds() {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 2);
  together(
      [&] {
        pthread_barrier_wait(&barrier);
        data = 1;
        pthread_barrier_wait(&barrier);
      },
      [&] {
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
        seen = data;
      });
}

void by_call_once(bool all_call) {
  std::once_flag once;
  const auto initialise = [&] { std::call_once(once, [] { data = 1; }); };
  together(
      [&] {
        initialise();
        seen = data;
      },
      [&] {
        if (all_call) initialise();
        other = data;
      });
}

int expensive() {
  data = 1;
  return data;
}

int of_static() {
  static const int value = expensive();
  return value;
}

void by_static() {
  together([] { seen = of_static() + data; }, [] { other = of_static() + data; });
}

void by_creation(bool before) {
  if (before) data = 1;
  std::thread thread([] { seen = data; });
  if (!before) data = 1;
  thread.join();
}

void by_join(bool after) {
  std::thread thread([] { data = 1; });
  if (!after) seen = data;
  thread.join();
  if (after) seen = data;
}

void by_future() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  together(
      [&] {
        data = 1;
        promise.set_value(1);
      },
      [&] {
        future.get();
        seen = data;
      });
}

void by_async() {
  std::future<void> future = std::async(std::launch::async, [] { data = 1; });
  future.get();
  seen = data;
}

void by_pipe(bool reads_pipe) {
  int ends[2];
  if (pipe(ends) != 0) return;
  together(
      [&] {
        data = 1;
        if (write(ends[1], "x", 1) != 1) std::abort();
      },
      [&] {
        char byte = 0;
        if (reads_pipe && read(ends[0], &byte, 1) != 1) std::abort();
        seen = data;
      });
  close(ends[0]);
  close(ends[1]);
}

void by_any_condition() {
  static std::recursive_mutex lock;
  static std::condition_variable_any changed;
  static bool ready = false;
  together(
      [] {
        const std::lock_guard guard(lock);
        data = 1;
        ready = true;
        changed.notify_all();
      },
      [] {
        std::unique_lock guard(lock);
        changed.wait(guard, [] { return ready; });
        seen = data;
      });
}

// A time-out orders nothing but what the lock does.
void by_timed_condition(bool looks) {
  static std::mutex lock;
  static std::condition_variable changed;
  static bool ready = false;
  together(
      [] {
        data = 1;
        const std::lock_guard guard(lock);
        ready = true;
        changed.notify_one();
      },
      [=] {
        std::unique_lock guard(lock);
        changed.wait_for(guard, std::chrono::milliseconds(5));
        if (ready || !looks) seen = data;
      });
}

void by_semaphore_tries(bool only_if_taken) {
  static sem_t ready;
  sem_init(&ready, 0, 0);
  together(
      [] {
        data = 1;
        sem_post(&ready);
      },
      [=] {
        if (sem_trywait(&ready) == 0 || !only_if_taken) seen = data;
      });
}

// A token for each of two threads at once protects nothing.
void by_tokens(int tokens) {
  static sem_t free;
  sem_init(&free, 0, static_cast<unsigned>(tokens));
  const auto work = [] {
    sem_wait(&free);
    ++data;
    sem_post(&free);
  };
  together(work, work);
}

void by_binary_semaphore() {
  static std::binary_semaphore ready(0);
  together(
      [] {
        data = 1;
        ready.release();
      },
      [] {
        if (ready.try_acquire()) seen = data;
      });
}

void by_latch(bool waits) {
  static std::latch done(1);
  together(
      [] {
        data = 1;
        done.count_down();
      },
      [=] {
        if (waits || done.try_wait()) {
          done.wait();
          seen = data;
        } else {
          other = 1;
        }
      });
}

void before_latch() {
  static std::latch done(1);
  together(
      [] {
        done.count_down();
        data = 1;
      },
      [] {
        done.wait();
        seen = data;
      });
}

void by_cxx_barrier(bool reads_after) {
  static std::barrier<> round(2);
  together(
      [] {
        data = 1;
        round.arrive_and_wait();
      },
      [=] {
        if (!reads_after) seen = data;
        round.arrive_and_wait();
        if (reads_after) seen = data;
      });
}

struct Collect {
  void operator()() noexcept { seen = data + other; }
};

// What runs when all have come comes after all of them, and before any of them goes on.
void by_completion() {
  static std::barrier<Collect> round(2);
  together(
      [] {
        data = 1;
        round.arrive_and_wait();
        data = 2;
      },
      [] {
        other = 1;
        round.arrive_and_wait();
        other = 2;
      });
}

pthread_once_t once = PTHREAD_ONCE_INIT;
void initialise_once() {
  data = 1;
}

void by_pthread_once(bool all_call) {
  together(
      [] {
        pthread_once(&once, initialise_once);
        seen = data;
      },
      [=] {
        if (all_call) pthread_once(&once, initialise_once);
        other = data;
      });
}

void by_packaged_task() {
  std::packaged_task<int()> task([] { return data = 1; });
  std::future<int> result = task.get_future();
  together([&] { task(); },
           [&] {
             result.get();
             seen = data;
           });
}

void by_shared_future() {
  std::promise<void> promise;
  const std::shared_future<void> ready = promise.get_future().share();
  together(
      [&] {
        data = 1;
        promise.set_value();
      },
      [ready] {
        ready.wait();
        seen = data;
      });
}

void by_future_that_is_asked(bool looks) {
  std::promise<void> promise;
  std::future<void> ready = promise.get_future();
  together(
      [&] {
        data = 1;
        promise.set_value();
      },
      [&] {
        if (ready.wait_for(std::chrono::seconds(0)) == std::future_status::ready || !looks) seen = data;
      });
}

void by_exception() {
  std::promise<void> promise;
  std::future<void> ready = promise.get_future();
  together(
      [&] {
        data = 1;
        promise.set_exception(std::make_exception_ptr(1));
      },
      [&] {
        try {
          ready.get();
        } catch (int) {
          seen = data;
        }
      });
}

void by_two_asyncs() {
  const auto work = [] { ++data; };
  std::future<void> one = std::async(std::launch::async, work);
  std::future<void> two = std::async(std::launch::async, work);
}

void by_deferred() {
  std::future<void> later = std::async(std::launch::deferred, [] { ++data; });
  later.get();
  std::thread([] { ++data; }).join();
}

void by_stop_token(bool looks) {
  std::jthread worker([looks](const std::stop_token& stop) {
    if (stop.stop_requested() || !looks) seen = data;
  });
  stay_behind();
  data = 1;
  worker.request_stop();
}

void by_stop_callback() {
  std::stop_source source;
  together(
      [&] {
        data = 1;
        source.request_stop();
      },
      [&] { const std::stop_callback callback(source.get_token(), [] { seen = data; }); });
}

void by_destruction_of_thread() {
  {
    std::jthread worker([] { data = 1; });
  }
  seen = data;
}

void by_grandchild(bool joins) {
  data = 1;
  std::thread child([=] {
    std::thread grandchild([] { data = 2; });
    if (joins) {
      grandchild.join();
    } else {
      grandchild.detach();
    }
  });
  child.join();
  if (!joins) stay_behind();
  seen = data;
}

// Brothers are not ordered by what their parent does with each of them alone.
void by_brother(bool joined_before) {
  std::thread first([] { data = 1; });
  if (joined_before) first.join();
  std::thread second([] { data = 2; });
  if (!joined_before) first.join();
  second.join();
}

void by_detached(std::memory_order store) {
  static std::atomic<int> done{0};
  std::thread([=] {
    data = 1;
    done.store(1, store);
  }).detach();
  while (done.load(std::memory_order_acquire) == 0) std::this_thread::yield();
  seen = data;
}

int run_c11(void*) {
  data = 1;
  return 0;
}

void by_c11_thread(bool reads_after) {
  thrd_t thread;
  thrd_create(&thread, run_c11, nullptr);
  if (!reads_after) seen = data;
  thrd_join(thread, nullptr);
  if (reads_after) seen = data;
}

void clean_up(void*) {
  data = 1;
}

// Destructors of a thread's values run before it can be joined.
void by_key_destructor(bool after_join) {
  static pthread_key_t key;
  pthread_key_create(&key, clean_up);
  std::thread thread([] { pthread_setspecific(key, &key); });
  if (!after_join) seen = data;
  thread.join();
  if (after_join) seen = data;
}

struct Farewell {
  ~Farewell() { data = 1; }
  void greet() { seen = 0; }
};

void by_thread_local_destructor() {
  std::thread([] {
    static thread_local Farewell farewell;
    farewell.greet();
  }).join();
  seen = data;
}

void by_socket(bool receives) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) std::abort();
  together(
      [&] {
        data = 1;
        if (send(ends[0], "x", 1, 0) != 1) std::abort();
      },
      [&] {
        char byte = 0;
        if (receives && recv(ends[1], &byte, 1, 0) != 1) std::abort();
        seen = data;
      });
  close(ends[0]);
  close(ends[1]);
}

void by_eventfd() {
  const int event = eventfd(0, 0);
  together(
      [=] {
        data = 1;
        const std::uint64_t one = 1;
        if (write(event, &one, sizeof one) != sizeof one) std::abort();
      },
      [=] {
        std::uint64_t count = 0;
        if (read(event, &count, sizeof count) != sizeof count) std::abort();
        seen = data;
      });
  close(event);
}

Cases chapter() {
  using enum Right;
  using enum std::memory_order;
  static constexpr const char* kOneOrder = "both threads must be inside at once";
  static constexpr Case kAll[] = {
      {"condition", kClean, [] { by_condition(false); }},
      {"condition_unlocked", kRacy, [] { by_condition(true); }},
      {"condition_late", kRacy, after_condition},
      {"condition_any", kClean, by_any_condition},
      {"condition_timed", kClean, [] { by_timed_condition(true); }},
      {"condition_timed_not_looked", kRacy, [] { by_timed_condition(false); }},
      {"semaphore", kClean, [] { by_semaphore(true); }},
      {"semaphore_open", kRacy, [] { by_semaphore(false); }},
      {"semaphore_tries", kClean, [] { by_semaphore_tries(true); }},
      {"semaphore_not_taken", kRacy, [] { by_semaphore_tries(false); }},
      {"one_token", kClean, [] { by_tokens(1); }},
      {"two_tokens", kRacy, [] { by_tokens(2); }, kOneOrder},
      {"counting_semaphore", kClean, by_counting_semaphore},
      {"binary_semaphore", kClean, by_binary_semaphore},
      {"latch", kClean, [] { by_latch(true); }},
      {"latch_asked", kClean, [] { by_latch(false); }},
      {"latch_counted_early", kRacy, before_latch},
      {"barrier", kClean, [] { by_barrier(true); }},
      {"barrier_before", kRacy, [] { by_barrier(false); }},
      {"barrier_rounds", kClean, by_two_rounds},
      {"cxx_barrier", kClean, [] { by_cxx_barrier(true); }},
      {"cxx_barrier_before", kRacy, [] { by_cxx_barrier(false); }},
      {"cxx_barrier_completion", kClean, by_completion},
      {"call_once", kClean, [] { by_call_once(true); }},
      {"call_once_not_called", kRacy, [] { by_call_once(false); }},
      {"pthread_once", kClean, [] { by_pthread_once(true); }},
      {"pthread_once_not_called", kRacy, [] { by_pthread_once(false); }},
      {"static_variable", kClean, by_static},
      {"creation", kClean, [] { by_creation(true); }},
      {"creation_late", kRacy, [] { by_creation(false); }},
      {"join", kClean, [] { by_join(true); }},
      {"join_late", kRacy, [] { by_join(false); }},
      {"jthread", kClean, by_destruction_of_thread},
      {"grandchild", kClean, [] { by_grandchild(true); }},
      {"grandchild_detached", kRacy, [] { by_grandchild(false); }},
      {"brother_joined", kClean, [] { by_brother(true); }},
      {"brother", kRacy, [] { by_brother(false); }},
      {"detached", kClean, [] { by_detached(release); }},
      {"detached_relaxed", kRacy, [] { by_detached(relaxed); }},
      {"c11_thread", kClean, [] { by_c11_thread(true); }, "it does not know thrd_create"},
      {"c11_thread_late", kRacy, [] { by_c11_thread(false); }},
      {"key_destructor", kClean, [] { by_key_destructor(true); }},
      {"key_destructor_late", kRacy, [] { by_key_destructor(false); }},
      {"thread_local_destructor", kClean, by_thread_local_destructor},
      {"future", kClean, by_future},
      {"packaged_task", kClean, by_packaged_task},
      {"shared_future", kClean, by_shared_future},
      {"future_asked", kClean, [] { by_future_that_is_asked(true); }},
      {"future_not_looked_at", kRacy, [] { by_future_that_is_asked(false); }},
      {"exception", kClean, by_exception},
      {"async", kClean, by_async},
      {"two_asyncs", kRacy, by_two_asyncs},
      {"deferred", kClean, by_deferred},
      {"stop_token", kClean, [] { by_stop_token(true); }},
      {"stop_token_not_looked_at", kRacy, [] { by_stop_token(false); }},
      {"stop_callback", kClean, by_stop_callback},
      {"pipe", kClean, [] { by_pipe(true); }},
      {"pipe_not_read", kRacy, [] { by_pipe(false); }},
      {"socket", kClean, [] { by_socket(true); }},
      {"socket_not_read", kRacy, [] { by_socket(false); }},
      {"eventfd", kClean, by_eventfd},
  };
  return kAll;
}

}  // namespace race_cases::waiting
