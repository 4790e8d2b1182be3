// A thread destroys a mutex that another one is about to lock. The step in which that is noticed belongs to
// the schedule, so the failure is stable.
// run: => heap-error, data-race?
// says: destroyed mutex
// never: unstable
// options: --executions 200
#include <pthread.h>

#include <thread>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main() {
  std::thread user([] {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  });
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  user.join();
}
