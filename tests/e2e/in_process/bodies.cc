// What in_process_test runs: each scenario explores a body by heddle::explore and prints the result, key by
// key.
#include <heddle/heddle.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

void print(const heddle::Exploration& result, const std::string& prefix = {}) {
  const auto line = [&prefix](const char* key, const auto& value) {
    std::cout << prefix << key << "=" << value << "\n";
  };
  line("ok", result.ok());
  line("executions", result.executions);
  line("failed", result.failed);
  line("races", result.races);
  line("steps", result.steps);
  line("switches", result.switches);
  line("stable", result.stable);
  line("kind", result.kind);
  line("message", result.message);
  std::string report = result.report;
  for (char& c : report)
    if (c == '\n') c = '|';
  line("report", report);
  line("unstable_reason", result.unstable_reason);
  line("context_switches", result.context_switches);
  for (const heddle::MeasuredCoverage& each : result.coverage)
    line(("coverage." + each.metric).c_str(),
         std::to_string(each.covered) + " of " + std::to_string(each.expected));
  line("schedule_file", result.schedule_file);
  line("error", result.error);
}

heddle::ExploreOptions some(std::uint64_t executions) {
  return {.executions = executions};
}

template <typename Body>
void explore(Body body) {
  print(heddle::explore(some(2000), body));
}

template <typename First, typename Second>
void in_parallel(First first, Second second) {
  std::thread one(first);
  std::thread two(second);
  one.join();
  two.join();
}

// Under the C++ memory model both may read 0.
void store_and_look_at_the_other() {
  std::atomic<int> first{0}, second{0};
  int seen_by_one = 0, seen_by_two = 0;
  in_parallel(
      [&] {
        first.store(1, std::memory_order_release);
        seen_by_one = second.load(std::memory_order_acquire);
      },
      [&] {
        second.store(1, std::memory_order_release);
        seen_by_two = first.load(std::memory_order_acquire);
      });
  assert(seen_by_one + seen_by_two > 0);
}

// Fails in some schedules only.
void lose_an_update() {
  std::atomic<int> counter{0};
  const auto increment = [&counter] { counter = counter + 1; };
  in_parallel(increment, increment);
  assert(counter == 2);
}

void lose_no_update() {
  std::atomic<int> counter{0};
  in_parallel([&] { ++counter; }, [&] { ++counter; });
  assert(counter == 2);
}

// True where the second of two threads comes first.
bool second_comes_first() {
  std::atomic<int> last{0};
  in_parallel([&] { last = 1; }, [&] { last = 2; });
  return last == 1;
}

void lock_in_opposite_orders() {
  std::mutex left;
  std::mutex right;
  in_parallel(
      [&] {
        std::lock_guard first(left);
        std::lock_guard second(right);
      },
      [&] {
        std::lock_guard first(right);
        std::lock_guard second(left);
      });
}

void miss_a_signal() {
  std::mutex mutex;
  std::condition_variable changed;
  in_parallel([&] { changed.notify_one(); },
              [&] {
                std::unique_lock lock(mutex);
                changed.wait(lock);
              });
}

void use_a_null_pointer() {
  std::atomic<int*> published{nullptr};
  int value = 5;
  in_parallel([&] { published = &value; },
              [&] {
                int* volatile pointer = published.load();
                *pointer = 6;
              });
}

void throw_from_the_body() {
  if (second_comes_first()) throw std::runtime_error("the second came first");
}

void throw_from_a_thread() {
  std::atomic<bool> ready{false};
  in_parallel([&] { ready = true; },
              [&] {
                if (!ready) throw std::runtime_error("not ready");
              });
}

void catch_what_is_thrown() {
  try {
    std::atomic<int> counter{0};
    in_parallel([&] { ++counter; }, [&] { ++counter; });
    throw std::runtime_error("caught below");
  } catch (const std::runtime_error&) {
  }
}

std::atomic<int> left_behind{0};

void leave_a_thread() {
  std::thread other([] { ++left_behind; });
  other.detach();
}

void leave_a_lock() {
  static std::mutex mutex;
  std::thread other([] { ++left_behind; });
  other.join();
  mutex.lock();
}

void spin_for_ever() {
  std::atomic<bool> flag{false};
  in_parallel(
      [&] {
        flag = true;
        flag = false;
      },
      [&] {
        while (!flag) std::this_thread::yield();
      });
}

