// A handler turns a fault into an exception, time and again. What comes afterwards is explored as ever.
// (clang++ has no such exceptions.)
//
// run: => nothing
// run: lose => assertion
// compilers: gxx
// build: -fnon-call-exceptions
// options: --executions 100
#include <signal.h>

#include <atomic>
#include <cassert>
#include <thread>

volatile int* volatile nowhere;
std::atomic<int> updates = 0;

void throw_a_number(int signal) {
  throw signal;
}

void update(bool loses) {
  if (loses)
    updates = updates + 1;
  else
    ++updates;
}

int main(int count, char**) {
  const bool loses = count > 1;
  struct sigaction action = {};
  action.sa_handler = throw_a_number;
  action.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  std::thread other([=] { update(loses); });
  int caught = 0;
  for (int i = 0; i < 3; ++i) {
    try {
      *nowhere = 1;
    } catch (int) {
      ++caught;
    }
  }
  assert(caught == 3);
  update(loses);
  other.join();
  assert(updates == 2);
}
