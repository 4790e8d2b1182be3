// Signals that the program sends to itself, and which thread blocks which. The kernel knows one thread only,
// so masks and pending signals of program threads are kept here; handlers run as plain calls, in the thread
// they are meant for, without being scheduled.
#pragma once

#include <csignal>
#include <cstdint>

#include "runtime/state/thread.h"

namespace heddle::runtime::signals {

// What threads that wait for signals announce as their object.
inline constexpr std::uint64_t kAddress = 3;

constexpr SignalSet bit(int signal) {
  return SignalSet{1} << (signal - 1);
}
inline bool is_valid(int signal) {
  return signal > 0 && signal < NSIG;
}
SignalSet to_set(const sigset_t& set);
sigset_t to_sigset(SignalSet set);

void begin_execution();
void end_execution();

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
// Whether nobody handles the signal and its default is the end of the process.
bool ends_the_process(int signal);

// To the running thread or another one; to whoever does not block it. A signal that ends the process is a
// crash.
void send_to_thread(Thread& thread, const siginfo_t& info, SiteId site);
void send_to_process(const siginfo_t& info, SiteId site);
// Came from the kernel while a thread ran that blocks them; given to others when somebody is chosen next.
[[gnu::visibility("hidden")]] extern volatile SignalSet from_kernel;

// The running thread's mask. Signals that it no longer blocks are handled before it returns.
void set_mask(SignalSet mask);
SignalSet pending();
SignalSet pending_for_process();
// Takes one of the signals that are pending for the running thread; 0: none.
int take(SignalSet set, siginfo_t& info);

// Runs the handlers that are due in the running thread (handlers.h); false when there was none.
bool run_handlers();
void call_handler(const struct sigaction& action, int signal, siginfo_t* info, void* context);
// SA_RESETHAND.
void reset_action(int signal);

// The alarm clock, in virtual time.
void set_alarm(std::uint64_t deadline, std::uint64_t interval);
std::uint64_t alarm_interval();
// Nobody can run: time goes on to the alarm. False: there is none, or nobody hears it.
bool wait_for_alarm();
// What came from the kernel, and the alarm if its time has come.
void look_outside();

}  // namespace heddle::runtime::signals
