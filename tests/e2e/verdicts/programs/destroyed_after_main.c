// A detached thread may still use a lock when a function that runs after main destroys it. With `waits`, main
// waits for the thread. Either way every execution runs that function.
//
// run: => heap-error, data-race?
// run: waits => nothing
// options: --executions 300
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock;
static sem_t done;
static int entries;

__attribute__((constructor)) static void set_up(void) {
  pthread_mutex_init(&lock, NULL);
  sem_init(&done, 0, 0);
}

__attribute__((destructor)) static void clean_up(void) {
  pthread_mutex_destroy(&lock);
}

static void* write_log(void* nothing) {
  pthread_mutex_lock(&lock);
  ++entries;
  pthread_mutex_unlock(&lock);
  sem_post(&done);
  return nothing;
}

int main(int count, char** arguments) {
  (void)arguments;
  pthread_t writer;
  pthread_create(&writer, NULL, write_log, NULL);
  pthread_detach(writer);
  if (count > 1) sem_wait(&done);
}
