/* Signals: to threads and to the process, masks, waiting for them, handlers that interrupt, the alarm clock.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "check.h"

static volatile sig_atomic_t handled, last_value;
static pthread_t handled_by;
static sem_t told, never, started;
static sigjmp_buf back;

static void note(int number) {
  (void)number;
  handled = handled + 1;
  handled_by = pthread_self();
}
static void note_value(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  last_value = info->si_value.sival_int;
}
static void tell(int number) {
  (void)number;
  sem_post(&told);
}
static void jump(int number) {
  (void)number;
  siglongjmp(back, 1);
}

/* What is sent in a handler and blocked there comes when the handler has returned. */
static volatile sig_atomic_t depth, deepest;
static void send_again(int number) {
  depth = depth + 1;
  if (depth > deepest) deepest = depth;
  handled = handled + 1;
  if (handled < 3) raise(number);
  depth = depth - 1;
}
/* A handler may unblock its own signal, and is then interrupted by it. */
static void send_unblocked(int number) {
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, number);
  depth = depth + 1;
  if (depth > deepest) deepest = depth;
  handled = handled + 1;
  if (handled < 3) {
    CHECK(pthread_sigmask(SIG_UNBLOCK, &own, NULL) == 0);
    raise(number);
  }
  depth = depth - 1;
}
static void jump_inside(int number) {
  sigjmp_buf inside;
  (void)number;
  if (sigsetjmp(inside, 1) == 0) siglongjmp(inside, 1);
  handled = handled + 1;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  CHECK(sigaction(number, &action, NULL) == 0);
}

static sigset_t set_of(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

/* Blocked until the thread waits, so that the handler runs inside the wait. */
static void* suspended(void* unused) {
  sigset_t none;
  sigemptyset(&none);
  CHECK(sem_post(&started) == 0);
  CHECK(sigsuspend(&none) == -1 && errno == EINTR);
  CHECK(pthread_equal(handled_by, pthread_self()));
  sigset_t mask;
  CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, SIGUSR1));
  return unused;
}

static void* wait_for_both(void* unused) {
  sigset_t set = set_of(SIGUSR2);
  sigaddset(&set, SIGRTMIN);
  int number = 0;
  CHECK(sigwait(&set, &number) == 0 && number == SIGUSR2);
  siginfo_t info;
  CHECK(sigwaitinfo(&set, &info) == SIGRTMIN && info.si_value.sival_int == 42);
  return unused;
}

static void* interrupted(void* unused) {
  CHECK(sem_post(&started) == 0);
  for (;;)
    if (sem_wait(&never) == -1) {
      CHECK(errno == EINTR);
      break;
    }
  return unused;
}

/* Without SA_RESTART. */
static void* poll_and_read(void* unused) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  struct pollfd polled = {.fd = ends[0], .events = POLLIN};
  CHECK(poll(&polled, 1, -1) == -1 && errno == EINTR);
  char byte;
  CHECK(read(ends[0], &byte, 1) == -1 && errno == EINTR);
  return unused;
}

