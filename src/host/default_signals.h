// The signals of a program that is started: the same in every command, whatever Heddle does with its own.
#pragma once

#include <csignal>

namespace heddle::host {

// Between fork and exec. What the user's shell ignores (nohup) is not ignored here either: an execution is to
// depend on its schedule alone.
inline void give_default_signals() {
  for (int number = 1; number <= SIGRTMAX; ++number) {
    struct sigaction action{};
    sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_IGN) signal(number, SIG_DFL);  // exec resets handlers by itself
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace heddle::host
