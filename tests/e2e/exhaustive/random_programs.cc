// Small random programs: a few threads with a few operations each, executed inside heddle::explore by `dfs`
// and by `complete` until nothing is left. Both have to reach the same final states, and a failure both or
// none. Arguments: the first program's number, how many, and perhaps "c++": then with random memory orders,
// under the C++ memory model. Where seq_cst operations are mixed with others, `dfs` may reach less: it takes
// the order of execution for theirs. Says how many executions it took; returns 1 if a program differs.
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

enum Kind : std::uint8_t {
  kLoad,
  kStore,
  kAdd,
  kCompareExchange,
  kLock,
  kUnlock,
  kTryLock,
  kWait,
  kNotifyOne,
  kNotifyAll,
  kArrive,
  kPost,
  kTake,
  kTryTake,
  kFail,
  kFence
};

struct Op {
  Kind kind;
  std::uint8_t x;
  std::uint8_t value;
  std::memory_order order = std::memory_order_seq_cst;  // acq_rel: what there is of it
};

constexpr std::size_t kMostThreads = 3;
struct Program {
  std::size_t threads = 2;
  std::vector<Op> ops[kMostThreads];
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 2 + 1) {}
  unsigned below(unsigned bound) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<unsigned>((state_ * 0x9e3779b97f4a7c15u >> 33) % bound);
  }
  bool one_in(unsigned many) { return below(many) == 0; }

 private:
  std::uint64_t state_;
};

// What a program may use, beside variables.
struct Uses {
  bool locks, conditions, barriers, semaphores, failures;
};

Op random_op(Dice& dice, const Uses& uses) {
  const auto x = static_cast<std::uint8_t>(dice.one_in(4) ? 1 : 0);
  const auto value = static_cast<std::uint8_t>(1 + dice.below(3));
  if (uses.locks && dice.one_in(2)) {
    constexpr Kind kKinds[] = {kLock, kUnlock, kTryLock};
    return {kKinds[dice.below(3)], x, 0};
  }
  if (uses.conditions && dice.one_in(2)) {
    constexpr Kind kKinds[] = {kWait, kNotifyOne, kNotifyAll};
    return {kKinds[dice.below(3)], 0, 0};
  }
  if (uses.barriers && dice.one_in(2)) return {kArrive, 0, 0};
  if (uses.semaphores && dice.one_in(2)) {
    constexpr Kind kKinds[] = {kPost, kTake, kTryTake};
    return {kKinds[dice.below(3)], 0, 0};
  }
  if (uses.failures && dice.one_in(4)) return {kFail, x, value};
  constexpr Kind kKinds[] = {kLoad, kStore, kAdd, kCompareExchange};
  return {kKinds[dice.below(4)], x, value};
}

Program random_program(std::uint64_t number) {
  Dice dice(number + 1);
  for (int i = 0; i < 8; ++i) dice.below(2);
  const Uses uses{!dice.one_in(3), dice.one_in(3), dice.one_in(4), dice.one_in(4), dice.one_in(8)};
  Program program;
  program.threads = 2 + dice.below(2);
  // With more, there are too many schedules.
  const unsigned least = program.threads == 2 ? 2 : 1, most = program.threads == 2 ? 3 : 2;
  for (std::size_t i = 0; i < program.threads; ++i)
    for (unsigned n = least + dice.below(most); n != 0; --n) program.ops[i].push_back(random_op(dice, uses));
  return program;
}

// Without seq_cst operations, or with some.
bool has_random_orders(Program& program, std::uint64_t number) {
  Dice dice(number * 3 + 7);
  for (int i = 0; i < 8; ++i) dice.below(2);
  const bool mixes = dice.one_in(4);
  constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acq_rel,
                                           std::memory_order_seq_cst};
  for (std::vector<Op>& ops : program.ops)
    for (Op& op : ops) {
      op.order = kOrders[dice.below(mixes ? 3 : 2)];
      if (op.kind == kAdd && dice.one_in(3)) op.kind = kFence;
    }
  return mixes;
}

// Of one execution.
class World {
 public:
  World() {
    pthread_barrier_init(&barrier_, nullptr, 2);
    sem_init(&semaphore_, 0, 0);
  }
  ~World() {
    pthread_barrier_destroy(&barrier_);
    sem_destroy(&semaphore_);
  }

  // What the thread saw.
  unsigned run(const std::vector<Op>& ops) {
    unsigned saw = 1;
    bool holds[2] = {};
    for (const Op& op : ops) saw = saw * 31 + perform(op, holds);
    for (int i = 0; i < 2; ++i)
      if (holds[i]) mutexes_[i].unlock();
    return saw;
  }
  unsigned state() const { return static_cast<unsigned>(cells_[0].load() * 17 + cells_[1].load()); }

