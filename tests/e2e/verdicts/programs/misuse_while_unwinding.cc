// A check throws while a mutex is locked by hand, and the exception destroys the mutex on its way. The report
// says that an exception was on its way: the check failed first.
//
// run: => lock-misuse
// options: --executions 100
// says: main destroys a mutex that is locked, while an exception unwinds its stack
#include <pthread.h>
#include <stdexcept>
#include <thread>

class Mutex {
 public:
  Mutex() { pthread_mutex_init(&mutex_, nullptr); }
  ~Mutex() { pthread_mutex_destroy(&mutex_); }
  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t mutex_;
};

void check(bool holds) {
  if (!holds) throw std::logic_error("the balance is wrong");
}

void check_balance() {
  int balance = 0;
  Mutex mutex;
  std::jthread client([&] {
    mutex.lock();
    ++balance;
    mutex.unlock();
  });
  mutex.lock();
  check(balance == 0);
  mutex.unlock();
}

int main() {
  try {
    check_balance();
  } catch (const std::exception&) {
    return 1;
  }
}
