// Two threads count under an adaptive mutex, taken with trylock or else with a deadline of one second.
// Bug: a thread whose deadline passes counts all the same.
// Fails when one thread's deadline passes while the other is between its read and its write.
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
  const bool locked = lock_within_a_second();
  ++count;
  if (locked) pthread_mutex_unlock(&count_lock);
}

int main() {
  std::thread first(count_once);
  std::thread second(count_once);
  first.join();
  second.join();
  assert(count == 2);
}
