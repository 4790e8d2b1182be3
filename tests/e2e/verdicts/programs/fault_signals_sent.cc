// Signals that are faults at other times, sent by the program itself: they can be blocked, wait for their
// thread, and be waited for like any other.
// run: => nothing
// options: --executions 200
#include <pthread.h>
#include <signal.h>

#include <cassert>
#include <thread>

volatile int handled;
pthread_t handled_by;

void note(int) {
  handled = handled + 1;
  handled_by = pthread_self();
}

sigset_t only(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  return set;
}

void wait_for(int signal) {
  handled = 0;
  ::signal(signal, note);
  const sigset_t one = only(signal);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  raise(signal);
  assert(handled == 0);
  sigset_t but;
  sigfillset(&but);
  sigdelset(&but, signal);
  sigsuspend(&but);
  assert(handled == 1);
  raise(signal);
  int taken = 0;
  sigwait(&one, &taken);
  assert(taken == signal && handled == 1);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
}

int main() {
  for (const int signal : {SIGSYS, SIGSEGV, SIGABRT, SIGUSR1}) wait_for(signal);
  handled = 0;
  signal(SIGBUS, note);
  std::thread other([] {
    while (handled == 0) std::this_thread::yield();
    assert(pthread_equal(handled_by, pthread_self()));
  });
  pthread_kill(other.native_handle(), SIGBUS);
  other.join();
  assert(handled == 1);
}
