// POCO: threads, pools, events, queues of notifications, locks, active methods.
#include <Poco/ActiveMethod.h>
#include <Poco/Condition.h>
#include <Poco/Event.h>
#include <Poco/Mutex.h>
#include <Poco/Notification.h>
#include <Poco/NotificationQueue.h>
#include <Poco/RWLock.h>
#include <Poco/Runnable.h>
#include <Poco/Semaphore.h>
#include <Poco/Task.h>
#include <Poco/TaskManager.h>
#include <Poco/Thread.h>
#include <Poco/ThreadPool.h>

#include <cassert>
#include <functional>

#include "scenarios.h"

namespace {

class Call : public Poco::Runnable {
 public:
  explicit Call(std::function<void()> function) : function_(std::move(function)) {}
  void run() override { function_(); }

 private:
  std::function<void()> function_;
};

void event() {
  Poco::Event ready;
  int result = 0;
  Call work([&] {
    result = 1;
    ready.set();
  });
  Poco::Thread thread;
  thread.start(work);
  ready.wait();
  assert(result == 1);
  thread.join();
}

void pool() {
  Poco::ThreadPool threads(2, 2);
  Poco::FastMutex mutex;
  int count = 0;
  Call work([&] {
    const Poco::FastMutex::ScopedLock lock(mutex);
    ++count;
  });
  threads.start(work);
  threads.start(work);
  threads.joinAll();
  assert(count == 2);
}

class Number : public Poco::Notification {
 public:
  explicit Number(int value) : value(value) {}
  const int value;
};

void queue_of_notifications() {
  Poco::NotificationQueue queue;
  int sum = 0;
  Call work([&] {
    while (Poco::Notification* next = queue.waitDequeueNotification()) {
      sum += static_cast<Number*>(next)->value;
      next->release();
    }
  });
  Poco::Thread thread;
  thread.start(work);
  queue.enqueueNotification(new Number(1));
  queue.enqueueNotification(new Number(2));
  while (!queue.empty()) Poco::Thread::yield();
  queue.wakeUpAll();
  while (!thread.tryJoin(10)) queue.wakeUpAll();
  assert(sum == 3);
}

void readers_and_writers() {
  Poco::RWLock lock;
  int first = 0, second = 0;
  Call write([&] {
    for (int i = 0; i < 2; ++i) {
      const Poco::ScopedWriteRWLock guard(lock);
      ++first;
      ++second;
    }
  });
  Call read([&] {
    for (int i = 0; i < 2; ++i) {
      const Poco::ScopedReadRWLock guard(lock);
      assert(first == second);
    }
  });
  Poco::Thread writer, reader;
  writer.start(write);
  reader.start(read);
  writer.join();
  reader.join();
}

void condition_and_semaphore() {
  Poco::Mutex mutex;
  Poco::Condition changed;
  Poco::Semaphore tokens(0, 2);
  bool ready = false;
  int result = 0;
  Call work([&] {
    tokens.wait();
    result = 1;
    const Poco::Mutex::ScopedLock lock(mutex);
    ready = true;
    changed.signal();
  });
  Poco::Thread thread;
  thread.start(work);
  tokens.set();
  {
    const Poco::Mutex::ScopedLock lock(mutex);
    while (!ready) changed.wait(mutex);
  }
  assert(result == 1);
  thread.join();
}

class Calculator {
 public:
  Calculator() : twice(this, &Calculator::twice_of) {}
  Poco::ActiveMethod<int, int, Calculator> twice;

 private:
  int twice_of(const int& number) { return 2 * number; }
};

void active_method() {
  Calculator calculator;
  Poco::ActiveResult<int> first = calculator.twice(1);
  Poco::ActiveResult<int> second = calculator.twice(2);
  first.wait();
  second.wait();
  assert(first.data() + second.data() == 6);
  Poco::ThreadPool::defaultPool().joinAll();
}

constexpr Scenario kScenarios[] = {
    {"event", event},
    {"pool", pool},
    {"queue_of_notifications", queue_of_notifications},
    {"readers_and_writers", readers_and_writers},
    {"condition_and_semaphore", condition_and_semaphore},
    {"active_method", active_method},
};

}  // namespace

int main(int count, char** arguments) {
  return run_scenario(kScenarios, count, arguments);
}
