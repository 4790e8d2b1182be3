/* Main starts a detached C thread through an attribute, sleeps and expects the work to be done.
 * Bug: a detached thread cannot be joined, and sleeping does not wait for it.
 * Fails when main's sleep ends before the thread has worked. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int pages_written;

static void* write_page(void* unused) {
  (void)unused;
  atomic_fetch_add(&pages_written, 1);
  return NULL;
}

int main(void) {
  const struct timespec a_while = {0, 20 * 1000 * 1000};
  pthread_attr_t detached;
  pthread_t writer;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&writer, &detached, write_page, NULL);
  pthread_attr_destroy(&detached);
  nanosleep(&a_while, NULL);
  assert(atomic_load(&pages_written) == 1);
  return 0;
}
