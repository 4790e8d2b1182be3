// Programs of which it is known how many behaviours they have. The first argument names one, the second says
// how large it is, the third the orders of its atomic operations: relaxed, acq-rel or seq_cst.
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <shared_mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
// As the third argument has it.
std::memory_order load_order = kRelaxed, store_order = kRelaxed, update_order = kRelaxed;
constexpr int kMost = 8;

int size;
std::atomic<int> cells[kMost + 1];
volatile int x, y;  // every access is one
std::mutex a, b;

template <typename Body>
void each_of(int count, Body body) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}

void increments() {
  each_of(size, [](int) { cells[0].fetch_add(1, update_order); });
}

void writers() {
  each_of(size, [](int i) { cells[0].store(i + 1, store_order); });
}

void readers() {
  each_of(size, [](int i) {
    if (i == 0)
      cells[0].store(1, store_order);
    else
      static_cast<void>(cells[0].load(load_order));
  });
}

void two_counters() {
  each_of(2, [](int) {
    for (int i = 0; i < size; ++i) cells[0].store(cells[0].load(load_order) + 1, store_order);
  });
}

void store_buffers() {
  each_of(size, [](int i) {
    cells[i].store(1, store_order);
    static_cast<void>(cells[(i + 1) % size].load(load_order));
  });
}

void exchange_chain() {
  each_of(size, [](int i) {
    int expected = i;
    cells[0].compare_exchange_strong(expected, i + 1, update_order, kRelaxed);
  });
}

void last_zero() {
  each_of(size, [](int i) {
    if (i != 0) return cells[i].store(cells[i - 1].load(load_order) + 1, store_order);
    for (int k = size - 1; cells[k].load(load_order) != 0; --k) {
    }
  });
}

void message_chain() {
  each_of(size, [](int i) {
    if (i == 0 || cells[i].load(load_order) != 0) cells[i + 1].store(1, store_order);
    if (i == size - 1) static_cast<void>(cells[1].load(kRelaxed));
  });
}

void peterson() {
  static std::atomic<int> wants[2], turn;
  each_of(2, [](int i) {
    const int other = 1 - i;
    wants[i].store(1, store_order);
    turn.store(other, store_order);
    if (wants[other].load(load_order) != 0 && turn.load(load_order) == other) return;
    cells[0].store(i + 1, kRelaxed);
    wants[i].store(0, store_order);
  });
}

void locked_counter() {
  each_of(size, [](int) {
    const std::lock_guard lock(a);
    x = x + 1;
  });
}

void two_locks() {
  each_of(size, [](int) {
    {
      const std::lock_guard lock(a);
      x = x + 1;
    }
    const std::lock_guard lock(b);
    y = y + 1;
  });
}

// Threads that look for a free block, each from another one on.
void file_system() {
  static std::mutex inode_locks[2], block_locks[3];
  static volatile int inodes[2], busy[3];
  each_of(size, [](int thread) {
    const int i = thread % 2;
    const std::lock_guard lock(inode_locks[i]);
    if (inodes[i] != 0) return;
    for (int tried = 0, block = i * 2 % 3; tried < 3; ++tried, block = (block + 1) % 3) {
      const std::lock_guard block_lock(block_locks[block]);
      if (busy[block] != 0) continue;
      busy[block] = 1;
      inodes[i] = block + 1;
      return;
    }
  });
}

// ---- What nobody else counts; worked out by hand in the test.

void crossed_locks() {
  each_of(2, [](int i) {
    const std::lock_guard one(i == 0 ? a : b);
    const std::lock_guard two(i == 0 ? b : a);
  });
}

void tried_lock() {
  each_of(2, [](int) {
    if (!a.try_lock()) return;
    a.unlock();
  });
}

void signalled() {
  static std::condition_variable changed;
  each_of(2, [](int i) {
    std::unique_lock lock(a);
    if (i == 0) {
      while (x == 0) changed.wait(lock);
    } else {
      x = 1;
      changed.notify_one();
    }
  });
}

void woken() {
  static std::condition_variable changed;
  each_of(3, [](int i) {
    std::unique_lock lock(a);
    if (i < 2)
      changed.wait(lock);
    else
      changed.notify_one();
  });
}

