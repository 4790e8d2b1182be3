// Signals that the program sends to itself, and which thread blocks which. The kernel knows one thread only,
// so masks and pending signals of program threads are kept here; handlers run as plain calls, in the thread
// they are meant for, without being scheduled.
#pragma once

#include <csignal>
#include <cstdint>

#include "runtime/engine/services.h"
#include "runtime/services/signal_actions.h"
#include "runtime/state/thread.h"

namespace heddle::runtime::signals {

// What threads that wait for signals announce as their object.
inline constexpr std::uint64_t kAddress = 3;

void begin_execution();
void end_execution();

// To the running thread or another one; to whoever does not block it. A signal that ends the process is a
// crash.
void send_to_thread(Thread& thread, const siginfo_t& info, SiteId site);
void send_to_process(const siginfo_t& info, SiteId site);

// The running thread's mask. Signals that it no longer blocks are handled before it returns.
void set_mask(SignalSet mask);
SignalSet pending();
SignalSet pending_for_process();
// Takes one of the signals that are pending for the running thread; 0: none.
int take(SignalSet set, siginfo_t& info);

// Runs the handlers that are due in the running thread (handlers.h); false when there was none.
bool run_handlers();

// The alarm clock, in virtual time.
void set_alarm(std::uint64_t deadline, std::uint64_t interval);
std::uint64_t alarm_interval();
// Nobody can run: time goes on to the alarm. False: there is none, or nobody hears it.
bool wait_for_alarm();
// What came from the kernel, and the alarm if its time has come.
void look_outside();

// The same, as the engine asks for it.
SignalDelivery& delivery();

}  // namespace heddle::runtime::signals
