// A check fails and exits; then a handler of exit destroys a mutex that main still holds. The check failed
// first.
//
// run: => exit-status
// options: --executions 100
// says: exit status 1 \(expected 0\)
// never: lock misuse
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t balance_lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 0;

static void clean_up(void) {
  pthread_mutex_destroy(&balance_lock);
}

static void* pay_in(void* nothing) {
  pthread_mutex_lock(&balance_lock);
  ++balance;
  pthread_mutex_unlock(&balance_lock);
  return nothing;
}

int main(void) {
  atexit(clean_up);
  pthread_t client;
  pthread_create(&client, NULL, pay_in, NULL);
  pthread_mutex_lock(&balance_lock);
  if (balance != 0) exit(1);
  pthread_mutex_unlock(&balance_lock);
  pthread_join(client, NULL);
}
