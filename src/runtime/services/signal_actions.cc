#include "runtime/services/signal_actions.h"

#include <algorithm>
#include <cstring>

#include "runtime/system/real.h"

namespace heddle::runtime::signals {

namespace {

// In execution memory: the image of an execution's start puts it back.
struct Actions {
  struct sigaction of[NSIG];
  SignalSet known = 0;  // whose action was asked of the kernel or set by the program
};
Actions* actions = nullptr;

constexpr SignalSet kIgnoredByDefault = bit(SIGCHLD) | bit(SIGURG) | bit(SIGWINCH) | bit(SIGCONT);
constexpr SignalSet kStops = bit(SIGSTOP) | bit(SIGTSTP) | bit(SIGTTIN) | bit(SIGTTOU);

}  // namespace

SignalSet to_set(const sigset_t& set) {
  SignalSet result;
  std::memcpy(&result, &set, sizeof result);
  return result;
}

sigset_t to_sigset(SignalSet set) {
  sigset_t result;
  sigemptyset(&result);
  std::memcpy(&result, &set, sizeof set);
  return result;
}

void forget_actions() {
  if (actions == nullptr) actions = new Actions{};
  if (actions->known != 0) std::memset(actions->of, 0, sizeof actions->of);
  actions->known = 0;
}

SignalSet known() {
  return actions->known;
}

// A disposition may be inherited: SIGPIPE is often ignored.
struct sigaction& action_of(int signal) {
  if (!contains(actions->known, signal)) {
    actions->known |= bit(signal);
    if (!is_fault(signal)) real().sigaction(signal, nullptr, &actions->of[signal]);
  }
  return actions->of[signal];
}

bool is_fault(int signal) {
  return std::find(std::begin(kFaults), std::end(kFaults), signal) != std::end(kFaults);
}

bool has_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

bool is_ignored(int signal) {
  const struct sigaction& action = action_of(signal);
  if (has_handler(action)) return false;
  return action.sa_handler == SIG_IGN || contains(kIgnoredByDefault | kStops, signal);
}

bool ends_the_process(int signal) {
  if (signal == SIGKILL) return true;
  return !has_handler(action_of(signal)) && !is_ignored(signal);
}

void call_handler(const struct sigaction& action, int signal, siginfo_t* info, void* context) {
  if ((action.sa_flags & SA_SIGINFO) != 0)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
}

void reset_action(int signal) {
  action_of(signal) = {};
  const struct sigaction defaults{};
  if (!is_fault(signal)) real().sigaction(signal, &defaults, nullptr);
}

}  // namespace heddle::runtime::signals
