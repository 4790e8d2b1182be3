#include "process/signals.h"

#include <csignal>

namespace heddle::process {

namespace {

bool is_ignored(int number) {
  struct sigaction action{};
  return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void give_default_signals() {
  for (int number = 1; number <= SIGRTMAX; ++number)
    if (is_ignored(number)) std::signal(number, SIG_DFL);  // exec resets handlers by itself
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void leave_interrupts_to_parent() {
  std::signal(SIGINT, [](int) {});
}

void make_children_waitable() {
  if (is_ignored(SIGCHLD)) std::signal(SIGCHLD, SIG_DFL);
}

}  // namespace heddle::process
