// Checks that threads keep what is theirs while others run: thread_local objects, errno, ids, specific data,
// exceptions in flight, heap blocks and stacks; and that the library's tools work.
// Arguments: the number of threads (64) and how long the sleepers sleep, in seconds (1).
// Prints ALL OK and returns 0, or prints the line of each check that fails and returns 1.
#include <execinfo.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <future>
#include <mutex>
#include <set>
#include <source_location>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int> failed_checks{0};

void check(bool holds, const std::source_location& where = std::source_location::current()) {
  if (holds) return;
  ++failed_checks;
  std::printf("%s:%u: check failed in %s\n", where.file_name(), where.line(), where.function_name());
}

// A shared access and nothing else: here another thread may run.
void let_others_run() {
  static std::atomic<int> shared{0};
  shared.fetch_add(1, std::memory_order_relaxed);
}

struct CountedObject {
  CountedObject() { ++constructed; }
  ~CountedObject() { ++destroyed; }

  int value = 42;
  static std::atomic<int> constructed;
  static std::atomic<int> destroyed;
};
std::atomic<int> CountedObject::constructed{0};
std::atomic<int> CountedObject::destroyed{0};

thread_local int own_number = 7;
thread_local CountedObject own_object;
thread_local std::string own_text;

pthread_key_t specific_key;
std::atomic<int> specific_destroyed{0};

constexpr int kRounds = 50;
std::mutex rounds_lock;
int rounds_done = 0;

void check_floating_point(int id) {
  double sum = 1.0;
  double expected = 1.0;
  for (int term = 1; term <= 4; ++term) {
    sum = sum * 1.0001 + id;
    let_others_run();
    expected = expected * 1.0001 + id;
  }
  check(sum == expected);
}

// Lets others run while an exception unwinds through it, and checks that its frame is left alone.
class UnwindingWitness {
 public:
  explicit UnwindingWitness(int depth) { frame_.fill(depth); }

  ~UnwindingWitness() {
    check(std::uncaught_exceptions() == 1);
    let_others_run();
    check(std::uncaught_exceptions() == 1);
    check(std::count(frame_.begin(), frame_.end(), frame_.front()) == static_cast<long>(frame_.size()));
  }

 private:
  std::array<int, 16> frame_;
};

void throw_from_depth(int depth) {
  UnwindingWitness witness(depth);
  let_others_run();
  if (depth == 0) throw std::runtime_error("boom");
  throw_from_depth(depth - 1);
}

void check_exceptions(int id, int depth) {
  try {
    throw_from_depth(depth);
    check(false);
  } catch (const std::exception& outer) {
    let_others_run();
    check(std::strcmp(outer.what(), "boom") == 0);
    try {
      throw id;
    } catch (int inner) {
      let_others_run();
      check(inner == id);
    }
    let_others_run();
    check(std::strcmp(outer.what(), "boom") == 0);
  }
  check(std::uncaught_exceptions() == 0);
}

void check_heap(int id, int round) {
  const std::size_t size = 16 + static_cast<std::size_t>(round * id) % 2000;
  auto* large = static_cast<unsigned char*>(std::malloc(size));
  std::memset(large, id, size);
  let_others_run();
  auto* small = static_cast<unsigned char*>(std::malloc(32));
  std::memset(small, ~id, 32);
  let_others_run();
  check(large[0] == static_cast<unsigned char>(id) && large[size - 1] == static_cast<unsigned char>(id));
  std::free(large);
  let_others_run();
  check(small[31] == static_cast<unsigned char>(~id));
  std::free(small);
}

void check_backtrace() {
  std::array<void*, 64> frames;
  const int depth = backtrace(frames.data(), static_cast<int>(frames.size()));
  check(depth > 2 && depth < static_cast<int>(frames.size()));
}

void run_worker(int id) {
  const char letter = static_cast<char>('a' + id % 26);
  const auto specific = reinterpret_cast<void*>(static_cast<std::intptr_t>(id + 1));
  const pthread_t self = pthread_self();
  const std::thread::id thread_id = std::this_thread::get_id();

  check(own_number == 7);
  check(own_object.value == 42);
  check(own_text.empty());
  own_number = id;
  own_object.value = id;
  own_text.assign(100, letter);
  pthread_setspecific(specific_key, specific);

  for (int round = 0; round < kRounds; ++round) {
    errno = 1000 + id;
    let_others_run();
    check(errno == 1000 + id);
    check(own_number == id);
    check(own_object.value == id);
    check(own_text.size() == 100 && own_text.back() == letter);
    check(pthread_getspecific(specific_key) == specific);
    check(pthread_equal(self, pthread_self()) != 0);
    check(thread_id == std::this_thread::get_id());

    check_floating_point(id);
    check_exceptions(id, 5 + round % 7);
    check_heap(id, round);
    if (round % 10 == 0) check_backtrace();

    std::lock_guard lock(rounds_lock);
    ++rounds_done;
  }
}