int main(void) {
  pthread_t thread;
  CHECK(sem_init(&told, 0, 0) == 0 && sem_init(&never, 0, 0) == 0 && sem_init(&started, 0, 0) == 0);

  handle(SIGUSR1, note);
  CHECK(raise(SIGUSR1) == 0 && handled == 1);
  CHECK(kill(getpid(), SIGUSR1) == 0 && handled == 2);
  CHECK(pthread_kill(pthread_self(), SIGUSR1) == 0 && handled == 3);
  CHECK(pthread_kill(pthread_self(), 0) == 0);
  CHECK(pthread_kill(pthread_self(), 999) == EINVAL);

  /* Blocked, pending, delivered when it is unblocked; once, however often it was sent. */
  sigset_t one = set_of(SIGUSR1), old, pending;
  CHECK(pthread_sigmask(SIG_BLOCK, &one, &old) == 0 && !sigismember(&old, SIGUSR1));
  CHECK(raise(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && handled == 3);
  CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1));
  CHECK(sigprocmask(SIG_UNBLOCK, &one, NULL) == 0 && handled == 4);
  CHECK(sigpending(&pending) == 0 && !sigismember(&pending, SIGUSR1));
  CHECK(sigprocmask(99, &one, NULL) == -1 && errno == EINVAL);

  /* A mask is inherited; sigsuspend opens it for a while. */
  CHECK(pthread_sigmask(SIG_BLOCK, &one, NULL) == 0);
  CHECK(pthread_create(&thread, NULL, suspended, NULL) == 0);
  CHECK(sem_wait(&started) == 0);
  CHECK(pthread_kill(thread, SIGUSR1) == 0);
  CHECK(pthread_join(thread, NULL) == 0 && handled == 5);
  CHECK(pthread_sigmask(SIG_UNBLOCK, &one, NULL) == 0);

  /* Everybody blocks it: whoever waits for it gets it. Real-time signals carry a value and queue. */
  sigset_t waited = set_of(SIGUSR2);
  sigaddset(&waited, SIGRTMIN);
  CHECK(pthread_sigmask(SIG_BLOCK, &waited, NULL) == 0);
  CHECK(pthread_create(&thread, NULL, wait_for_both, NULL) == 0);
  CHECK(kill(getpid(), SIGUSR2) == 0);
  union sigval value = {.sival_int = 42};
  CHECK(sigqueue(getpid(), SIGRTMIN, value) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  const struct timespec at_once = {0, 0}, soon = {0, 5000000};
  CHECK(sigtimedwait(&waited, NULL, &at_once) == -1 && errno == EAGAIN);
  CHECK(sigtimedwait(&waited, NULL, &soon) == -1 && errno == EAGAIN);
  CHECK(sigqueue(getpid(), SIGRTMIN, value) == 0 && sigqueue(getpid(), SIGRTMIN, value) == 0);
  CHECK(sigtimedwait(&waited, NULL, &at_once) == SIGRTMIN);
  CHECK(sigtimedwait(&waited, NULL, &at_once) == SIGRTMIN);
  CHECK(pthread_sigmask(SIG_UNBLOCK, &waited, NULL) == 0);

  struct sigaction with_value = {0};
  with_value.sa_sigaction = note_value;
  with_value.sa_flags = SA_SIGINFO;
  CHECK(sigaction(SIGRTMIN, &with_value, NULL) == 0);
  value.sival_int = 7;
  CHECK(sigqueue(getpid(), SIGRTMIN, value) == 0 && last_value == 7);
  CHECK(pthread_sigqueue(pthread_self(), SIGRTMIN, value) == 0);

  /* A handler interrupts a wait, may post a semaphore, and may be left by siglongjmp. */
  CHECK(pthread_create(&thread, NULL, interrupted, NULL) == 0);
  CHECK(sem_wait(&started) == 0);
  while (pthread_tryjoin_np(thread, NULL) == EBUSY) {
    CHECK(pthread_kill(thread, SIGUSR1) == 0);
    usleep(1000);
  }
  CHECK(pthread_create(&thread, NULL, poll_and_read, NULL) == 0);
  while (pthread_tryjoin_np(thread, NULL) == EBUSY) {
    CHECK(pthread_kill(thread, SIGUSR1) == 0);
    usleep(1000);
  }
  CHECK(signal(SIGUSR1, tell) == note);
  CHECK(raise(SIGUSR1) == 0 && sem_wait(&told) == 0);
  handle(SIGUSR1, jump);
  for (volatile int i = 0; i < 2; ++i) { /* twice: the jump unblocks the signal again */
    if (sigsetjmp(back, 1) == 0) {
      raise(SIGUSR1);
      CHECK(0);
    }
  }
  CHECK(sem_trywait(&told) == -1 && errno == EAGAIN); /* and we are under control again */

  /* The mask that sigsetjmp saved comes back, also without a handler; one that was not saved does not. */
  sigset_t mask;
  if (sigsetjmp(back, 1) == 0) {
    CHECK(pthread_sigmask(SIG_BLOCK, &one, NULL) == 0);
    siglongjmp(back, 1);
  }
  CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && !sigismember(&mask, SIGUSR1));
  if (sigsetjmp(back, 0) == 0) {
    CHECK(pthread_sigmask(SIG_BLOCK, &one, NULL) == 0);
    siglongjmp(back, 1);
  }
  CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, SIGUSR1));
  /* ... out of a wait. */
  CHECK(raise(SIGUSR1) == 0);
  if (sigsetjmp(back, 1) == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigsuspend(&none);
    CHECK(0);
  }
  CHECK(pthread_sigmask(SIG_UNBLOCK, &one, &mask) == 0 && sigismember(&mask, SIGUSR1));

  /* Handlers that send signals, and that jump without being left. */
  handled = 0;
  handle(SIGUSR1, send_again);
  CHECK(raise(SIGUSR1) == 0 && handled == 3 && deepest == 1);
  handled = deepest = 0;
  handle(SIGUSR1, send_unblocked);
  CHECK(raise(SIGUSR1) == 0 && handled == 3 && deepest == 3);
  handled = 0;
  handle(SIGUSR1, jump_inside);
  CHECK(raise(SIGUSR1) == 0 && handled == 1);
  struct sigaction once = {0};
  once.sa_handler = note;
  once.sa_flags = (int)SA_RESETHAND;
  CHECK(sigaction(SIGSEGV, &once, NULL) == 0 && raise(SIGSEGV) == 0 && handled == 2);
  CHECK(sigaction(SIGSEGV, NULL, &once) == 0 && once.sa_handler == SIG_DFL);

  handle(SIGUSR1, SIG_IGN);
  CHECK(raise(SIGUSR1) == 0);
  struct sigaction ignored;
  CHECK(sigaction(SIGUSR1, NULL, &ignored) == 0 && ignored.sa_handler == SIG_IGN);
  CHECK(sigaction(SIGKILL, &ignored, NULL) == -1 && errno == EINVAL);

  /* A stack for handlers. */
  static char memory[1 << 16];
  const stack_t stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = sizeof memory},
                small = {.ss_sp = memory, .ss_size = 1};
  stack_t found;
  CHECK(sigaltstack(&stack, NULL) == 0);
  CHECK(sigaltstack(NULL, &found) == 0 && found.ss_sp == memory && found.ss_size == sizeof memory);
  CHECK(sigaltstack(&small, NULL) == -1 && errno == ENOMEM);

  /* The alarm clock. */
  handle(SIGALRM, note);
  handled = 0;
  CHECK(ualarm(2000, 0) == 0);
  CHECK(pause() == -1 && errno == EINTR && handled == 1);
  const struct itimerval timer = {{0, 0}, {0, 2000}};
  struct itimerval left;
  CHECK(setitimer(ITIMER_REAL, &timer, NULL) == 0);
  CHECK(getitimer(ITIMER_REAL, &left) == 0 && left.it_value.tv_sec == 0);
  struct timespec remaining = {0, 0};
  const struct timespec long_time = {100, 0};
  CHECK(nanosleep(&long_time, &remaining) == -1 && errno == EINTR && handled == 2 && remaining.tv_sec >= 98);
  CHECK(alarm(100) == 0);
  CHECK(alarm(0) >= 99);
  return 0;
}
