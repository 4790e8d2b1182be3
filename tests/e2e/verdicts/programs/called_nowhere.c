// A call through a null pointer: the crash is at the line of the call, in the function that made it.
//
// run: => crash
// says: at\s+\S*called_nowhere.c:22
// replays: called_nowhere.c:22 in use\s[^]*called from \S*called_nowhere.c:28 in work
// options: --executions 100
#include <pthread.h>
#include <stddef.h>

int (*callback)(int);
int result;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static int same(int number) {
  return number;
}

__attribute__((noinline)) static int use(int number) {
  pthread_mutex_lock(&guard);
  int (*const function)(int) = callback;
  pthread_mutex_unlock(&guard);
  return function(number) + 1;
}

__attribute__((noinline)) static void* work(void* unused) {
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  result = use(1) + 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&guard);
  callback = same;
  pthread_mutex_unlock(&guard);
  pthread_join(thread, NULL);
  return 0;
}