void semaphore() {
  static sem_t free;
  sem_init(&free, 0, 1);
  each_of(size, [](int) {
    sem_wait(&free);
    sem_post(&free);
  });
}

void tried_semaphore() {
  static sem_t free;
  sem_init(&free, 0, 0);
  each_of(2, [](int i) {
    if (i == 0)
      sem_post(&free);
    else
      sem_trywait(&free);
  });
}

void barrier() {
  static pthread_barrier_t all;
  pthread_barrier_init(&all, nullptr, 2);
  each_of(2, [](int i) {
    cells[i].store(1, kRelaxed);
    pthread_barrier_wait(&all);
    static_cast<void>(cells[1 - i].load(kRelaxed));
  });
}

void shared_lock() {
  static std::shared_mutex lock;
  each_of(2, [](int i) {
    if (i == 0) {
      const std::lock_guard writer(lock);
      x = 1;
    } else {
      const std::shared_lock reader(lock);
      static_cast<void>(x);
    }
  });
}

void joins() {
  std::thread first([] { cells[0].store(1, kRelaxed); });
  std::thread second([] { static_cast<void>(cells[0].load(kRelaxed)); });
  first.join();
  cells[0].store(2, kRelaxed);
  second.join();
}

// ---- Loops that wait.

void flag() {
  each_of(2, [](int i) {
    if (i != 0) return cells[0].store(1);
    while (cells[0].load() == 0) {
    }
  });
}

void flag_with_yield() {
  each_of(2, [](int i) {
    if (i != 0) return cells[0].store(1);
    while (cells[0].load() == 0) std::this_thread::yield();
  });
}

void two_flags() {
  each_of(2, [](int i) {
    cells[i].store(1);
    while (cells[1 - i].load() == 0) {
    }
  });
}

void lost_flag() {
  each_of(2, [](int i) {
    if (i != 0) return cells[0].store(1);
    while (cells[0].load() != 2) {
    }
  });
}

void spin_lock() {
  static std::atomic_flag taken;
  each_of(size, [](int) {
    while (taken.test_and_set()) {
    }
    x = x + 1;
    taken.clear();
  });
}

void polled_under_lock() {
  each_of(2, [](int i) {
    for (;;) {
      const std::lock_guard lock(a);
      if (i != 0) x = 1;
      if (x != 0) return;
    }
  });
}

// No thread ever writes.
void polled_in_vain() {
  each_of(size, [](int) {
    for (;;) {
      const std::lock_guard lock(a);
      if (x != 0) return;
    }
  });
}

// Counts its rounds, so that none of them is like another.
void counted_retries() {
  std::thread other([] { cells[0].store(1, kRelaxed); });
  volatile int rounds = 0;
  while (cells[0].load(kRelaxed) == 0) rounds = rounds + 1;
  if (size != 0 && rounds >= size) std::abort();
  other.join();
}

// Once both have written, the first waits for ever: it may also have seen the one without the other.
void window() {
  each_of(3, [](int i) {
    if (i != 0) return cells[i].store(1);
    while (cells[1].load() == 0 || cells[2].load() != 0) {
    }
    std::abort();
  });
}

// ---- What needs memory orders.

// Fails where the flag is seen, but not the message.
void message() {
  each_of(2, [](int i) {
    if (i == 0) {
      cells[0].store(42, kRelaxed);
      cells[1].store(1, store_order);
    } else if (cells[1].load(load_order) == 1 && cells[0].load(kRelaxed) != 42) {
      std::abort();
    }
  });
}

// The same, by what is not atomic: with too weak orders that is a race.
void plain_message() {
  static int message;
  each_of(2, [](int i) {
    if (i == 0) {
      message = 42;
      cells[1].store(1, store_order);
    } else if (cells[1].load(load_order) == 1 && message != 42) {
      std::abort();
    }
  });
}

// By fences, each of them an own operation's.
void fenced_message() {
  each_of(2, [](int i) {
    if (i == 0) {
      cells[0].store(42, kRelaxed);
      if (store_order != kRelaxed) std::atomic_thread_fence(std::memory_order_release);
      cells[1].store(1, kRelaxed);
    } else if (cells[1].load(kRelaxed) == 1) {
      if (load_order != kRelaxed) std::atomic_thread_fence(std::memory_order_acquire);
      if (cells[0].load(kRelaxed) != 42) std::abort();
    }
  });
}

