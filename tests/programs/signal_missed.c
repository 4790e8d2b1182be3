/* The signal may come between the look at the flag and pause(), which then waits for ever. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t came;
static pthread_t waiter;

static void note(int number) {
  (void)number;
  came = 1;
}

static void* notify(void* unused) {
  pthread_kill(waiter, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, note);
  waiter = pthread_self();
  pthread_create(&thread, NULL, notify, NULL);
  if (!came) pause();
  pthread_join(thread, NULL);
  return 0;
}
