// The repaired twin of adaptive_timedlock: two threads count under an adaptive mutex, taken with a deadline.
// A thread whose deadline passes sets a new one.
#include <pthread.h>

#include <cassert>
#include <ctime>
#include <thread>

pthread_mutex_t count_lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
int count = 0;

bool lock_within_a_second() {
  if (pthread_mutex_trylock(&count_lock) == 0) return true;
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  ++deadline.tv_sec;
  return pthread_mutex_timedlock(&count_lock, &deadline) == 0;
}

void count_once() {
  while (!lock_within_a_second()) {
  }
  ++count;
  pthread_mutex_unlock(&count_lock);
}

int main() {
  std::thread first(count_once);
  std::thread second(count_once);
  first.join();
  second.join();
  assert(count == 2);
}