 private:
  unsigned perform(const Op& op, bool (&holds)[2]) {
    std::atomic<int>& cell = cells_[op.x];
    int expected = 0;
    const bool both = op.order == std::memory_order_acq_rel;
    const std::memory_order load_order = both ? std::memory_order_acquire : op.order;
    switch (op.kind) {
      case kLoad:
        return static_cast<unsigned>(cell.load(load_order));
      case kStore:
        cell.store(op.value, both ? std::memory_order_release : op.order);
        return 0;
      case kAdd:
        return static_cast<unsigned>(cell.fetch_add(1, op.order));
      case kCompareExchange:
        return cell.compare_exchange_strong(expected, op.value, op.order, load_order) ? 1 : 0;
      case kFence:
        std::atomic_thread_fence(op.order);
        return 0;
      case kLock:
        if (holds[op.x]) return 0;
        mutexes_[op.x].lock();
        holds[op.x] = true;
        return 0;
      case kUnlock:
        if (holds[op.x]) mutexes_[op.x].unlock();
        holds[op.x] = false;
        return 0;
      case kTryLock:
        if (holds[op.x]) return 0;
        holds[op.x] = mutexes_[op.x].try_lock();
        return holds[op.x] ? 1 : 0;
      case kWait:
        wait(holds);
        return 0;
      case kNotifyOne:
        condition_.notify_one();
        return 0;
      case kNotifyAll:
        condition_.notify_all();
        return 0;
      case kArrive:
        pthread_barrier_wait(&barrier_);
        return 0;
      case kPost:
        sem_post(&semaphore_);
        return 0;
      case kTake:
        sem_wait(&semaphore_);
        return 0;
      case kTryTake:
        return sem_trywait(&semaphore_) == 0 ? 1 : 0;
      case kFail:
        if (cell.load(load_order) == op.value) std::abort();
        return 0;
    }
    return 0;
  }

  // With the first mutex alone: a wait by a thread with several is left to dfs.
  void wait(bool (&holds)[2]) {
    if (holds[1]) mutexes_[1].unlock();
    holds[1] = false;
    if (!holds[0]) mutexes_[0].lock();
    holds[0] = true;
    std::unique_lock lock(mutexes_[0], std::adopt_lock);
    condition_.wait(lock);
    lock.release();
  }

  std::atomic<int> cells_[2] = {};
  std::mutex mutexes_[2];
  std::condition_variable condition_;
  pthread_barrier_t barrier_;
  sem_t semaphore_;
};

constexpr std::size_t kStates = 1 << 16;
unsigned char reached[kStates];

void execute(const Program& program) {
  World world;
  unsigned saw[kMostThreads] = {};
  std::thread threads[kMostThreads];
  for (std::size_t i = 0; i < program.threads; ++i)
    threads[i] = std::thread([&world, &program, &saw, i] { saw[i] = world.run(program.ops[i]); });
  for (std::size_t i = 0; i < program.threads; ++i) threads[i].join();
  unsigned state = world.state();
  for (const unsigned each : saw) state = state * 1'000'003 + each;
  reached[(state ^ state >> 16) % kStates] = 1;
}

struct Reached {
  std::vector<unsigned char> states;
  heddle::Exploration explored;
};

Reached explore_all(const char* strategy, const char* memory, const Program& program) {
  std::fill(std::begin(reached), std::end(reached), 0);
  heddle::ExploreOptions options;
  options.strategy = strategy;
  options.executions = 30'000;
  options.races = "ignore";
  options.memory = memory;
  options.stop_at_first_bug = false;
  options.shrink = false;
  options.schedule_file = "random.schedule";
  Reached found;
  found.explored = heddle::explore(options, [&program] { execute(program); });
  found.states.assign(std::begin(reached), std::end(reached));
  return found;
}

}  // namespace

int main(int count, char** words) {
  const std::uint64_t first = count > 1 ? std::strtoull(words[1], nullptr, 10) : 0;
  const std::uint64_t programs = count > 2 ? std::strtoull(words[2], nullptr, 10) : 20;
  const bool is_weak = count > 3 && std::strcmp(words[3], "c++") == 0;
  const char* const memory = is_weak ? "c++" : "sc";
  std::uint64_t compared = 0, failing = 0, by_dfs = 0, by_complete = 0;
  for (std::uint64_t number = first; number < first + programs; ++number) {
    Program program = random_program(number);
    const bool may_miss = is_weak && has_random_orders(program, number);
    const Reached dfs = explore_all("dfs", memory, program);
    if (!dfs.explored.error.empty()) {
      std::printf("program %llu: %s\n", static_cast<unsigned long long>(number), dfs.explored.error.c_str());
      return 1;
    }
    if (!dfs.explored.exhausted) continue;  // too large
    const Reached complete = explore_all("complete", memory, program);
    ++compared;
    failing += dfs.explored.failed != 0 ? 1 : 0;
    by_dfs += dfs.explored.executions;
    by_complete += complete.explored.executions;
    const bool fail_both = (dfs.explored.failed != 0) == (complete.explored.failed != 0);
    const bool are_alike = fail_both && dfs.states == complete.states;
    bool has_all = dfs.explored.failed == 0 || complete.explored.failed != 0;
    for (std::size_t i = 0; i < kStates; ++i) has_all = has_all && complete.states[i] >= dfs.states[i];
    if (complete.explored.exhausted && (are_alike || (may_miss && has_all))) continue;
    std::printf("program %llu: dfs reached %td states and failed %llu times, complete %td and %llu%s\n",
                static_cast<unsigned long long>(number), std::count(dfs.states.begin(), dfs.states.end(), 1),
                static_cast<unsigned long long>(dfs.explored.failed),
                std::count(complete.states.begin(), complete.states.end(), 1),
                static_cast<unsigned long long>(complete.explored.failed),
                complete.explored.exhausted ? "" : "; it did not come to an end");
    return 1;
  }
  std::printf("%llu programs, %llu of them failing: %llu executions by dfs, %llu by complete\n",
              static_cast<unsigned long long>(compared), static_cast<unsigned long long>(failing),
              static_cast<unsigned long long>(by_dfs), static_cast<unsigned long long>(by_complete));
  return 0;
}
