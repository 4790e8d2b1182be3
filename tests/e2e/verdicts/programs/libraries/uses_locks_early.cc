// Locks of a library that its constructor uses.
#include <pthread.h>

pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier_of_one;

__attribute__((constructor)) static void fill_table() {
  pthread_barrier_init(&barrier_of_one, nullptr, 1);
  pthread_barrier_wait(&barrier_of_one);
  pthread_rwlock_wrlock(&table_lock);
  pthread_rwlock_unlock(&table_lock);
}
