// Small programs with and without a data race, one for each memory order and each way to synchronise: the
// first argument names one, the second who of the two threads is to come first. races_test.cc knows which of
// them race; ThreadSanitizer is asked, too.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

// What nobody else could read, no compiler would write.
int data = 0;
int other = 0;
volatile int seen = 0;

struct Flags {
  char first = 0, second = 0, third = 0, fourth = 0;
} flags;

struct Bits {
  unsigned first : 4;
  unsigned second : 4;
} bits;

union Word {
  std::uint64_t whole;
  std::uint32_t halves[2];
} word;

namespace {

// Where nobody else decides, the one that comes first is far ahead of the other.
enum class Ahead { kNobody, kFirst, kSecond };
Ahead ahead = Ahead::kNobody;

void together(const std::function<void()>& one, const std::function<void()>& two) {
  const bool swapped = ahead == Ahead::kSecond;
  std::thread first(swapped ? two : one);
  if (ahead != Ahead::kNobody) usleep(20'000);
  std::thread second(swapped ? one : two);
  first.join();
  second.join();
}

// The second one hands over only if the first has: a program does this once, so that no schedule waits.
template <std::memory_order kStore, std::memory_order kLoad>
void pass_message() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.store(1, kStore);
      },
      [&] {
        if (ready.load(kLoad) == 1) seen = data;
      });
}

template <std::memory_order kOrder>
void pass_by_update() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.fetch_add(1, kOrder);
      },
      [&] {
        if (ready.fetch_add(1, kOrder) == 1) seen = data;
      });
}

template <std::memory_order kSuccess, std::memory_order kFailure>
void pass_by_exchange() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.store(1, std::memory_order_release);
      },
      [&] {
        int expected = 1;
        if (ready.compare_exchange_strong(expected, 2, kSuccess, kFailure)) seen = data;
      });
}

// The exchange fails, and what it finds says that the data are there.
template <std::memory_order kFailure>
void pass_by_failed_exchange() {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        ready.store(1, std::memory_order_release);
      },
      [&] {
        int expected = 7;
        if (!ready.compare_exchange_strong(expected, 2, std::memory_order_acquire, kFailure) && expected == 1)
          seen = data;
      });
}

void pass_by_fences(bool release, bool acquire) {
  std::atomic<int> ready{0};
  together(
      [&] {
        data = 1;
        if (release) std::atomic_thread_fence(std::memory_order_release);
        ready.store(1, std::memory_order_relaxed);
      },
      [&] {
        if (ready.load(std::memory_order_relaxed) != 1) return;
        if (acquire) std::atomic_thread_fence(std::memory_order_acquire);
        seen = data;
      });
}

// A third thread's update goes on with the release sequence; its store ends it.
void pass_through_third(bool by_update) {
  std::atomic<int> ready{0};
  std::thread third([&] {
    if (by_update)
      ready.fetch_add(1, std::memory_order_relaxed);
    else if (ready.load(std::memory_order_relaxed) == 1)
      ready.store(2, std::memory_order_relaxed);
  });
  together(
      [&] {
        data = 1;
        ready.fetch_add(1, std::memory_order_release);
      },
      [&] {
        if (ready.load(std::memory_order_acquire) == 2) seen = data;
      });
  third.join();
}

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

// --- What is accessed ---

void neighbours() {
  together([] { flags.first = 1; }, [] { flags.second = 1; });
}

void bit_fields() {
  together([] { bits.first = 1; }, [] { bits.second = 1; });
}

void overlap() {
  together([] { word.whole = 1; }, [] { word.halves[1] = 2; });
}

void apart() {
  together([] { word.halves[0] = 1; }, [] { word.halves[1] = 2; });
}

void readers() {
  data = 1;
  together([] { seen = data; }, [] { other = data; });
}

void atomic_and_plain(bool plain_writes) {
  static std::atomic<int> atomic{0};
  int* const plain = reinterpret_cast<int*>(&atomic);
  together([] { atomic.store(1, std::memory_order_seq_cst); },
           [=] {
             if (plain_writes)
               *plain = 2;
             else
               seen = *plain;
           });
}

void atomics() {
  static std::atomic<int> atomic{0};
  together([] { atomic.store(1, std::memory_order_relaxed); },
           [] { seen = atomic.load(std::memory_order_relaxed); });
}

void two_atomics() {
  static std::atomic<int> one{0}, two{0};
  together(
      [] {
        data = 1;
        one.store(1);
      },
      [] {
        if (two.load() == 0) seen = data;
      });
}

volatile int flag = 0;

void volatile_flag() {
  together([] { flag = 1; }, [] { seen = flag; });
}

void heap_block() {
  int* const block = new int[4]{};
  together([=] { block[2] = 1; }, [=] { seen = block[2]; });
  delete[] block;
}

// Memory that is given back and taken again by another thread is other memory.
void reused_block() {
  const auto work = [] {
    int* const block = new int(1);
    *block = 2;
    delete block;
  };
  together(work, work);
}

void copied_memory() {
  static char from[64], to[64];
  together([] { std::memcpy(to, from, sizeof to); }, [] { seen = to[40]; });
}

void copied_string(bool locked) {
  static std::string text = "a text that is longer than what fits into the object";
  static std::mutex lock;
  together(
      [=] {
        std::unique_lock<std::mutex> guard(lock, std::defer_lock);
        if (locked) guard.lock();
        text = "another text that is longer than what fits into the object";
      },
      [=] {
        std::unique_lock<std::mutex> guard(lock, std::defer_lock);
        if (locked) guard.lock();
        const std::string copy = text;
        seen = copy[0];
      });
}

