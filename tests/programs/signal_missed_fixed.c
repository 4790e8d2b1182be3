/* The signal is blocked except while the thread waits for it. */
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
  sigset_t blocked, before;
  signal(SIGUSR1, note);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  waiter = pthread_self();
  pthread_create(&thread, NULL, notify, NULL);
  while (!came) sigsuspend(&before);
  pthread_join(thread, NULL);
  return 0;
}
