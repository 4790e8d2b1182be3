// Objects from their making to their end: publication, ownership, memory that is used again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>

#include "case.h"

namespace race_cases::lifetime {

// Memory that is given back and taken again by another thread is other memory.
void reused_block() {
  const auto work = [] {
    int* const block = new int(1);
    *block = 2;
    delete block;
  };
  together(work, work);
}

void shared_pointer_count() {
  const auto pointer = std::make_shared<int>(1);
  together([copy = pointer] { seen = *copy; }, [copy = pointer] { other = *copy; });
}

void shared_pointer_itself() {
  static std::shared_ptr<int> pointer = std::make_shared<int>(1);
  together([] { pointer = std::make_shared<int>(2); },
           [] {
             const std::shared_ptr<int> copy = pointer;
             seen = *copy;
           });
}

// The thread that lets go last destroys: its decrement has to acquire what the others did.
void last_reference(std::memory_order order) {
  static std::atomic<int> references;
  references = 2;
  int* const object = new int(0);
  const auto let_go = [=](int number) {
    if (number == 1) *object = 1;
    if (references.fetch_sub(1, order) == 1) delete object;
  };
  together([=] { let_go(1); }, [=] { let_go(2); });
}

struct Base {
  virtual ~Base() = default;
  virtual int number() const { return 1; }
};
struct Derived : Base {
  int number() const override { return 2; }
};

void virtual_call() {
  static Derived* object = new Derived;
  together([] { seen = object->number(); }, [] { other = object->number(); });
}

void double_checked(std::memory_order load, std::memory_order store) {
  static std::atomic<int*> instance{nullptr};
  static std::mutex lock;
  const auto get = [=] {
    int* found = instance.load(load);
    if (found == nullptr) {
      const std::lock_guard<std::mutex> guard(lock);
      found = instance.load(std::memory_order_relaxed);
      if (found == nullptr) {
        found = new int(42);
        instance.store(found, store);
      }
    }
    return *found;
  };
  together([=] { seen = get(); }, [=] { other = get(); });
}

void relaxed_counter() {
  static std::atomic<int> done{0};
  const auto work = [] {
    data = 1;
    done.fetch_add(1, std::memory_order_relaxed);
  };
  together(work, [] {
    if (done.load(std::memory_order_relaxed) == 1) seen = data;
  });
}

// The object is complete before its pointer is stored.
template <std::memory_order kStore, std::memory_order kLoad>
void published_object() {
  static std::atomic<Base*> object{nullptr};
  together([] { object.store(new Derived, kStore); },
           [] {
             if (Base* const found = object.load(kLoad)) seen = found->number();
           });
}

// The maker never writes to the block: what it does is take it from the heap.
template <std::memory_order kStore, std::memory_order kLoad>
void published_block() {
  static std::atomic<int*> block{nullptr};
  together([] { block.store(static_cast<int*>(std::malloc(64)), kStore); },
           [] {
             if (int* const found = block.load(kLoad)) found[3] = 1;
           });
}

void published_without_atomic() {
  static int* block = nullptr;
  together([] { block = new int(1); },
           [] {
             if (block != nullptr) seen = 1;
           });
}

// A pointer changes hands: each thread that finds one owns it.
template <std::memory_order kOrder>
void owned_by_exchange() {
  static std::atomic<int*> slot{nullptr};
  together(
      [] {
        int* const mine = new int(1);
        if (int* const old = slot.exchange(mine, kOrder)) delete old;
      },
      [] {
        if (int* const found = slot.exchange(nullptr, kOrder)) {
          ++*found;
          delete found;
        }
      });
}

void deleted_while_used() {
  int* const number = new int(1);
  together([=] { seen = *number; }, [=] { delete number; });
}

void deleted_after_join() {
  int* const number = new int(1);
  together([=] { look_at(*number); }, [=] { look_at(*number); });
  delete number;
}

void weak_pointer() {
  const auto owner = std::make_shared<int>(1);
  std::weak_ptr<int> weak = owner;
  together([copy = owner]() mutable { copy.reset(); },
           [=] {
             if (const std::shared_ptr<int> found = weak.lock()) seen = *found;
           });
}

// The functions for shared pointers lock by themselves.
void atomic_shared_pointer() {
  static std::shared_ptr<int> pointer = std::make_shared<int>(1);
  together([] { std::atomic_store(&pointer, std::make_shared<int>(2)); },
           [] { seen = *std::atomic_load(&pointer); });
}

void queue_of_owners() {
  static std::mutex lock;
  static std::deque<std::unique_ptr<int>> queue;
  together(
      [] {
        auto number = std::make_unique<int>(1);
        *number = 2;
        const std::lock_guard guard(lock);
        queue.push_back(std::move(number));
      },
      [] {
        std::unique_ptr<int> number;
        {
          const std::lock_guard guard(lock);
          if (queue.empty()) return;
          number = std::move(queue.front());
          queue.pop_front();
        }
        seen = ++*number;
      });
}

// The queue is locked, what its entries point to is not.
void queue_of_pointers() {
  static std::mutex lock;
  static std::deque<int*> queue;
  together(
      [] {
        int* const number = new int(1);
        {
          const std::lock_guard guard(lock);
          queue.push_back(number);
        }
        *number = 2;
      },
      [] {
        int* number = nullptr;
        {
          const std::lock_guard guard(lock);
          if (queue.empty()) return;
          number = queue.front();
        }
        seen = *number;
      });
}

// A pool of one block: memory that never goes back to the heap.
void pool(bool locked) {
  static std::mutex lock;
  static int storage;
  static int* free_block = &storage;
  const auto work = [=] {
    int* mine = nullptr;
    {
      std::unique_lock guard(lock, std::defer_lock);
      if (locked) guard.lock();
      std::swap(mine, free_block);
    }
    if (mine == nullptr) return;
    new (mine) int(1);
    ++*mine;
    std::unique_lock guard(lock, std::defer_lock);
    if (locked) guard.lock();
    free_block = mine;
  };
  together(work, work);
}

void write_to(int* numbers) {
  for (int i = 0; i < 4; ++i) numbers[i] += i;
}

// Threads one after the other use the same stack, and which one a thread gets depends on who has ended.
void stack_used_again() {
  const auto helper = [] {
    int local[4] = {};
    std::invoke(&write_to, local);
    look_at(local[2]);
  };
  const auto work = [=] {
    for (int i = 0; i < 2; ++i) std::thread(helper).join();
  };
  together(work, work);
}

struct Counter {
  int count = 0;
  ~Counter() { look_at(count); }
};
thread_local Counter counter;

void thread_local_used_again() {
  const auto helper = [] { ++counter.count; };
  const auto work = [=] {
    for (int i = 0; i < 2; ++i) std::thread(helper).join();
  };
  together(work, work);
}

// An object with a thread of its own that uses it until the destructor has joined it.
class Worker {
 public:
  explicit Worker(bool joins_first) : joins_first_(joins_first) {}
  virtual ~Worker() {
    if (joins_first_) thread_.join();
    ++work_;
    look_at(work_);
    if (!joins_first_) thread_.join();
  }
  void start() {
    thread_ = std::thread([this] { seen = work_; });
  }