void check_workers(int count) {
  pthread_key_create(&specific_key, [](void*) { ++specific_destroyed; });
  std::vector<std::thread> workers;
  std::set<std::thread::id> ids;
  for (int id = 0; id < count; ++id) workers.emplace_back(run_worker, id);
  for (const auto& worker : workers) ids.insert(worker.get_id());
  for (auto& worker : workers) worker.join();
  pthread_key_delete(specific_key);

  check(static_cast<int>(ids.size()) == count);
  check(rounds_done == kRounds * count);
  check(specific_destroyed == count);
  check(CountedObject::constructed == count);
  check(CountedObject::destroyed == count);
}

std::mutex ended_lock;
std::condition_variable ended_changed;
int ended = 0;

// Its destructor says that the thread's function has been left, whichever way.
struct EndNotice {
  ~EndNotice() {
    std::lock_guard lock(ended_lock);
    ++ended;
    ended_changed.notify_all();
  }
};

void* leave_by_pthread_exit(void* result) {
  EndNotice notice;
  try {
    pthread_exit(result);
  } catch (...) {
    let_others_run();
    throw;  // pthread_exit unwinds by an exception that may be caught but not kept
  }
}

void check_detach_and_pthread_exit() {
  int result = 5;
  void* joined_result = nullptr;
  std::thread([] {
    EndNotice notice;
    let_others_run();
  }).detach();
  pthread_t exiting;
  pthread_create(&exiting, nullptr, leave_by_pthread_exit, &result);
  {
    std::unique_lock lock(ended_lock);
    ended_changed.wait(lock, [] { return ended == 2; });
  }
  pthread_join(exiting, &joined_result);
  check(joined_result == &result);
}

void check_async() {
  auto value = std::async(std::launch::async, [] { return 5; });
  check(value.get() == 5);

  auto error = std::async(std::launch::async, []() -> int { throw std::runtime_error("kept"); });
  try {
    error.get();
    check(false);
  } catch (const std::runtime_error& caught) {
    check(std::strcmp(caught.what(), "kept") == 0);
  }
}

CountedObject& only_instance() {
  static CountedObject instance;
  return instance;
}

void check_once_and_sleep(std::chrono::seconds duration) {
  const int constructed_before = CountedObject::constructed;
  std::once_flag once;
  int calls = 0;
  std::vector<std::thread> sleepers;
  for (int sleeper = 0; sleeper < 8; ++sleeper) {
    sleepers.emplace_back([&once, &calls, duration] {
      std::call_once(once, [&calls] {
        let_others_run();
        ++calls;
      });
      check(calls == 1);
      check(only_instance().value == 42);

      const auto start = std::chrono::steady_clock::now();
      std::this_thread::sleep_for(duration);
      check(std::chrono::steady_clock::now() - start >= duration);
    });
  }
  for (auto& sleeper : sleepers) sleeper.join();
  check(calls == 1);
  check(CountedObject::constructed == constructed_before + 1);
}

long futex(std::uint32_t* word, int operation, long value, long second = 0, std::uint32_t* other = nullptr,
           std::uint32_t third = 0) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, second, other, third);
}

// What libraries use beside waiting and waking: Qt's semaphores, glibc's conditions of former times.
void check_futexes() {
  std::uint32_t words[2] = {0, 6};
  std::atomic<int> woken = 0;
  std::vector<std::thread> sleepers;
  for (std::uint32_t& word : words)
    sleepers.emplace_back([&word, &woken, before = word] {
      while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == before) futex(&word, FUTEX_WAIT, before);
      ++woken;
    });
  __atomic_store_n(&words[0], 1, __ATOMIC_SEQ_CST);
  // words[1] |= 8, and wakes those who wait there if it was above 5.
  futex(&words[0], FUTEX_WAKE_OP, 1, 1, &words[1], FUTEX_OP(FUTEX_OP_OR, 8, FUTEX_OP_CMP_GT, 5));
  for (auto& sleeper : sleepers) sleeper.join();
  check(woken == 2);
  check(words[1] == 14);

  std::thread sleeper([&words] {
    while (__atomic_load_n(&words[0], __ATOMIC_SEQ_CST) == 1) futex(&words[0], FUTEX_WAIT, 1);
  });
  check(futex(&words[0], FUTEX_CMP_REQUEUE, 0, 1, &words[1], 99) == -1 && errno == EAGAIN);
  __atomic_store_n(&words[0], 2, __ATOMIC_SEQ_CST);
  futex(&words[0], FUTEX_CMP_REQUEUE, 1, 1, &words[1], 2);
  sleeper.join();
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 64;
  const std::chrono::seconds sleep_duration(argc > 2 ? std::atoi(argv[2]) : 1);

  check_workers(threads);
  check_detach_and_pthread_exit();
  check_async();
  check_once_and_sleep(sleep_duration);
  check_futexes();

  if (failed_checks == 0) std::puts("ALL OK");
  return failed_checks == 0 ? 0 : 1;
}
