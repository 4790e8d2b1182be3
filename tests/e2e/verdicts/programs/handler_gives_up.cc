// Handlers of faults that do not save the program: the fault is the bug, and it is stable.
// run: exit => crash
// run: default => crash
// run: raise => crash
// run: again => crash
// run: blocked => crash
// run: returns => crash
// options: --executions 100
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <thread>

jmp_buf before;
volatile int* volatile nowhere;

void leave(int) {
  _exit(3);
}
void use_default(int signal) {
  ::signal(signal, SIG_DFL);
}
void raise_again(int signal) {
  ::signal(signal, SIG_DFL);
  raise(signal);
}
void fault_again(int) {
  *nowhere = 2;
}
// The mask is not saved, so the signal stays blocked: the second fault ends the process.
void jump_blocked(int) {
  longjmp(before, 1);
}
void do_nothing(int) {}

int main(int, char** arguments) {
  const char* how = arguments[1];
  signal(SIGSEGV, std::strcmp(how, "exit") == 0      ? leave
                  : std::strcmp(how, "default") == 0 ? use_default
                  : std::strcmp(how, "raise") == 0   ? raise_again
                  : std::strcmp(how, "again") == 0   ? fault_again
                  : std::strcmp(how, "blocked") == 0 ? jump_blocked
                                                     : do_nothing);
  std::thread other([] {});
  setjmp(before);
  *nowhere = 1;
  other.join();
}