// Nothing orders the two writes, and nothing fails.
void race_without_consequence() {
  int value = 0;
  in_parallel([&] { value = 1; }, [&] { value = 2; });
}

// The race is on a variable of which a failure depends.
void race_with_consequence() {
  int value = 0;
  const auto increment = [&] { value = value + 1; };
  in_parallel(increment, increment);
  assert(value == 2);
}

void print_and_fail() {
  std::puts("the body prints");
  std::fflush(stdout);
  lose_an_update();
}

// After the first execution it is another body.
void remember() {
  static int calls = 0;
  const bool is_later = ++calls > 3;
  int value = 0;
  std::mutex mutex;
  const auto write = [&] {
    if (is_later) return void(value = 1);
    const std::lock_guard lock(mutex);
    value = 2;
  };
  in_parallel(write, write);
}

// Needs one preemption; on the way there, others happen.
void lose_one_of_many_updates() {
  std::atomic<int> counter{0}, noise{0};
  const auto work = [&] {
    for (int i = 0; i < 4; ++i) ++noise;
    counter = counter + 1;
    for (int i = 0; i < 4; ++i) ++noise;
  };
  in_parallel(work, work);
  assert(counter == 2);
}

void leave_by_exit() {
  if (second_comes_first()) std::exit(5);
}

// Allocates, reallocates and frees: nothing of it may stay from one execution to the next.
void use_the_heap() {
  std::map<int, std::string> names;
  std::mutex mutex;
  const auto fill = [&](int start) {
    for (int i = start; i < start + 5; ++i) {
      std::lock_guard lock(mutex);
      names[i] = std::string(100, static_cast<char>('a' + i));
    }
  };
  in_parallel([&] { fill(0); }, [&] { fill(5); });
  assert(names.size() == 10);
}

void count_executions() {
  std::uint64_t calls = 0;
  std::vector<int> outcomes;
  const heddle::Exploration result = heddle::explore(some(500), [&] {
    ++calls;
    outcomes.push_back(second_comes_first() ? 1 : 0);
  });
  print(result);
  int second_first = 0;
  for (int outcome : outcomes) second_first += outcome;
  std::cout << "calls=" << calls << "\noutcomes=" << outcomes.size()
            << "\nboth=" << (second_first > 0 && second_first < 500) << "\n";
}

void explore_twice() {
  print(heddle::explore(some(500), lose_no_update), "first.");
  print(heddle::explore(some(500), lose_an_update), "second.");
  print(heddle::explore(some(500), lock_in_opposite_orders), "third.");
}

// Threads outside of explore are the system's own.
void use_threads_around() {
  const auto native = [] {
    pid_t id = 0;
    std::mutex mutex;
    std::condition_variable changed;
    std::thread other([&] {
      std::lock_guard lock(mutex);
      id = gettid();
      changed.notify_one();
    });
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return id != 0; });
    }
    other.join();
    return id != getpid();
  };
  std::cout << "native_before=" << native() << "\n";
  print(heddle::explore(some(500), lose_an_update));
  std::cout << "native_after=" << native() << "\n";
  std::vector<std::thread> many;
  std::atomic<int> sum{0};
  for (int i = 0; i < 8; ++i) many.emplace_back([&] { sum += 1; });
  for (std::thread& thread : many) thread.join();
  std::cout << "sum=" << sum << "\n";
}

void explore_beside_a_thread() {
  std::mutex mutex;
  mutex.lock();
  std::thread other([&] { std::lock_guard lock(mutex); });
  print(heddle::explore(some(100), lose_an_update));
  mutex.unlock();
  other.join();
}

void explore_with(const heddle::ExploreOptions& options) {
  print(heddle::explore(options, lose_an_update));
}

// A body that relies on global state as it is when a program starts.
std::vector<std::string> log;
int visits;
thread_local int visits_of_thread;

void need_fresh_globals() {
  static int first_value = visits;
  assert(log.empty() && visits == 0 && visits_of_thread == 0 && first_value == 0);
  std::mutex mutex;
  const auto visit = [&mutex] {
    const std::lock_guard lock(mutex);
    assert(visits_of_thread++ == 0);
    log.push_back("visit number " + std::to_string(++visits));
  };
  in_parallel(visit, visit);
  visits_of_thread = 7;
  first_value = 5;
}

