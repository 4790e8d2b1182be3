// Threads that wait for each other: conditions, semaphores, latches, barriers, and what is done once.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <barrier>
#include <condition_variable>
#include <latch>
#include <mutex>
#include <semaphore>

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

Cases chapter() {
  using enum Right;
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
  };
  return kAll;
}

}  // namespace race_cases::waiting
