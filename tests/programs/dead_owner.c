/* The owner of a robust mutex died half-way, and nobody looks at what pthread_mutex_lock says. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int debit, credit;

static void* book(void* unused) {
  pthread_mutex_lock(&mutex);
  debit = 1;
  return unused; /* it dies before it has booked the credit */
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, book, NULL);
  pthread_mutex_lock(&mutex);
  assert(debit == credit);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
