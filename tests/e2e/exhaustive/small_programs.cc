// Programs so small that every schedule of them can be executed. The first argument names one. How it ended
// is the status: 0 for the first state that anybody thinks of, others for others.
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace {

volatile int x, y, z;  // every access is one
int r1, r2, r3, r4;
std::mutex a, b;

template <typename... Bodies>
void together(Bodies... bodies) {
  std::thread threads[] = {std::thread(bodies)...};
  for (std::thread& each : threads) each.join();
}

int two_counters() {
  together([] { x = x + 1; }, [] { x = x + 1; });
  return 2 - x;
}

int three_counters() {
  together([] { x = x + 1; }, [] { x = x + 1; }, [] { x = x + 1; });
  return 3 - x;
}

int store_buffering() {
  together(
      [] {
        x = 1;
        r1 = y;
      },
      [] {
        y = 1;
        r2 = x;
      });
  return r1 * 2 + r2;
}

int load_buffering() {
  together(
      [] {
        r1 = y;
        x = 1;
      },
      [] {
        r2 = x;
        y = 1;
      });
  return r1 * 2 + r2;
}

int message_passing() {
  together(
      [] {
        x = 7;
        y = 1;
      },
      [] {
        r1 = y;
        r2 = x;
      });
  return r1 * 8 + r2;
}

int independent_writers() {
  together(
      [] {
        x = 1;
        x = 2;
      },
      [] {
        y = 1;
        y = 2;
      },
      [] {
        z = 1;
        z = 2;
      });
  return x + y + z - 6;
}

int independent_reads() {
  together([] { x = 1; }, [] { y = 1; },
           [] {
             r1 = x;
             r2 = y;
           },
           [] {
             r3 = y;
             r4 = x;
           });
  return r1 * 8 + r2 * 4 + r3 * 2 + r4;
}

int coherence() {
  together(
      [] {
        x = 1;
        x = 2;
      },
      [] {
        r1 = x;
        r2 = x;
      });
  return r1 * 3 + r2;
}

int locked_counters() {
  const auto count = [] {
    const std::lock_guard lock(a);
    x = x + 1;
  };
  together(count, count);
  return 2 - x;
}

int two_locks() {
  together(
      [] {
        const std::lock_guard lock(a);
        x = 1;
      },
      [] {
        const std::lock_guard lock(b);
        y = 1;
      });
  return 2 - x - y;
}

int lock_order() {
  together(
      [] {
        const std::lock_guard one(a);
        const std::lock_guard two(b);
        x = x + 1;
      },
      [] {
        const std::lock_guard one(b);
        const std::lock_guard two(a);
        x = x + 1;
      });
  return 2 - x;
}

int try_lock() {
  const auto attempt = [] {
    if (!a.try_lock()) return;
    x = x + 1;
    a.unlock();
  };
  together(attempt, attempt);
  return 2 - x;
}

int atomic_counters() {
  static std::atomic<int> count;
  together([] { r1 = count.fetch_add(1); }, [] { r2 = count.fetch_add(1); }, [] { r3 = count.load(); });
  return r1 * 6 + r2 * 3 + r3;
}

int compare_exchange() {
  static std::atomic<int> owner;
  together(
      [] {
        int none = 0;
        r1 = owner.compare_exchange_strong(none, 1);
      },
      [] {
        int none = 0;
        r2 = owner.compare_exchange_strong(none, 2);
      });
  return r1 * 2 + r2;
}

int waiting() {
  static std::condition_variable changed;
  together(
      [] {
        std::unique_lock lock(a);
        changed.wait(lock, [] { return x != 0; });
        y = x;
      },
      [] {
        const std::lock_guard lock(a);
        x = 3;
        changed.notify_one();
      });
  return 3 - y;
}

int lost_wakeup() {
  static std::condition_variable changed;
  together(
      [] {
        std::unique_lock lock(a);
        changed.wait(lock);
      },
      [] {
        const std::lock_guard lock(a);
        changed.notify_one();
      });
  return 0;
}

int semaphores() {
  static sem_t ready;
  sem_init(&ready, 0, 0);
  together(
      [] {
        x = 1;
        sem_post(&ready);
        x = 2;
      },
      [] {
        sem_wait(&ready);
        r1 = x;
      });
  return r1;
}

int readers_and_writer() {
  static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  const auto read = [](int& into) {
    pthread_rwlock_rdlock(&lock);
    into = x;
    pthread_rwlock_unlock(&lock);
  };
  together([&] { read(r1); }, [&] { read(r2); },
           [] {
             pthread_rwlock_wrlock(&lock);
             x = 1;
             pthread_rwlock_unlock(&lock);
           });
  return r1 * 2 + r2;
}

int barrier() {
  static pthread_barrier_t both;
  pthread_barrier_init(&both, nullptr, 2);
  together(
      [] {
        x = 1;
        pthread_barrier_wait(&both);
        r1 = y;
      },
      [] {
        y = 1;
        pthread_barrier_wait(&both);
        r2 = x;
      });
  return r1 * 2 + r2 - 3;
}

int once() {
  static std::once_flag flag;
  const auto initialise = [] { std::call_once(flag, [] { x = x + 1; }); };
  together(initialise, initialise);
  return x - 1;
}

int nested_threads() {
  together(
      [] {
        std::thread inner([] { x = x + 1; });
        y = y + 1;
        inner.join();
      },
      [] {
        x = x + 1;
        y = y + 1;
      });
  return 4 - x - y;
}

int conditional_thread() {
  static int started;
  together([] { x = 1; },
           [] {
             std::optional<std::thread> inner;
             if (x == 1) inner.emplace([] { started = 1; });
             if (inner) inner->join();
           });
  return started;
}

int halves() {
  static std::uint64_t word;
  together([] { word = 0x0000'0002'0000'0001; },
           [] {
             std::uint32_t low;
             std::memcpy(&low, &word, sizeof low);
             r1 = static_cast<int>(low);
             std::uint32_t high;
             std::memcpy(&high, reinterpret_cast<char*>(&word) + sizeof low, sizeof high);
             r2 = static_cast<int>(high);
           });
  return r1 * 3 + r2;
}

int publication() {
  static int* published;
  together(
      [] {
        int* made = new int(5);
        published = made;
      },
      [] {
        if (published != nullptr) r1 = *published;
      });
  delete published;
  return r1;
}

int lazy_initialisation() {
  static int* instance;
  static int made;
  const auto get = [] {
    if (instance == nullptr) {
      made++;
      instance = &made;
    }
  };
  together(get, get);
  return made - 1;
}

int assertion() {
  together(
      [] {
        x = 1;
        y = 1;
      },
      [] {
        if (y == 1) assert(x == 1);
        if (x == 1) assert(y == 1);
      });
  return 0;
}

int three_tries() {
  together([] { x = 1; },
           [] {
             for (int i = 0; i < 3 && x == 0; ++i) r1++;
           });
  return r1;
}

int final_write() {
  together([] { x = 1; }, [] { x = 2; });
  return x;
}

int main_writes() {
  std::thread reader([] { r1 = x; });
  x = 1;
  reader.join();
  x = 2;
  return r1;
}

struct AtExit {
  ~AtExit() { _Exit(x + 10); }
};

int after_exit() {
  static AtExit reader;
  together([] { x = 1; }, [] { x = 2; });
  return 0;
}

struct Program {
  std::string_view name;
  int (*run)();
};

constexpr Program kPrograms[] = {{"two_counters", two_counters},
                                 {"three_counters", three_counters},
                                 {"store_buffering", store_buffering},
                                 {"load_buffering", load_buffering},
                                 {"message_passing", message_passing},
                                 {"independent_writers", independent_writers},
                                 {"independent_reads", independent_reads},
                                 {"coherence", coherence},
                                 {"locked_counters", locked_counters},
                                 {"two_locks", two_locks},
                                 {"lock_order", lock_order},
                                 {"try_lock", try_lock},
                                 {"atomic_counters", atomic_counters},
                                 {"compare_exchange", compare_exchange},
                                 {"waiting", waiting},
                                 {"lost_wakeup", lost_wakeup},
                                 {"semaphores", semaphores},
                                 {"readers_and_writer", readers_and_writer},
                                 {"barrier", barrier},
                                 {"once", once},
                                 {"nested_threads", nested_threads},
                                 {"conditional_thread", conditional_thread},
                                 {"halves", halves},
                                 {"publication", publication},
                                 {"lazy_initialisation", lazy_initialisation},
                                 {"assertion", assertion},
                                 {"three_tries", three_tries},
                                 {"final_write", final_write},
                                 {"main_writes", main_writes},
                                 {"after_exit", after_exit}};

}  // namespace

int main(int, char** arguments) {
  for (const Program& each : kPrograms)
    if (each.name == arguments[1]) return each.run();
  return 99;
}
