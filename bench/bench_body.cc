// What the benchmarks run under control, compiled with `heddle c++`. Prints one number.
//   bench_body native    executions a second of the 2-thread, 24-event body on native threads
//   bench_body explore   the same in process, under control
//   bench_body small B   nanoseconds of an execution in process: B is a (2 threads of 10 loads and stores of
//   atomics),
//                        b (2 threads of 4 operations on a mutex), e (4 threads write an atomic each, a
//                        fifth reads them), A (a, of twice as many operations), t (5 threads that do nothing)
//                        or 0 (nothing)
//   bench_body checked B the same, with data races looked for
//   bench_body inactive  nanoseconds of an instrumented access outside control
//   bench_body recorded  nanoseconds of an access that is recorded while nobody else could run
//   bench_body copy N    nanoseconds of a memcpy of N bytes by a library that is not instrumented
//   bench_body watched N the same under control
//   bench_body relaxed   two threads of a hundred relaxed loads and stores each
//   bench_body seen N    nanoseconds of a memcpy of N bytes of the thread's own memory, under control
//   bench_body fork      nanoseconds of a bare fork and wait
//   bench_body once      runs the body once: for `heddle run`
//   bench_body touch N   the same, and writes to N megabytes of the heap
//   bench_body outside before|after  the same in a region, and ten million accesses to shared memory outside
//   bench_body late      the same, after a million locks; calls heddle::start_here() in between
//   bench_body assert    the same, and fails an assertion
//   bench_body crash     the same, and writes through a null pointer
#include <heddle/heddle.h>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "median.h"

using heddle::bench::median_of;
using heddle::bench::now_nanoseconds;

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void* work(void*) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mutex);
    const int value = counter;
    counter = value + 1;
    pthread_mutex_unlock(&mutex);
  }
  return nullptr;
}

void body() {
  counter = 0;
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, work, nullptr);
  for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  if (counter != 4) std::puts("a lost update: the mutex does not work");
}

// A byte in every page, without a call into Heddle for each: what is measured is what memory costs.
[[gnu::no_sanitize("thread")]] void touch(std::size_t size) {
  auto* memory = static_cast<volatile char*>(std::malloc(size));
  for (std::size_t i = 0; i < size; i += 4096) memory[i] = 1;
}

// By two threads: not known to be in any order, so that each access is a scheduling point.
void* write_to_table(void*) {
  static int table[1000];
  for (int round = 0; round < 2500; ++round)
    for (int& each : table) ++each;
  return nullptr;
}

void access_shared_memory() {
  pthread_t other;
  pthread_create(&other, nullptr, write_to_table, nullptr);
  write_to_table(nullptr);
  pthread_join(other, nullptr);
}

double native_rate() {
  constexpr int kExecutions = 3000;
  return 1e9 / median_of(5, [] {
           const double start = now_nanoseconds();
           for (int i = 0; i < kExecutions; ++i) body();
           return (now_nanoseconds() - start) / kExecutions;
         });
}

double explored_rate() {
  constexpr std::uint64_t kExecutions = 100'000;
  return 1e9 / median_of(5, [] {
           const heddle::Exploration result =
               heddle::explore({.strategy = "random", .executions = kExecutions, .races = "ignore"}, body);
           if (!result.ok()) std::fprintf(stderr, "%s %s\n", result.message.c_str(), result.error.c_str());
           return result.seconds * 1e9 / static_cast<double>(result.executions);
         });
}

std::atomic<int> words[4];

template <int kRounds>
void* load_and_store(void* argument) {
  const std::size_t own = *static_cast<const std::size_t*>(argument);
  for (int i = 0; i < kRounds; ++i) {
    words[own].store(i);
    words[1 - own].load();
  }
  return nullptr;
}

void* do_nothing(void*) {
  return nullptr;
}

void* lock_twice(void*) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return nullptr;
}

void* write_own(void* argument) {
  words[*static_cast<const std::size_t*>(argument)].store(1);
  return nullptr;
}

void* read_all(void*) {
  for (const std::atomic<int>& word : words) word.load();
  return nullptr;
}

void small_body(char name) {
  static std::size_t numbers[5] = {0, 1, 2, 3, 4};
  const std::size_t count = name == '0' ? 0 : name == 'e' || name == 't' ? 5 : 2;
  void* (*const function)(void*) = name == 'a'   ? load_and_store<5>
                                   : name == 'A' ? load_and_store<10>
                                   : name == 'b' ? lock_twice
                                   : name == 't' ? do_nothing
                                                 : write_own;
  void* (*const last)(void*) = name == 'e' ? read_all : function;
  pthread_t threads[5];
  for (std::size_t i = 0; i < count; ++i)
    pthread_create(&threads[i], nullptr, i == 4 ? last : function, &numbers[i]);
  for (std::size_t i = 0; i < count; ++i) pthread_join(threads[i], nullptr);
}

