// Programs that handle their own faults: a handler may jump away, time and again, or repair what was wrong
// and return. What comes afterwards is explored as ever.
// run: jump => nothing
// run: longjmp => nothing
// run: atomic => nothing
// run: overflow => nothing
// run: abort => nothing
// run: repair => nothing
// run: nested => nothing
// run: jump lose => assertion
// run: repair lose => assertion
// options: --executions 100
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

sigjmp_buf before;
volatile int handled;
char* page;

void handle(int signal, void (*handler)(int), int flags = 0) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

void jump_away(int) {
  handled = handled + 1;
  siglongjmp(before, 1);
}

// As it was done before sigsetjmp: the signal is unblocked by hand.
void unblock_and_jump(int signal) {
  handled = handled + 1;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  longjmp(before, 1);
}

void repair(int) {
  handled = handled + 1;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

void repair_in_another_handler(int) {
  raise(SIGUSR1);
}

[[gnu::noinline]] int descend(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = 1;
  return descend(depth + 1) + frame[depth % 4096];
}

void jump_three_times(int signal, void (*handler)(int), void (*fail)()) {
  handle(signal, handler, SA_ONSTACK);
  for (volatile int i = 0; i < 3; i = i + 1)
    if (sigsetjmp(before, handler == jump_away) == 0) fail();
  assert(handled == 3);
}

void write_to_page() {
  page[0] = 1;
}
void add_to_page() {
  ++*reinterpret_cast<std::atomic<int>*>(page);
}
void overflow_the_stack() {
  descend(0);
}

void recover(const char* how) {
  page = static_cast<char*>(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (std::strcmp(how, "jump") == 0) jump_three_times(SIGSEGV, jump_away, write_to_page);
  if (std::strcmp(how, "longjmp") == 0) jump_three_times(SIGSEGV, unblock_and_jump, write_to_page);
  if (std::strcmp(how, "atomic") == 0) jump_three_times(SIGSEGV, jump_away, add_to_page);
  if (std::strcmp(how, "abort") == 0) jump_three_times(SIGABRT, jump_away, std::abort);
  if (std::strcmp(how, "overflow") == 0) {
    static char memory[1 << 16];
    const stack_t stack = {memory, 0, sizeof memory};
    sigaltstack(&stack, nullptr);
    jump_three_times(SIGSEGV, jump_away, overflow_the_stack);
  }
  if (std::strcmp(how, "repair") == 0 || std::strcmp(how, "nested") == 0) {
    handle(SIGUSR1, repair);
    handle(SIGSEGV, std::strcmp(how, "nested") == 0 ? repair_in_another_handler : repair);
    page[0] = 1;
    assert(handled == 1 && page[0] == 1);
  }
}

std::atomic<int> updates = 0;

void update(bool loses) {
  if (loses)
    updates = updates + 1;
  else
    ++updates;
}

int main(int count, char** arguments) {
  const bool loses = count > 2;
  std::thread other([=] { update(loses); });
  recover(arguments[1]);
  update(loses);
  other.join();
  assert(updates == 2);
}