// Two spin locks of one thread each, by Dekker's idea: only seq_cst keeps both out.
void dekker() {
  static std::atomic<int> inside;
  each_of(2, [](int i) {
    cells[i].store(1, store_order);
    if (cells[1 - i].load(load_order) != 0) return;
    if (inside.fetch_add(1, kRelaxed) != 0) std::abort();
  });
}

// A lock of its own. What it guards is not atomic.
void exchange_lock() {
  static std::atomic<int> taken;
  static int guarded;
  each_of(size, [](int) {
    while (taken.exchange(1, load_order) != 0) {
    }
    if (guarded++ < 0) std::abort();
    taken.store(0, store_order);
  });
}

// A flag that is waited for.
void awaited_message() {
  each_of(2, [](int i) {
    if (i == 0) {
      cells[0].store(42, kRelaxed);
      cells[1].store(1, store_order);
      return;
    }
    while (cells[1].load(load_order) == 0) {
    }
    if (cells[0].load(kRelaxed) != 42) std::abort();
  });
}

void weak_exchange() {
  each_of(2, [](int i) {
    int expected = 0;
    cells[0].compare_exchange_weak(expected, i + 1, update_order, kRelaxed);
  });
}

// A word, and its first byte.
void several_sizes() {
  static unsigned word;
  each_of(2, [](int i) {
    if (i == 0)
      __atomic_store_n(&word, 1u, __ATOMIC_RELAXED);
    else
      __atomic_store_n(reinterpret_cast<unsigned char*>(&word), 2, __ATOMIC_RELAXED);
  });
}

// The load may see 0 although the seq_cst store is executed before it: the order of seq_cst operations runs
// against that of the exchanges.
void order_against_time() {
  each_of(2, [](int i) {
    if (i == 0) {
      cells[0].store(1);
      cells[1].exchange(2, kRelaxed);
    } else if (cells[1].exchange(3, std::memory_order_acquire) == 2 && cells[0].load() == 0) {
      std::abort();
    }
  });
}

struct Program {
  std::string_view name;
  void (*run)();
};

constexpr Program kPrograms[] = {{"increments", increments},
                                 {"writers", writers},
                                 {"readers", readers},
                                 {"two_counters", two_counters},
                                 {"store_buffers", store_buffers},
                                 {"exchange_chain", exchange_chain},
                                 {"last_zero", last_zero},
                                 {"message_chain", message_chain},
                                 {"peterson", peterson},
                                 {"locked_counter", locked_counter},
                                 {"two_locks", two_locks},
                                 {"file_system", file_system},
                                 {"crossed_locks", crossed_locks},
                                 {"tried_lock", tried_lock},
                                 {"signalled", signalled},
                                 {"woken", woken},
                                 {"semaphore", semaphore},
                                 {"tried_semaphore", tried_semaphore},
                                 {"barrier", barrier},
                                 {"shared_lock", shared_lock},
                                 {"joins", joins},
                                 {"flag", flag},
                                 {"flag_with_yield", flag_with_yield},
                                 {"two_flags", two_flags},
                                 {"lost_flag", lost_flag},
                                 {"spin_lock", spin_lock},
                                 {"polled_under_lock", polled_under_lock},
                                 {"polled_in_vain", polled_in_vain},
                                 {"counted_retries", counted_retries},
                                 {"window", window},
                                 {"message", message},
                                 {"plain_message", plain_message},
                                 {"fenced_message", fenced_message},
                                 {"dekker", dekker},
                                 {"exchange_lock", exchange_lock},
                                 {"awaited_message", awaited_message},
                                 {"order_against_time", order_against_time},
                                 {"weak_exchange", weak_exchange},
                                 {"several_sizes", several_sizes}};

void set_orders(std::string_view name) {
  if (name == "acq-rel") {
    load_order = std::memory_order_acquire;
    store_order = std::memory_order_release;
    update_order = std::memory_order_acq_rel;
  }
  if (name == "seq_cst") load_order = store_order = update_order = std::memory_order_seq_cst;
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 2) size = std::atoi(arguments[2]);
  if (count > 3) set_orders(arguments[3]);
  for (const Program& each : kPrograms)
    if (count > 1 && each.name == arguments[1]) return each.run(), 0;
  return 99;
}