double small_time(char name, const char* races) {
  return median_of(9, [name, races] {
    const heddle::Exploration result = heddle::explore(
        {.strategy = "random", .executions = 20'000, .races = races}, [name] { small_body(name); });
    if (!result.ok()) std::fprintf(stderr, "%s %s\n", result.message.c_str(), result.error.c_str());
    return result.seconds * 1e9 / static_cast<double>(result.executions);
  });
}

int shared[8];

[[gnu::noinline]] void eight_writes(int value) {
  for (int& one : shared) one = value;
}

double access_time(int calls) {
  const double start = now_nanoseconds();
  for (int i = 0; i < calls; ++i) eight_writes(i);
  return (now_nanoseconds() - start) / (8.0 * calls);
}

void* touch(void*) {
  eight_writes(-1);
  return nullptr;
}

double inactive_time() {
  return median_of(999, [] { return access_time(1000); });
}

// Another thread has touched the memory, so it is shared; then main is alone and nobody has to decide.
// Executions of a usual length, so that the events of each are written over those of the one before.
double recorded_time() {
  static std::vector<double> times;
  const heddle::Exploration explored =
      heddle::explore({.strategy = "random", .executions = 999, .races = "ignore"}, [] {
        pthread_t thread;
        eight_writes(0);
        pthread_create(&thread, nullptr, touch, nullptr);
        pthread_join(thread, nullptr);
        times.push_back(access_time(1000));
      });
  if (!explored.ok()) std::fprintf(stderr, "%s %s\n", explored.message.c_str(), explored.error.c_str());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// `measure` inside an execution.
template <typename Measure>
double under_control(Measure measure) {
  static double time;
  const heddle::Exploration explored =
      heddle::explore({.strategy = "random", .executions = 1, .races = "ignore"}, [&] { time = measure(); });
  if (!explored.ok()) std::fprintf(stderr, "%s %s\n", explored.message.c_str(), explored.error.c_str());
  return time;
}

// The library is loaded for this alone: the other figures are those of a program without libraries of its
// own.
double library_copy_time(std::size_t size) {
  void* library = dlopen(HEDDLE_BENCH_COPIES, RTLD_NOW);
  if (library == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), -1;
  return reinterpret_cast<double (*)(std::size_t)>(dlsym(library, "heddle_bench_copy_time"))(size);
}

double seen_copy_time(std::size_t size) {
  static char source[4096], target[4096];
  constexpr int kCopies = 100'000;
  return median_of(7, [size] {
    const double start = now_nanoseconds();
    for (int i = 0; i < kCopies; ++i) std::memcpy(target, source, size);
    return (now_nanoseconds() - start) / kCopies;
  });
}

double fork_time() {
  constexpr int kForks = 500;
  return median_of(5, [] {
    const double start = now_nanoseconds();
    for (int i = 0; i < kForks; ++i) {
      const pid_t child = fork();
      if (child == 0) _exit(0);
      waitpid(child, nullptr, 0);
    }
    return (now_nanoseconds() - start) / kForks;
  });
}

}  // namespace

// Two threads of a hundred relaxed loads and stores each.
void relaxed_body() {
  const auto load_and_store_relaxed = [](void*) -> void* {
    for (int i = 0; i < 100; ++i)
      words[i % 4].store(words[(i + 1) % 4].load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return nullptr;
  };
  pthread_t threads[2];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, load_and_store_relaxed, nullptr);
  for (const pthread_t each : threads) pthread_join(each, nullptr);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "once";
  double figure = 0;
  if (std::strcmp(what, "once") == 0) return body(), 0;
  if (std::strcmp(what, "late") == 0) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    for (int i = 0; i < 1'000'000; ++i) {
      pthread_mutex_lock(&mutex);
      pthread_mutex_unlock(&mutex);
    }
    heddle::start_here();
    return body(), 0;
  }
  if (std::strcmp(what, "outside") == 0) {
    const bool is_before = std::strcmp(argv[2], "before") == 0;
    if (is_before) access_shared_memory();
    {
      const heddle::Region region;
      body();
    }
    if (!is_before) access_shared_memory();
    return 0;
  }
  if (std::strcmp(what, "relaxed") == 0) return relaxed_body(), 0;
  if (std::strcmp(what, "touch") == 0) return body(), touch(std::strtoul(argv[2], nullptr, 10) << 20), 0;
  if (std::strcmp(what, "assert") == 0) body(), assert(counter == 0);
  if (std::strcmp(what, "crash") == 0) body(), *static_cast<int* volatile>(nullptr) = 1;
  if (std::strcmp(what, "native") == 0) figure = native_rate();
  if (std::strcmp(what, "explore") == 0) figure = explored_rate();
  if (std::strcmp(what, "small") == 0) figure = small_time(argv[2][0], "ignore");
  if (std::strcmp(what, "checked") == 0) figure = small_time(argv[2][0], "report");
  if (std::strcmp(what, "inactive") == 0) figure = inactive_time();
  if (std::strcmp(what, "recorded") == 0) figure = recorded_time();
  if (std::strcmp(what, "fork") == 0) figure = fork_time();
  const std::size_t size = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 16;
  if (std::strcmp(what, "copy") == 0) figure = library_copy_time(size);
  if (std::strcmp(what, "watched") == 0) figure = under_control([size] { return library_copy_time(size); });
  if (std::strcmp(what, "seen") == 0) figure = under_control([size] { return seen_copy_time(size); });
  std::printf("%.3f\n", figure);
}
