/* A C thread gives up with pthread_exit() if told to; main joins it and looks at the table it worked on.
 * Bug: on that path the thread keeps the table's lock; a cleanup handler is missing.
 * Deadlocks (the lock's owner has ended) when main tells it to give up before it looks. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int give_up;
static int rows;
static int gave_up_result = 0;
static int finished_result = 1;

static void* add_row(void* unused) {
  (void)unused;
  pthread_mutex_lock(&table_lock);
  if (atomic_load(&give_up)) pthread_exit(&gave_up_result);
  ++rows;
  pthread_mutex_unlock(&table_lock);
  return &finished_result;
}

int main(void) {
  pthread_t worker;
  void* result = NULL;
  pthread_create(&worker, NULL, add_row, NULL);
  atomic_store(&give_up, 1);
  pthread_join(worker, &result);

  pthread_mutex_lock(&table_lock);
  assert(rows == *(int*)result);
  pthread_mutex_unlock(&table_lock);
  return 0;
}