 private:
  bool joins_first_;
  int work_ = 1;
  std::thread thread_;
};

void destructor_joins(bool first) {
  Worker worker(first);
  worker.start();
}

// The vtable of a part is in place while the thread that the part's constructor started runs.
struct Part {
  Part() : thread([this] { seen = number(); }) {}
  virtual ~Part() { thread.join(); }
  virtual int number() { return 1; }
  std::thread thread;
};
struct Whole final : Part {
  int number() override { return 2; }
};

void thread_of_constructor() {
  const std::unique_ptr<Part> whole = std::make_unique<Whole>();
}

void captured_by_reference(bool joins_first) {
  auto number = std::make_unique<int>(1);
  std::thread thread([&number] { seen = *number; });
  if (joins_first) thread.join();
  *number = 2;
  if (!joins_first) thread.join();
}

void argument_copied() {
  int number = 1;
  std::thread thread([](int copy) { seen = copy; }, number);
  number = 2;
  thread.join();
}

void argument_by_reference() {
  int number = 1;
  std::thread thread([](int& same) { seen = same; }, std::ref(number));
  number = 2;
  thread.join();
}

// The waiter may destroy both when it knows that the other thread is past them.
void destroyed_by_waiter() {
  struct Shared {
    std::mutex lock;
    std::condition_variable changed;
    bool ready = false;
  };
  auto shared = std::make_unique<Shared>();
  std::thread thread([object = shared.get()] {
    const std::lock_guard guard(object->lock);
    object->ready = true;
    object->changed.notify_one();
  });
  {
    std::unique_lock guard(shared->lock);
    shared->changed.wait(guard, [&] { return shared->ready; });
  }
  thread.join();
  shared.reset();
}

Cases chapter() {
  using enum Right;
  using enum std::memory_order;
  static constexpr Case kAll[] = {
      {"reused_block", kClean, reused_block},
      {"shared_pointer_count", kClean, shared_pointer_count},
      {"shared_pointer_itself", kRacy, shared_pointer_itself},
      {"shared_pointer_atomic", kClean, atomic_shared_pointer},
      {"weak_pointer", kClean, weak_pointer},
      {"last_reference", kClean, [] { last_reference(acq_rel); }},
      {"last_reference_relaxed", kRacy, [] { last_reference(relaxed); }},
      {"virtual_call", kClean, virtual_call},
      {"double_checked", kClean, [] { double_checked(acquire, release); }},
      {"double_checked_relaxed", kRacy, [] { double_checked(relaxed, relaxed); }},
      {"relaxed_counter", kRacy, relaxed_counter},
      {"published_object", kClean, published_object<release, acquire>},
      {"published_object_relaxed", kRacy, published_object<relaxed, relaxed>},
      {"published_block", kClean, published_block<release, acquire>},
      {"published_block_relaxed", kRacy, published_block<relaxed, relaxed>},
      {"published_without_atomic", kRacy, published_without_atomic},
      {"owned_by_exchange", kClean, owned_by_exchange<acq_rel>},
      {"owned_by_exchange_relaxed", kRacy, owned_by_exchange<relaxed>},
      {"deleted_while_used", kRacy, deleted_while_used},
      {"deleted_after_join", kClean, deleted_after_join},
      {"queue_of_owners", kClean, queue_of_owners},
      {"queue_of_pointers", kRacy, queue_of_pointers},
      {"pool", kClean, [] { pool(true); }},
      {"pool_unlocked", kRacy, [] { pool(false); }},
      {"stack_used_again", kClean, stack_used_again},
      {"thread_local_used_again", kClean, thread_local_used_again},
      {"destructor_joins_first", kClean, [] { destructor_joins(true); }},
      {"destructor_joins_late", kRacy, [] { destructor_joins(false); }},
      {"thread_of_constructor", kRacy, thread_of_constructor},
      {"captured_by_reference", kRacy, [] { captured_by_reference(false); }},
      {"captured_and_joined", kClean, [] { captured_by_reference(true); }},
      {"argument_copied", kClean, argument_copied},
      {"argument_by_reference", kRacy, argument_by_reference},
      {"destroyed_by_waiter", kClean, destroyed_by_waiter},
  };
  return kAll;
}

}  // namespace race_cases::lifetime
