// Commons Pool, a pool of objects that are expensive to make. Threads borrow objects and give them back, add
// and evict idle ones, wait until none is in use, and read and change the pool's settings.
// Bug: who gives an object back wakes only one of those that wait, and they wait for different things: some
// for a free place, some for all objects to be back. Hangs when the one that is woken needs no place, another
// one that does sleeps on, and nobody gives anything back any more.
// What is called from several places is never inlined: a lock statement is one place in the program.
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "support/fixed.h"

using namespace subjects;

struct Object {
  int id = 0;
  int uses = 0;
};

class Factory {
 public:
  [[gnu::noinline]] Object make() {
    std::lock_guard lock(mutex_);
    ++alive_;
    return {.id = ++made_};
  }
  [[gnu::noinline]] void destroy(const Object&) {
    std::lock_guard lock(mutex_);
    --alive_;
  }
  [[gnu::noinline]] bool is_valid(const Object& object) const {
    std::lock_guard lock(mutex_);
    return object.uses < max_uses_;
  }
  void passivate(Object& object) {
    std::lock_guard lock(mutex_);
    ++object.uses;
  }
  int alive() const {
    std::lock_guard lock(mutex_);
    return alive_;
  }

 private:
  mutable std::mutex mutex_;
  int made_ = 0, alive_ = 0, max_uses_ = 2;
};

class Pool {
 public:
  explicit Pool(Factory& factory) : factory_(factory) {}

  // Nothing if the pool is closed.
  std::optional<Object> borrow() {
    std::optional<Object> object;
    bool test = false;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return closed_ || active_ < max_active_; });
      if (closed_) return std::nullopt;
      ++active_;
      object = take_idle();
      test = test_on_borrow_;
    }
    if (object && test && !factory_.is_valid(*object)) {
      factory_.destroy(*object);
      object.reset();
    }
    return object ? object : factory_.make();
  }

  void give_back(Object object) {
    factory_.passivate(object);
    if (test_on_return() && !factory_.is_valid(object)) return invalidate(object);
    std::unique_lock lock(mutex_);
    --active_;
    const bool keep = !closed_ && idle_.size() < max_idle_;
    if (keep) idle_.push_back(object);
    notify();
    lock.unlock();
    if (!keep) factory_.destroy(object);
  }

  [[gnu::noinline]] void invalidate(const Object& object) {
    factory_.destroy(object);
    std::lock_guard lock(mutex_);
    --active_;
    notify();
  }

  [[gnu::noinline]] void add_object() {
    {
      std::lock_guard lock(mutex_);
      if (closed_ || idle_.size() >= max_idle_) return;
    }
    keep_idle(factory_.make());
  }

  void ensure_min_idle() {
    std::unique_lock lock(mutex_);
    const std::size_t missing = idle_.size() < min_idle_ ? min_idle_ - idle_.size() : 0;
    lock.unlock();
    for (std::size_t i = 0; i < missing; ++i) add_object();
  }

  // Destroys idle objects that are no longer valid.
  void evict() {
    const int tests = tests_per_eviction();
    for (int i = 0; i < tests; ++i) {
      std::unique_lock lock(mutex_);
      const std::optional<Object> object = take_idle();
      const bool test = test_while_idle_;
      lock.unlock();
      if (!object) return;
      if (test && !factory_.is_valid(*object)) {
        factory_.destroy(*object);
      } else {
        keep_idle(*object);
      }
    }
  }

  [[gnu::noinline]] void clear() {
    std::unique_lock lock(mutex_);
    const std::deque<Object> removed = std::exchange(idle_, {});
    lock.unlock();
    for (const Object& object : removed) factory_.destroy(object);
  }

  void close() {
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
      changed_.notify_all();
    }
    clear();
  }

  // Until no object is in use.
  void await_unused() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return active_ == 0; });
  }

  std::size_t num_active() const {
    std::lock_guard lock(mutex_);
    return active_;
  }
  std::size_t num_idle() const {
    std::lock_guard lock(mutex_);
    return idle_.size();
  }
  bool is_closed() const {
    std::lock_guard lock(mutex_);
    return closed_;
  }

  std::size_t max_active() const {
    std::lock_guard lock(mutex_);
    return max_active_;
  }
  void set_max_active(std::size_t count) {
    std::lock_guard lock(mutex_);
    max_active_ = count;
    changed_.notify_all();
  }
  std::size_t max_idle() const {
    std::lock_guard lock(mutex_);
    return max_idle_;
  }
  void set_max_idle(std::size_t count) {
    std::lock_guard lock(mutex_);
    max_idle_ = count;
  }
  std::size_t min_idle() const {
    std::lock_guard lock(mutex_);
    return min_idle_;
  }
  void set_min_idle(std::size_t count) {
    std::lock_guard lock(mutex_);
    min_idle_ = count;
  }
  bool is_lifo() const {
    std::lock_guard lock(mutex_);
    return lifo_;
  }
  void set_lifo(bool lifo) {
    std::lock_guard lock(mutex_);
    lifo_ = lifo;
  }
  bool test_on_borrow() const {
    std::lock_guard lock(mutex_);
    return test_on_borrow_;
  }
  void set_test_on_borrow(bool test) {
    std::lock_guard lock(mutex_);
    test_on_borrow_ = test;
  }
  [[gnu::noinline]] bool test_on_return() const {
    std::lock_guard lock(mutex_);
    return test_on_return_;
  }
  void set_test_on_return(bool test) {
    std::lock_guard lock(mutex_);
    test_on_return_ = test;
  }
  bool test_while_idle() const {
    std::lock_guard lock(mutex_);
    return test_while_idle_;
  }
  void set_test_while_idle(bool test) {
    std::lock_guard lock(mutex_);
    test_while_idle_ = test;
  }
  [[gnu::noinline]] int tests_per_eviction() const {
    std::lock_guard lock(mutex_);
    return tests_per_eviction_;
  }
  void set_tests_per_eviction(int count) {
    std::lock_guard lock(mutex_);
    tests_per_eviction_ = count;
  }

 private:
  void notify() { kFixed ? changed_.notify_all() : changed_.notify_one(); }

  std::optional<Object> take_idle() {
    if (idle_.empty()) return std::nullopt;
    const Object object = lifo_ ? idle_.back() : idle_.front();
    lifo_ ? idle_.pop_back() : idle_.pop_front();
    return object;
  }

  [[gnu::noinline]] void keep_idle(const Object& object) {
    std::unique_lock lock(mutex_);
    const bool keep = !closed_ && idle_.size() < max_idle_;
    if (keep) idle_.push_back(object);
    lock.unlock();
    if (!keep) factory_.destroy(object);
  }

  Factory& factory_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // there is a free place, or no object is in use any more
  std::deque<Object> idle_;
  std::size_t active_ = 0, max_active_ = 2, max_idle_ = 2, min_idle_ = 1;
  int tests_per_eviction_ = 2;
  bool lifo_ = true, test_on_borrow_ = false, test_on_return_ = false, test_while_idle_ = false;
  bool closed_ = false;
};