void restore_globals(bool restore) {
  visits = 0;
  log.reserve(3);
  int on_our_stack = 0;
  print(heddle::explore({.executions = 3000, .restore_globals = restore}, [&on_our_stack] {
    ++on_our_stack;
    need_fresh_globals();
  }));
  std::cout << "on_our_stack=" << on_our_stack << "\nlog=" << log.size() << "\nvisits=" << visits << "\n";
}

// The schedule is what the test says.
template <typename Body>
void replay(Body body) {
  const char* const schedule = std::getenv("TEST_SCHEDULE");
  print(heddle::replay(schedule != nullptr ? schedule : "", body));
}

const std::map<std::string, std::function<void()>> kScenarios = {
    {"replay_lost_update", [] { replay(lose_an_update); }},
    {"replay_repaired", [] { replay(lose_no_update); }},
    {"passing", [] { explore(lose_no_update); }},
    {"lost_update", [] { explore(lose_an_update); }},
    {"deadlock", [] { explore(lock_in_opposite_orders); }},
    {"lost_signal", [] { explore(miss_a_signal); }},
    {"crash", [] { explore(use_a_null_pointer); }},
    {"exception", [] { explore(throw_from_the_body); }},
    {"thread_exception", [] { explore(throw_from_a_thread); }},
    {"caught_exception", [] { explore(catch_what_is_thrown); }},
    {"left_thread", [] { explore(leave_a_thread); }},
    {"left_lock", [] { explore(leave_a_lock); }},
    {"livelock", [] { explore(spin_for_ever); }},
    {"exit", [] { explore(leave_by_exit); }},
    {"race", [] { explore(race_without_consequence); }},
    {"race_and_failure", [] { explore(race_with_consequence); }},
    {"unstable_race", [] { explore(remember); }},
    {"restored_race",
     [] { print(heddle::explore({.executions = 500, .restore_globals = true}, race_without_consequence)); }},
    {"printing", [] { explore(print_and_fail); }},
    {"race_ignored",
     [] { print(heddle::explore({.executions = 500, .races = "ignore"}, race_without_consequence)); }},
    {"all_races",
     [] {
       print(heddle::explore({.executions = 500, .stop_at_first_bug = false}, race_without_consequence));
     }},
    {"long_way", [] { explore(lose_one_of_many_updates); }},
    {"long_way_as_found",
     [] { print(heddle::explore({.executions = 2000, .shrink = false}, lose_one_of_many_updates)); }},
    {"coverage",
     [] { print(heddle::explore({.executions = 500, .coverage = "sync-pairs,iroots"}, use_the_heap)); }},
    {"wrong_coverage", [] { print(heddle::explore({.coverage = "lines"}, use_the_heap)); }},
    {"store_buffering", [] { explore(store_and_look_at_the_other); }},
    {"store_buffering_sequential",
     [] { print(heddle::explore({.executions = 2000, .memory = "sc"}, store_and_look_at_the_other)); }},
    {"wrong_memory", [] { print(heddle::explore({.memory = "weak"}, use_the_heap)); }},
    {"wrong_races", [] { print(heddle::explore({.races = "maybe"}, use_the_heap)); }},
    {"heap", [] { explore(use_the_heap); }},
    {"counting", count_executions},
    {"globals", [] { restore_globals(false); }},
    {"restored_globals", [] { restore_globals(true); }},
    {"restored_crash",
     [] {
       print(heddle::explore({.stop_at_first_bug = false, .restore_globals = true}, use_a_null_pointer));
     }},
    {"twice", explore_twice},
    {"threads_around", use_threads_around},
    {"beside_a_thread", explore_beside_a_thread},
    {"all_failures", [] { explore_with({.executions = 500, .stop_at_first_bug = false}); }},
    {"other_seed", [] { explore_with({.seed = 99}); }},
    {"other_strategy", [] { explore_with({.strategy = "random:switch=0.1"}); }},
    {"named_file", [] { explore_with({.schedule_file = "my.schedule"}); }},
    {"unwritable_file", [] { explore_with({.schedule_file = "no/such/folder/my.schedule"}); }},
    {"wrong_strategy", [] { explore_with({.strategy = "telepathy"}); }},
    {"wrong_granularity", [] { explore_with({.granularity = "coarse"}); }},
};

}  // namespace

int main(int argc, char** argv) {
  const auto scenario = kScenarios.find(argc > 1 ? argv[1] : "");
  if (scenario == kScenarios.end()) {
    std::cerr << "no such scenario\n";
    return 2;
  }
  scenario->second();
  std::cout << "end=reached" << std::endl;
  return 0;
}
