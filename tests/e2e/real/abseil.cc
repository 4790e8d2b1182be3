// Abseil: its mutex with conditions, readers, time limits, notifications, counters, barriers, containers
// under a lock.
#include <absl/container/flat_hash_map.h>
#include <absl/strings/str_cat.h>
#include <absl/synchronization/barrier.h>
#include <absl/synchronization/blocking_counter.h>
#include <absl/synchronization/mutex.h>
#include <absl/synchronization/notification.h>

#include <cassert>
#include <deque>
#include <string>
#include <thread>

#include "scenarios.h"

namespace {

void bounded_queue() {
  absl::Mutex mutex;
  std::deque<int> queue;
  std::thread producer([&] {
    for (int i = 1; i <= 3; ++i) {
      const auto has_room = [&] { return queue.size() < 2; };
      mutex.LockWhen(absl::Condition(&has_room));
      queue.push_back(i);
      mutex.Unlock();
    }
  });
  int sum = 0;
  for (int taken = 0; taken < 3; ++taken) {
    const auto has_item = [&] { return !queue.empty(); };
    mutex.LockWhen(absl::Condition(&has_item));
    sum += queue.front();
    queue.pop_front();
    mutex.Unlock();
  }
  producer.join();
  assert(sum == 6);
}

void condition_variable() {
  absl::Mutex mutex;
  absl::CondVar changed;
  int turns = 0;
  const auto play = [&](int parity) {
    for (int i = 0; i < 3; ++i) {
      absl::MutexLock lock(&mutex);
      while (turns % 2 != parity) changed.Wait(&mutex);
      ++turns;
      changed.SignalAll();
    }
  };
  std::thread one(play, 0), two(play, 1);
  one.join();
  two.join();
  assert(turns == 6);
}

void readers_and_writers() {
  absl::Mutex mutex;
  int first = 0, second = 0;
  const auto write = [&] {
    for (int i = 0; i < 2; ++i) {
      absl::WriterMutexLock lock(&mutex);
      ++first;
      ++second;
    }
  };
  const auto read = [&] {
    for (int i = 0; i < 2; ++i) {
      absl::ReaderMutexLock lock(&mutex);
      assert(first == second);
    }
  };
  std::thread writer(write), reader(read), another(read);
  writer.join();
  reader.join();
  another.join();
}

void time_limits() {
  absl::Mutex mutex;
  bool ready = false;
  std::thread setter([&] {
    absl::MutexLock lock(&mutex);
    ready = true;
  });
  {
    absl::MutexLock lock(&mutex);
    const bool came = mutex.AwaitWithTimeout(absl::Condition(&ready), absl::Milliseconds(10));
    assert(came == ready);
  }
  setter.join();
}

void notification() {
  absl::Notification done;
  int result = 0;
  std::thread worker([&] {
    result = 42;
    done.Notify();
  });
  if (done.HasBeenNotified()) assert(result == 42);
  done.WaitForNotification();
  assert(result == 42);
  worker.join();
}

void counter() {
  absl::BlockingCounter pending(2);
  int results[2] = {};
  std::thread one([&] {
    results[0] = 1;
    pending.DecrementCount();
  });
  std::thread two([&] {
    results[1] = 2;
    pending.DecrementCount();
  });
  pending.Wait();
  assert(results[0] + results[1] == 3);
  one.join();
  two.join();
}

void barrier() {
  auto* meeting = new absl::Barrier(2);
  int results[2] = {};
  const auto work = [&](int self) {
    results[self] = 1;
    if (meeting->Block()) delete meeting;
    assert(results[1 - self] == 1);
  };
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
}

void map_under_lock() {
  absl::Mutex mutex;
  absl::flat_hash_map<std::string, int> counts;
  const auto work = [&](int self) {
    for (int i = 0; i < 3; ++i) {
      absl::MutexLock lock(&mutex);
      ++counts[absl::StrCat("key ", i)];
      ++counts[absl::StrCat("thread ", self)];
    }
  };
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
  assert(counts.size() == 5 && counts.at("key 1") == 2 && counts.at("thread 2") == 3);
}

constexpr Scenario kScenarios[] = {
    {"bounded_queue", bounded_queue},
    {"condition_variable", condition_variable},
    {"readers_and_writers", readers_and_writers},
    {"time_limits", time_limits},
    {"notification", notification},
    {"counter", counter},
    {"barrier", barrier},
    {"map_under_lock", map_under_lock},
};

}  // namespace

int main(int count, char** arguments) {
  return run_scenario(kScenarios, count, arguments);
}