void use(Pool& pool) {
  if (const std::optional<Object> object = pool.borrow()) pool.give_back(*object);
  if (const std::optional<Object> object = pool.borrow()) pool.invalidate(*object);
}

void maintain(Pool& pool) {
  pool.add_object();
  pool.ensure_min_idle();
  pool.evict();
  pool.await_unused();
  pool.clear();
}

void configure(Pool& pool) {
  pool.set_max_active(2);
  pool.set_max_idle(3);
  pool.set_min_idle(2);
  pool.set_lifo(false);
  pool.set_test_on_borrow(true);
  pool.set_test_on_return(true);
  pool.set_test_while_idle(true);
  pool.set_tests_per_eviction(1);
}

void report(const Pool& pool) {
  pool.num_active();
  pool.num_idle();
  pool.is_closed();
  pool.max_active();
  pool.max_idle();
  pool.min_idle();
  pool.is_lifo();
  pool.test_on_borrow();
  pool.test_on_return();
  pool.test_while_idle();
  pool.tests_per_eviction();
}

int main() {
  Factory factory;
  Pool pool(factory);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(use, std::ref(pool));
  for (int i = 0; i < 2; ++i) threads.emplace_back(maintain, std::ref(pool));
  for (int i = 0; i < 2; ++i) threads.emplace_back(configure, std::ref(pool));
  for (int i = 0; i < 2; ++i) threads.emplace_back(report, std::cref(pool));
  for (std::thread& thread : threads) thread.join();
  pool.close();
  assert(factory.alive() == 0);
}
