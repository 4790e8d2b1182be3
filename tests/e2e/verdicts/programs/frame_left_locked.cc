// A function returns while a worker waits for a mutex in its frame. Another function's variables lie there
// soon: the mutex keeps the name that it had. `overwritten`: the mutex is there, but its bytes are
// overwritten, and no thread has the number that is in it; the worker waits for ever.
//
// run: left => stack-error
// run: overwritten => deadlock
// says: (locks\s+`guard`\s+in\s+the\s+frame\s+of\s+lend|deadlock)
// replays: (holds\s+`guard`,\s+locked|main\.0: waits to lock `broken`)
// never: (`harmless|held\s+by\s+thread)
// options: --executions 50
#include <pthread.h>
#include <atomic>
#include <cstring>
#include <thread>

std::atomic<bool> waits{false};
std::thread worker;
pthread_mutex_t broken = PTHREAD_MUTEX_INITIALIZER;

void lock(pthread_mutex_t* mutex) {
  waits = true;
  pthread_mutex_lock(mutex);
}

[[gnu::noinline]] void lend() {
  pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&guard);
  worker = std::thread(lock, &guard);
  while (!waits) std::this_thread::yield();
}

[[gnu::noinline]] void wait_for_worker() {
  char harmless[200];
  std::memset(harmless, 1, sizeof harmless);
  worker.join();
  asm volatile("" : : "r"(harmless) : "memory");
}

int main(int, char** arguments) {
  if (std::strcmp(arguments[1], "left") == 0) {
    lend();
  } else {
    worker = std::thread(lock, &broken);
    std::memset(&broken, 1, sizeof broken);
  }
  wait_for_worker();
}
