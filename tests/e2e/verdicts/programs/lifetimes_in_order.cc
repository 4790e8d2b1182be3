// Synchronisation objects whose life ends while others have just used them, all of it in order: the last
// owner destroys, after what the others released. The right twin of lifetime_races.cc.
//
// run: shared_ptr => nothing
// run: counted => nothing
// run: barrier => nothing
// run: semaphore => nothing
// run: condition => nothing
// run: once => nothing
// options: --executions 200
// carriers: contexts
#include <pthread.h>
#include <semaphore.h>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

// Destroyed by whichever thread lets go of it last: the count orders.
struct Account {
  std::mutex mutex;
  std::condition_variable changed;
  int balance = 0;
};

void deposit(const std::shared_ptr<Account>& account) {
  std::lock_guard lock(account->mutex);
  ++account->balance;
  account->changed.notify_all();
}

void share() {
  auto account = std::make_shared<Account>();
  std::thread other([account] { deposit(account); });
  other.detach();
  deposit(account);
}

// The count is protected by the mutex itself: who finds it at zero has locked it after all others unlocked
// it.
struct Counted {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int owners = 2;
};

void release(Counted* counted) {
  pthread_mutex_lock(&counted->mutex);
  const bool last = --counted->owners == 0;
  pthread_mutex_unlock(&counted->mutex);
  if (!last) return;
  pthread_mutex_destroy(&counted->mutex);
  delete counted;
}

// The serial thread may end the barrier while the others are still leaving it.
void meet(pthread_barrier_t* barrier) {
  if (pthread_barrier_wait(barrier) != PTHREAD_BARRIER_SERIAL_THREAD) return;
  pthread_barrier_destroy(barrier);
  delete barrier;
}

// Who is woken may end the semaphore at once.
void wait_and_destroy(sem_t* semaphore) {
  sem_wait(semaphore);
  sem_destroy(semaphore);
  delete semaphore;
}

struct Event {
  std::mutex mutex;
  std::condition_variable condition;
  bool set = false;
};

void wait_for(Event* event) {
  {
    std::unique_lock lock(event->mutex);
    event->condition.wait(lock, [event] { return event->set; });
  }
  delete event;
}

void set(Event* event) {
  std::lock_guard lock(event->mutex);
  event->set = true;
  event->condition.notify_one();
}

pthread_mutex_t made_once;
pthread_once_t once = PTHREAD_ONCE_INIT;

void use_made_once() {
  pthread_once(&once, [] { pthread_mutex_init(&made_once, nullptr); });
  pthread_mutex_lock(&made_once);
  pthread_mutex_unlock(&made_once);
}

int main(int, char** arguments) {
  const std::string mode = arguments[1];
  if (mode == "shared_ptr") {
    share();
  } else if (mode == "counted") {
    auto* counted = new Counted;
    std::thread other(release, counted);
    release(counted);
    other.join();
  } else if (mode == "barrier") {
    auto* barrier = new pthread_barrier_t;
    pthread_barrier_init(barrier, nullptr, 2);
    std::thread other(meet, barrier);
    meet(barrier);
    other.join();
  } else if (mode == "semaphore") {
    auto* semaphore = new sem_t;
    sem_init(semaphore, 0, 0);
    std::thread waiter(wait_and_destroy, semaphore);
    sem_post(semaphore);
    waiter.join();
  } else if (mode == "condition") {
    auto* event = new Event;
    std::thread waiter(wait_for, event);
    set(event);
    waiter.join();
  } else {
    std::thread other(use_made_once);
    use_made_once();
    other.join();
  }
}
