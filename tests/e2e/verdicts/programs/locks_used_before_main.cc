// A library has used its locks in its constructor, before Heddle took control. glibc leaves marks in both: a
// read-write lock remembers that its last holder was a writer, a barrier counts the threads that ever came.
// The lock is free all the same, and the barrier lets one thread pass.
//
// run: => nothing
// run: share => assertion
// linked library: uses_locks_early.cc
// options: --executions 100
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <thread>

extern pthread_rwlock_t table_lock;
extern pthread_barrier_t barrier_of_one;

std::atomic<int> entries = 0;

// Bug of `share`: an entry is added under the lock of readers.
void add_entry(bool shares) {
  shares ? pthread_rwlock_rdlock(&table_lock) : pthread_rwlock_wrlock(&table_lock);
  const int seen = entries;
  entries = seen + 1;
  pthread_rwlock_unlock(&table_lock);
}

int main(int count, char**) {
  const bool shares = count > 1;
  assert(pthread_barrier_wait(&barrier_of_one) == PTHREAD_BARRIER_SERIAL_THREAD);
  std::thread other(add_entry, shares);
  add_entry(shares);
  other.join();
  assert(entries == 2);
}
