// Ways to hold a lock. The line before a method says what its model is, as `described()` in model_test.cc
// puts it: fields with r, w and a (atomic), the locks of each access, and what else there is to say.
#pragma once

#include <pthread.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace headers {

class SpinLock {
 public:
  void lock() {
    while (is_locked_.exchange(true)) {
    }
  }
  void unlock() { is_locked_.store(false); }

 private:
  std::atomic<bool> is_locked_ = false;
};

class OwnGuard {
 public:
  explicit OwnGuard(std::mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~OwnGuard() { mutex_.unlock(); }

 private:
  std::mutex& mutex_;
};

class GuardWithMember {
 public:
  explicit GuardWithMember(std::mutex& mutex) : lock_(mutex) {}

 private:
  std::lock_guard<std::mutex> lock_;
};

inline std::mutex everybodys_mutex;

struct Secret {
  std::mutex mutex;
  int x = 0;
};

class Locks {
 public:
  //= x_ rw {m_}; all under m_
  void lock_guard() {
    std::lock_guard guard(m_);
    ++x_;
  }
  //= x_ r {}
  int nothing() { return x_; }
  //= x_ w {m_}, y_ w {}
  void ends_early() {
    {
      std::lock_guard guard(m_);
      x_ = 1;
    }
    y_ = 1;
  }
  //= x_ w {m_}, y_ w {}
  void unlocks_early() {
    std::unique_lock lock(m_);
    x_ = 1;
    lock.unlock();
    y_ = 1;
  }
  //= x_ w {m_}, y_ w {}; 2 sections
  void locks_again() {
    std::unique_lock lock(m_);
    x_ = 1;
    lock.unlock();
    y_ = 1;
    lock.lock();
    x_ = 2;
  }
  //= x_ w {m_, n_}; all under m_
  void scoped_lock() {
    std::scoped_lock lock(m_, n_);
    x_ = 1;
  }
  //= x_ r {s_ shared}; all under s_ shared
  int shared_lock() const {
    std::shared_lock lock(s_);
    return x_;
  }
  //= x_ w {s_}; all under s_
  void exclusive() {
    std::unique_lock lock(s_);
    x_ = 1;
  }
  //= x_ r {s_ shared}; all under s_ shared
  int shared_by_hand() {
    s_.lock_shared();
    const int x = x_;
    s_.unlock_shared();
    return x;
  }
  //= x_ w {}
  void deferred() {
    std::unique_lock lock(m_, std::defer_lock);
    x_ = 1;
  }
  //= x_ w {m_, n_}; all under m_
  void deferred_together() {
    std::unique_lock a(m_, std::defer_lock), b(n_, std::defer_lock);
    std::lock(a, b);
    x_ = 1;
  }
  //= x_ w {m_}; all under m_
  void adopted() {
    m_.lock();
    std::lock_guard guard(m_, std::adopt_lock);
    x_ = 1;
  }
  //= y_ w {}, x_ w {m_}
  void try_to_lock() {
    std::unique_lock lock(m_, std::try_to_lock);
    if (!lock.owns_lock()) {
      y_ = 1;
      return;
    }
    x_ = 1;
  }
  //= x_ w {m_}, y_ w {}
  void try_lock() {
    if (m_.try_lock()) {
      x_ = 1;
      m_.unlock();
    } else {
      y_ = 1;
    }
  }
  //= x_ w {m_}
  void try_lock_remembered() {
    const bool is_locked = m_.try_lock();
    if (!is_locked) return;
    x_ = 1;
    m_.unlock();
  }
  //= x_ w {}
  void maybe_locked(bool locks) {
    if (locks) m_.lock();
    x_ = 1;
    if (locks) m_.unlock();
  }
  //= y_ w {}, x_ w {m_}; 2 sections
  void locked_on_both_ways(bool first) {
    if (first) {
      m_.lock();
    } else {
      y_ = 1;
      m_.lock();
    }
    x_ = 1;
    m_.unlock();
    std::lock_guard again(m_);
  }
  //= x_ rw {m_}; all under m_
  void own_guard() {
    OwnGuard guard(m_);
    ++x_;
  }
  //= x_ rw {m_}; all under m_
  void guard_with_member() {
    GuardWithMember guard(m_);
    ++x_;
  }
  //= x_ rw {m_}; all under m_
  void returned_guard() {
    auto lock = acquired();
    ++x_;
  }
  //= x_ rw {m_}; all under m_
  void helpers() {
    take();
    ++x_;
    give();
  }
  //= x_ rw {spin_}; all under spin_
  void own_lock() {
    std::lock_guard guard(spin_);
    ++x_;
  }
  //= x_ rw {spin_}; all under spin_
  void own_lock_by_hand() {
    spin_.lock();
    ++x_;
    spin_.unlock();
  }
  //= x_ rw {r_}; all under r_
  void recursive() {
    std::lock_guard guard(r_);
    recursive_inner();
    ++x_;
  }
  //= x_ rw {p_}; all under p_
  void posix() {
    pthread_mutex_lock(&p_);
    ++x_;
    pthread_mutex_unlock(&p_);
  }
  //= x_ r {q_ shared}; all under q_ shared
  int posix_shared() {
    pthread_rwlock_rdlock(&q_);
    const int x = x_;
    pthread_rwlock_unlock(&q_);
    return x;
  }
  //= x_ rw {p_}
  void posix_try() {
    if (pthread_mutex_trylock(&p_) != 0) return;
    ++x_;
    pthread_mutex_unlock(&p_);
  }
  //= x_ rw {everybody's headers::everybodys_mutex}; all under everybody's headers::everybodys_mutex
  void global() {
    std::lock_guard guard(everybodys_mutex);
    ++x_;
  }
  //= x_ w {m_, another's m_}, x_ w {another's m_, m_}; all under m_; another instance
  void two_instances(Locks& other) {
    std::scoped_lock lock(m_, other.m_);
    x_ = 1;
    other.x_ = 1;
  }
  //= x_ w {another's striped_}; all under another's striped_; 1 not seen
  void striped(std::size_t i) {
    std::lock_guard guard(striped_[i % 4]);
    x_ = 1;
  }
  //= x_ rw {m_}; 2 sections
  void waits() {
    std::unique_lock lock(m_);
    changed_.wait(lock, [this] { return x_ > 0; });
    --x_;
  }
  //= x_ r {m_}, y_ w {m_}, y_ r {m_}, x_ w {m_}; 2 sections
  void two_sections() {
    {
      std::lock_guard guard(m_);
      y_ = x_;
    }
    std::lock_guard guard(m_);
    x_ = y_;
  }
  //= x_ rw {m_}; 4 sections
  void many_sections(int count) {
    for (int i = 0; i < count; ++i) {
      std::lock_guard guard(m_);
      ++x_;
    }
  }
  //= secret_ r {}, secret_ r {secret_.mutex}, secret_.x rw {secret_.mutex}
  void behind_a_pointer() {
    std::lock_guard guard(secret_->mutex);
    ++secret_->x;
  }
  //= once_field_ w {once_}; all under once_
  void once() {
    std::call_once(once_, [this] { once_field_ = 1; });
  }

 private:
  std::unique_lock<std::mutex> acquired() { return std::unique_lock(m_); }
  void take() { m_.lock(); }
  void give() { m_.unlock(); }
  void recursive_inner() {
    std::lock_guard guard(r_);
    ++x_;
  }

  std::mutex m_, n_;
  mutable std::shared_mutex s_;
  std::recursive_mutex r_;
  SpinLock spin_;
  pthread_mutex_t p_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_rwlock_t q_ = PTHREAD_RWLOCK_INITIALIZER;
  std::array<std::mutex, 4> striped_;
  std::condition_variable changed_;
  std::once_flag once_;
  std::unique_ptr<Secret> secret_ = std::make_unique<Secret>();
  int x_ = 0;
  int y_ = 0;
  int once_field_ = 0;
};

}  // namespace headers
