/* Spin locks, barriers, pthread_once, and keys with destructors. */
#include <pthread.h>

#include "check.h"

static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int initialised, serial, destroyed, counter;

static void initialise(void) {
  ++initialised;
}

static void destroy(void* value) {
  if (*(int*)value == 1) {
    *(int*)value = 2;
    CHECK(pthread_setspecific(key, value) == 0); /* asks for another round */
    return;
  }
  pthread_spin_lock(&spin);
  ++destroyed;
  pthread_spin_unlock(&spin);
}

static void* work(void* value) {
  CHECK(pthread_once(&once, initialise) == 0);
  CHECK(initialised == 1);
  CHECK(pthread_getspecific(key) == NULL);
  CHECK(pthread_setspecific(key, value) == 0);
  CHECK(pthread_spin_lock(&spin) == 0);
  ++counter;
  CHECK(pthread_spin_trylock(&spin) == EBUSY);
  CHECK(pthread_spin_unlock(&spin) == 0);
  const int result = pthread_barrier_wait(&barrier);
  CHECK(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  CHECK(counter == 3);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD) ++serial;
  pthread_barrier_wait(&barrier);
  CHECK(serial == 1);
  return NULL;
}

int main(void) {
  CHECK(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0);
  CHECK(pthread_barrier_init(&barrier, NULL, 3) == 0);
  CHECK(pthread_key_create(&key, destroy) == 0);
  pthread_t threads[3];
  int values[3] = {1, 1, 1};
  for (int i = 0; i < 3; ++i) CHECK(pthread_create(&threads[i], NULL, work, &values[i]) == 0);
  for (int i = 0; i < 3; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(destroyed == 3);
  CHECK(pthread_key_delete(key) == 0);
  CHECK(pthread_barrier_destroy(&barrier) == 0);
  CHECK(pthread_spin_trylock(&spin) == 0);
  CHECK(pthread_spin_unlock(&spin) == 0);
  CHECK(pthread_spin_destroy(&spin) == 0);
  return 0;
}
