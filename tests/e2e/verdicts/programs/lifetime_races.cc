// The beginning and the end of a synchronisation object's life write it: nothing may be using it then that is
// not ordered with them.
//
// run: initialise => data-race, lock-misuse?
// run: construct => data-race, lock-misuse?
// run: destroy => data-race, heap-error?, lock-misuse?
// run: free => data-race?, heap-error
// run: destroy_condition => data-race, heap-error?
// options: --executions 60 --until budget
// says: main(.0)?\s+(initialises|writes|destroys|frees|locks|unlocks|signals)
#include <pthread.h>
#include <mutex>
#include <new>
#include <string>
#include <thread>

pthread_mutex_t posix_mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
alignas(std::mutex) unsigned char place[sizeof(std::mutex)];

void use(pthread_mutex_t* mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

int main(int, char** arguments) {
  const std::string mode = arguments[1];
  if (mode == "initialise") {
    std::thread user(use, &posix_mutex);
    pthread_mutex_init(&posix_mutex, nullptr);
    user.join();
  } else if (mode == "construct") {
    auto* mutex = reinterpret_cast<std::mutex*>(place);
    std::thread user([mutex] { std::lock_guard lock(*mutex); });
    new (mutex) std::mutex;
    user.join();
  } else if (mode == "destroy") {
    std::thread user(use, &posix_mutex);
    pthread_mutex_destroy(&posix_mutex);
    user.join();
  } else if (mode == "free") {
    auto* mutex = new pthread_mutex_t PTHREAD_MUTEX_INITIALIZER;
    std::thread user(use, mutex);
    std::this_thread::yield();
    delete mutex;
    user.join();
  } else {
    std::thread user([] { pthread_cond_signal(&condition); });
    pthread_cond_destroy(&condition);
    user.join();
  }
}
