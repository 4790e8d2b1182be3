// Locks: each kind of them, and what happens if one of two threads does not take it.
#pragma once

#include <pthread.h>
#include <threads.h>
#include <chrono>
#include <ctime>
#include <mutex>
#include <shared_mutex>

#include "case.h"

namespace race_cases::locks {

template <typename Lock>
void by_lock(Lock& lock, bool second_locks) {
  together(
      [&] {
        const std::lock_guard<Lock> guard(lock);
        ++data;
      },
      [&] {
        if (second_locks) lock.lock();
        ++data;
        if (second_locks) lock.unlock();
      });
}

void by_two_locks() {
  std::mutex one, two;
  together(
      [&] {
        const std::lock_guard<std::mutex> guard(one);
        ++data;
      },
      [&] {
        const std::lock_guard<std::mutex> guard(two);
        ++data;
      });
}

void by_try_lock(bool only_if_locked) {
  std::mutex lock;
  together(
      [&] {
        const std::lock_guard<std::mutex> guard(lock);
        ++data;
      },
      [&] {
        const bool locked = lock.try_lock();
        if (locked || !only_if_locked) ++data;
        if (locked) lock.unlock();
      });
}

void by_timed_lock() {
  std::timed_mutex lock;
  const auto work = [&] {
    if (!lock.try_lock_for(std::chrono::seconds(5))) return;
    ++data;
    lock.unlock();
  };
  together(work, work);
}

void by_shared_lock(bool writer_writes_shared) {
  std::shared_mutex lock;
  together(
      [&] {
        const std::shared_lock<std::shared_mutex> guard(lock);
        seen = data;
      },
      [&] {
        if (writer_writes_shared) {
          const std::shared_lock<std::shared_mutex> guard(lock);
          data = 1;
        } else {
          const std::unique_lock<std::shared_mutex> guard(lock);
          data = 1;
        }
      });
}

void by_spin_lock() {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  const auto work = [&] {
    pthread_spin_lock(&lock);
    ++data;
    pthread_spin_unlock(&lock);
  };
  together(work, work);
}

// The attributes that a mutex may have.
struct Attributes {
  int type = PTHREAD_MUTEX_NORMAL;
  int robust = PTHREAD_MUTEX_STALLED;
  int shared = PTHREAD_PROCESS_PRIVATE;
  int protocol = PTHREAD_PRIO_NONE;
};

void by_mutex_with(Attributes wanted) {
  static pthread_mutex_t lock;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, wanted.type);
  pthread_mutexattr_setrobust(&attributes, wanted.robust);
  pthread_mutexattr_setpshared(&attributes, wanted.shared);
  pthread_mutexattr_setprotocol(&attributes, wanted.protocol);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  const auto work = [] {
    pthread_mutex_lock(&lock);
    ++data;
    pthread_mutex_unlock(&lock);
  };
  together(work, work);
  pthread_mutex_destroy(&lock);
}

timespec in_five_seconds() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 5;
  return time;
}

void by_mutex_timedlock() {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const auto work = [] {
    const timespec end = in_five_seconds();
    if (pthread_mutex_timedlock(&lock, &end) != 0) return;
    ++data;
    pthread_mutex_unlock(&lock);
  };
  together(work, work);
}

// What a recursive lock protects it protects until it is given back as often as it was taken.
void by_nested_lock(bool writes_after_inner, bool writes_after_outer) {
  static std::recursive_mutex lock;
  const auto work = [=] {
    lock.lock();
    lock.lock();
    lock.unlock();
    if (writes_after_inner) ++data;
    lock.unlock();
    if (writes_after_outer) ++data;
  };
  together(work, work);
}

void by_both_locks() {
  static std::mutex one, two;
  const auto work = [] {
    const std::scoped_lock guard(one, two);
    ++data;
  };
  together(work, work);
}

void by_rwlock_tries(bool reader_writes) {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  together(
      [] {
        if (pthread_rwlock_trywrlock(&lock) != 0) return;
        data = 1;
        pthread_rwlock_unlock(&lock);
      },
      [=] {
        if (pthread_rwlock_tryrdlock(&lock) != 0) return;
        seen = data;
        if (reader_writes) other = 1;
        pthread_rwlock_unlock(&lock);
        if (reader_writes) data = 2;
      });
}

void by_rwlock_timed() {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  together(
      [] {
        const timespec end = in_five_seconds();
        if (pthread_rwlock_timedwrlock(&lock, &end) != 0) return;
        data = 1;
        pthread_rwlock_unlock(&lock);
      },
      [] {
        const timespec end = in_five_seconds();
        if (pthread_rwlock_timedrdlock(&lock, &end) != 0) return;
        seen = data;
        pthread_rwlock_unlock(&lock);
      });
}

