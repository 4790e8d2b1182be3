// Waits that the operating system ends: for a descriptor that is ready, for a child process that has ended.
//
// The other end of a descriptor may be held by another thread of the program or by another process. Either
// way nobody blocks in the kernel while another thread can run: a waiting thread is disabled, and the system
// is asked again, without blocking, whenever a thread has done something to a descriptor. Only when nobody
// can run the process really waits.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/engine/scheduler.h"
#include "runtime/engine/services.h"

namespace heddle::runtime {

// A descriptor to be asked by poll(2); what counts as ready is told apart for select, which knows no hang-up
// of writers.
struct Watch {
  int descriptor;
  short events;
  short counts = ~0;
};

struct OutsideWait {
  std::span<const Watch> watches = {};
  // For what no descriptor shows; asked in place of the watches.
  bool (*came)(const OutsideWait&) = nullptr;
  const void* argument = nullptr;

  bool ready = false;    // when the system was last asked
  bool assumed = false;  // ... or a replay's schedule may say so
  bool timed = false;
  bool goes_on_after_handlers = true;  // where the handler allows it (SA_RESTART)
  bool interrupted = false;            // a handler ended the wait
  std::uint64_t timers_seen = 0;       // virtual_timers::generation()
};

namespace outside {

// The address of every operation on a descriptor or child: their order can always matter.
inline constexpr std::uint64_t kAddress = 2;

Operation operation(OperationKind kind, SiteId site);

// Announces an operation that does not wait.
void announce(const Operation& operation);

// Announces the operation and returns when it is chosen: true when the wait is over, false when its deadline
// came first or a handler interrupted it.
bool await(const Operation& operation, OutsideWait& wait, const std::uint64_t* deadline = nullptr);

// The announced operation happened; whoever waits for a descriptor is asked about again.
void performed(std::uint32_t detail, Effect effect);

// The running thread asked without waiting, and there was nothing: where another process can make the answer
// a different one, a program that goes on asking is not stuck.
inline constexpr int kAnyChild = -2;
void note_unanswered(int descriptor);

// For what the system shows by no descriptor: to be tried again when another thread has done something to a
// descriptor, or nobody can run and some time has passed.
class Retry {
 public:
  Retry();
  OutsideWait wait;

 private:
  std::uint64_t attempted_;
};

// Asks about every waiting thread.
void look_again();

// Nobody can run: waits in the kernel until a waiting thread can go on, for so long at most. kNever: only
// threads of this process could end the waits, and all of them wait.
Arrival wait_in_kernel(std::uint64_t nanoseconds);
// Nothing changes any more. Whether that is because the program waits for another process.
Arrival wait_for_others();
// No thread can run but by a time-out, and that has been so for a while after the driver's end.
bool idles_for_ever();

// Descriptors that are open now lead out of the process.
void note_inherited();
bool is_inherited(int descriptor);
void begin_execution();

// Another process may hold the other end of the descriptor (outside_ends.cc).
bool is_held_by_others(int descriptor);
bool has_children();
// That answer assumed that no other process connects to a socket that the program listens at.
bool assumes_no_stranger();
void forget_assumptions();

// What the engine asks, as it asks it.
OutsideWorld& world();
// A connection through the machine's network: what this process sends may take a moment to arrive.
bool may_be_slow(int descriptor);
// The system holds something back that this process has sent through such a connection.
bool has_unsent_bytes();

}  // namespace outside

}  // namespace heddle::runtime
