// What the program asked to be done at each signal.
#pragma once

#include <csignal>
#include <cstdint>

#include "runtime/state/thread.h"

namespace heddle::runtime::signals {

constexpr SignalSet bit(int signal) {
  return SignalSet{1} << (signal - 1);
}
constexpr bool contains(SignalSet set, int signal) {
  return (set & bit(signal)) != 0;
}
inline bool is_valid(int signal) {
  return signal > 0 && signal < NSIG;
}
SignalSet to_set(const sigset_t& set);
sigset_t to_sigset(SignalSet set);

void forget_actions();
// Those whose action the program may have changed.
SignalSet known();
// What the program asked for, under control.
struct sigaction& action_of(int signal);
bool has_handler(const struct sigaction& action);
// Before a handler of ours: qemu calls it with a stack that is not aligned as functions on x86_64 expect it.
#if defined(__x86_64__)
#define HEDDLE_SIGNAL_HANDLER [[gnu::force_align_arg_pointer]]
#else
#define HEDDLE_SIGNAL_HANDLER
#endif

// What our own handlers write down as a crash.
inline constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
bool is_fault(int signal);
// Whether the program does not handle the signal and its default is the end of the process.
bool ends_the_process(int signal);
// Ignored by the program, or by default.
bool is_ignored(int signal);

void call_handler(const struct sigaction& action, int signal, siginfo_t* info, void* context);
// SA_RESETHAND.
void reset_action(int signal);

}  // namespace heddle::runtime::signals
