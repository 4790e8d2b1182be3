// exit runs no destructors of thread-specific data (POSIX); pthread_exit does, also in main.
//
// run: => nothing
// run: exit => nothing
// run: pthread_exit => assertion
// options: --executions 50
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void destroy(void* data) {
  (void)data;
  abort();
}

static void* start(void* nothing) {
  return nothing;
}

int main(int count, char** arguments) {
  pthread_key_t key;
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_create(&thread, NULL, start, NULL);
  pthread_join(thread, NULL);
  if (count < 2) return 0;
  if (strcmp(arguments[1], "exit") == 0) exit(0);
  pthread_exit(NULL);
}