// A writer comes after all readers that left before it.
void reader_then_writer() {
  static std::shared_mutex lock;
  static bool was_read = false;
  together(
      [] {
        {
          const std::shared_lock guard(lock);
          seen = data;
        }
        const std::unique_lock guard(lock);
        was_read = true;
      },
      [] {
        const std::unique_lock guard(lock);
        if (was_read) data = 1;
      });
}

void by_spin_trylock() {
  static pthread_spinlock_t lock;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  const auto work = [] {
    if (pthread_spin_trylock(&lock) != 0) return;
    ++data;
    pthread_spin_unlock(&lock);
  };
  together(work, work);
}

void by_c11_mutex(bool second_locks) {
  static mtx_t lock;
  mtx_init(&lock, mtx_plain);
  together(
      [] {
        mtx_lock(&lock);
        ++data;
        mtx_unlock(&lock);
      },
      [=] {
        if (second_locks) mtx_lock(&lock);
        ++data;
        if (second_locks) mtx_unlock(&lock);
      });
}

// The unlock hands over whatever was done before it, whether under the lock or not.
void before_the_lock(bool looks_under_lock) {
  static std::mutex lock;
  static bool ready = false;
  together(
      [] {
        data = 1;
        const std::lock_guard guard(lock);
        ready = true;
      },
      [=] {
        bool is_ready = false;
        {
          const std::lock_guard guard(lock);
          is_ready = ready;
        }
        if (is_ready || !looks_under_lock) seen = data;
      });
}

void after_the_unlock() {
  static std::mutex lock;
  const auto work = [] {
    lock.lock();
    lock.unlock();
    ++data;
  };
  together(work, work);
}

Cases chapter() {
  using enum Right;
  static constexpr const char* kOneOrder = "only a schedule shows it that cannot be brought about there";
  static constexpr Case kAll[] = {
      {"no_lock", kRacy, [] { together([] { ++data; }, [] { ++data; }); }},
      {"mutex", kClean,
       [] {
         std::mutex lock;
         by_lock(lock, true);
       }},
      {"mutex_one_side", kRacy,
       [] {
         std::mutex lock;
         by_lock(lock, false);
       }},
      {"recursive_mutex", kClean,
       [] {
         std::recursive_mutex lock;
         by_lock(lock, true);
       }},
      {"mutex_errorcheck", kClean, [] { by_mutex_with({.type = PTHREAD_MUTEX_ERRORCHECK}); }},
      {"mutex_recursive", kClean, [] { by_mutex_with({.type = PTHREAD_MUTEX_RECURSIVE}); }},
      {"mutex_adaptive", kClean, [] { by_mutex_with({.type = PTHREAD_MUTEX_ADAPTIVE_NP}); }},
      {"mutex_robust", kClean, [] { by_mutex_with({.robust = PTHREAD_MUTEX_ROBUST}); }},
      {"mutex_process_shared", kClean, [] { by_mutex_with({.shared = PTHREAD_PROCESS_SHARED}); }},
      {"mutex_inherits_priority", kClean, [] { by_mutex_with({.protocol = PTHREAD_PRIO_INHERIT}); }},
      {"mutex_timedlock", kClean, by_mutex_timedlock},
      {"nested_lock", kClean, [] { by_nested_lock(true, false); }},
      {"nested_lock_given_back", kRacy, [] { by_nested_lock(false, true); }},
      {"two_mutexes", kRacy, by_two_locks},
      {"both_mutexes", kClean, by_both_locks},
      {"try_lock", kClean, [] { by_try_lock(true); }},
      {"try_lock_ignored", kRacy, [] { by_try_lock(false); }, kOneOrder},
      {"timed_mutex", kClean, by_timed_lock, "it does not know pthread_mutex_clocklock"},
      {"shared_mutex", kClean, [] { by_shared_lock(false); }},
      {"shared_mutex_readers", kRacy, [] { by_shared_lock(true); }},
      {"rwlock_tries", kClean, [] { by_rwlock_tries(false); }},
      {"rwlock_left_too_early", kRacy, [] { by_rwlock_tries(true); }},
      {"rwlock_timed", kClean, by_rwlock_timed},
      {"reader_then_writer", kClean, reader_then_writer},
      {"spin_lock", kClean, by_spin_lock},
      {"spin_trylock", kClean, by_spin_trylock},
      {"c11_mutex", kClean, [] { by_c11_mutex(true); }, "it does not know mtx_lock"},
      {"c11_mutex_one_side", kRacy, [] { by_c11_mutex(false); }},
      {"before_the_lock", kClean, [] { before_the_lock(true); }},
      {"before_the_lock_not_looked_at", kRacy, [] { before_the_lock(false); }},
      {"after_the_unlock", kRacy, after_the_unlock},
  };
  return kAll;
}

}  // namespace race_cases::locks
