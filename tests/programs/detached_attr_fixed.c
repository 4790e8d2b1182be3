/* The repaired twin of detached_attr: main starts a detached C thread and expects its work to be done.
 * Main waits on a condition until the thread says so. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t pages_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t page_written = PTHREAD_COND_INITIALIZER;
static int pages_written;

static void* write_page(void* unused) {
  (void)unused;
  pthread_mutex_lock(&pages_lock);
  ++pages_written;
  pthread_cond_signal(&page_written);
  pthread_mutex_unlock(&pages_lock);
  return NULL;
}

int main(void) {
  pthread_attr_t detached;
  pthread_t writer;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&writer, &detached, write_page, NULL);
  pthread_attr_destroy(&detached);

  pthread_mutex_lock(&pages_lock);
  while (pages_written == 0) pthread_cond_wait(&page_written, &pages_lock);
  assert(pages_written == 1);
  pthread_mutex_unlock(&pages_lock);
  return 0;
}
