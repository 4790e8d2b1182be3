/* The repaired twin of cleanup_handler: a C thread gives up with pthread_exit() if it was told to.
 * A cleanup handler unlocks the table on both paths. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int give_up;
static int rows;
static int gave_up_result = 0;
static int finished_result = 1;

static void unlock(void* mutex) {
  pthread_mutex_unlock(mutex);
}

static void* add_row(void* unused) {
  (void)unused;
  pthread_mutex_lock(&table_lock);
  pthread_cleanup_push(unlock, &table_lock);
  if (atomic_load(&give_up)) pthread_exit(&gave_up_result);
  ++rows;
  pthread_cleanup_pop(1);
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