void vector_growth() {
  static std::vector<int> numbers(1);
  together([] { numbers.push_back(1); }, [] { seen = static_cast<int>(numbers.size()); });
}

void map_insertion(bool locked) {
  static std::map<int, int> numbers;
  static std::mutex lock;
  const auto insert = [=](int number) {
    std::unique_lock<std::mutex> guard(lock, std::defer_lock);
    if (locked) guard.lock();
    numbers.emplace(number, number);
  };
  together([=] { insert(1); }, [=] { insert(2); });
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

// The last one who lets go destroys: its decrement has to acquire what the others did.
void last_reference() {
  static std::atomic<int> references;
  references = 2;
  int* const object = new int(0);
  const auto let_go = [=](int number) {
    if (number == 1) *object = 1;
    if (references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete object;
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

const std::map<std::string, std::function<void()>>& cases() {
  using enum std::memory_order;
  static const std::map<std::string, std::function<void()>> all = {
      {"relaxed_relaxed", pass_message<relaxed, relaxed>},
      {"release_relaxed", pass_message<release, relaxed>},
      {"relaxed_acquire", pass_message<relaxed, acquire>},
      {"release_acquire", pass_message<release, acquire>},
      {"release_consume", pass_message<release, consume>},
      {"release_seq_cst", pass_message<release, seq_cst>},
      {"seq_cst_acquire", pass_message<seq_cst, acquire>},
      {"seq_cst_seq_cst", pass_message<seq_cst, seq_cst>},
      {"update_relaxed", pass_by_update<relaxed>},
      {"update_acquire", pass_by_update<acquire>},
      {"update_release", pass_by_update<release>},
      {"update_acq_rel", pass_by_update<acq_rel>},
      {"update_seq_cst", pass_by_update<seq_cst>},
      {"exchange_acquire", pass_by_exchange<acquire, relaxed>},
      {"exchange_relaxed", pass_by_exchange<relaxed, relaxed>},
      {"failed_exchange_acquire", pass_by_failed_exchange<acquire>},
      {"failed_exchange_relaxed", pass_by_failed_exchange<relaxed>},
      {"fences", [] { pass_by_fences(true, true); }},
      {"release_fence_only", [] { pass_by_fences(true, false); }},
      {"acquire_fence_only", [] { pass_by_fences(false, true); }},
      {"release_sequence_update", [] { pass_through_third(true); }},
      {"release_sequence_broken", [] { pass_through_third(false); }},
      {"no_lock", [] { together([] { ++data; }, [] { ++data; }); }},
      {"mutex",
       [] {
         std::mutex lock;
         by_lock(lock, true);
       }},
      {"mutex_one_side",
       [] {
         std::mutex lock;
         by_lock(lock, false);
       }},
      {"recursive_mutex",
       [] {
         std::recursive_mutex lock;
         by_lock(lock, true);
       }},
      {"two_mutexes", by_two_locks},
      {"try_lock", [] { by_try_lock(true); }},
      {"try_lock_ignored", [] { by_try_lock(false); }},
      {"timed_mutex", by_timed_lock},
      {"shared_mutex", [] { by_shared_lock(false); }},
      {"shared_mutex_readers", [] { by_shared_lock(true); }},
      {"spin_lock", by_spin_lock},
      {"condition", [] { by_condition(false); }},
      {"condition_unlocked", [] { by_condition(true); }},
      {"condition_late", after_condition},
      {"semaphore", [] { by_semaphore(true); }},
      {"semaphore_open", [] { by_semaphore(false); }},
      {"counting_semaphore", by_counting_semaphore},
      {"barrier", [] { by_barrier(true); }},
      {"barrier_before", [] { by_barrier(false); }},
      {"barrier_rounds", by_two_rounds},
      {"call_once", [] { by_call_once(true); }},
      {"call_once_not_called", [] { by_call_once(false); }},
      {"static_variable", by_static},
      {"creation", [] { by_creation(true); }},
      {"creation_late", [] { by_creation(false); }},
      {"join", [] { by_join(true); }},
      {"join_late", [] { by_join(false); }},
      {"future", by_future},
      {"async", by_async},
      {"pipe", [] { by_pipe(true); }},
      {"pipe_not_read", [] { by_pipe(false); }},
      {"neighbours", neighbours},
      {"bit_fields", bit_fields},
      {"overlap", overlap},
      {"apart", apart},
      {"readers", readers},
      {"atomic_plain_read", [] { atomic_and_plain(false); }},
      {"atomic_plain_write", [] { atomic_and_plain(true); }},
      {"atomics", atomics},
      {"two_atomics", two_atomics},
      {"volatile_flag", volatile_flag},
      {"heap_block", heap_block},
      {"reused_block", reused_block},
      {"copied_memory", copied_memory},
      {"string", [] { copied_string(false); }},
      {"string_locked", [] { copied_string(true); }},
      {"vector_growth", vector_growth},
      {"map", [] { map_insertion(false); }},
      {"map_locked", [] { map_insertion(true); }},
      {"shared_pointer_count", shared_pointer_count},
      {"shared_pointer_itself", shared_pointer_itself},
      {"last_reference", last_reference},
      {"virtual_call", virtual_call},
      {"double_checked", [] { double_checked(acquire, release); }},
      {"double_checked_relaxed", [] { double_checked(relaxed, relaxed); }},
      {"relaxed_counter", relaxed_counter},
  };
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || !cases().contains(arguments[1])) {
    for (const auto& [name, run] : cases()) std::puts(name.c_str());
    return 2;
  }
  if (count == 3) ahead = std::string(arguments[2]) == "first" ? Ahead::kFirst : Ahead::kSecond;
  cases().at(arguments[1])();
  return 0;
}
