// One execution of the program, as strategies learn from it and as `heddle` is told about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "event/access_value.h"
#include "event/allocation_stack.h"
#include "event/execution_facts.h"
#include "event/failure.h"
#include "event/frame_name.h"
#include "event/ids.h"
#include "event/kernel_answer.h"
#include "event/operation.h"
#include "event/order_note.h"
#include "event/pointee.h"
#include "event/schedule.h"

namespace heddle {

// The first step of a replay that differs from the schedule.
struct Divergence {
  std::uint64_t step = 0;
  ThreadId thread = kNoThread;
  StepKind expected;
  StepKind found;
  bool schedule_ended = false;  // the program went on where the schedule ends
  std::string reason;

  bool is_blank() const { return thread == kNoThread && reason.empty(); }
};

// A thread became enabled or disabled before the event with this index happened.
struct EnabledChange {
  std::uint32_t event;
  ThreadId thread;
  bool enabled;
};

// The arrays are where they were recorded, and valid as long as that.
struct ExecutionArrays {
#define ARRAY(Type, name, most) std::span<const Type> name;
#include "event/execution_arrays.def"
#undef ARRAY
};

struct Execution : ExecutionFacts, ExecutionArrays {
  std::uint64_t number = 0;
  std::uint64_t seed = 0;  // of the strategy's choices
  Failure failure;
  Divergence divergence;
  std::uint64_t milliseconds = 0;  // that it had taken, if it was ended because its time was up
  bool exit_held = false;          // complete: process exit waited for all other threads
  std::uint64_t recorded = 0;      // events; `events` may hold less of them
  std::uint64_t event_hash = 0;    // of all of them, where it was asked for

  std::vector<std::string> threads;      // names by ThreadId
  std::vector<std::string> given_names;  // by the program, of the same threads; empty: it gave none
  std::vector<Operation> unfinished;     // by ThreadId: announced, but never performed

  // The call stack of an event, innermost frame first; empty: not known.
  std::span<const SiteId> stack_of(std::size_t event) const;
  // That begins there in `frames`.
  std::span<const SiteId> stack_at(std::size_t place) const;

  // It ended by itself after all threads were done, and all of it was seen.
  bool is_whole() const { return end == End::kCompleted && exit_held && !truncated; }
};

// For comparing two sequences of events. Without the locations: which of them have a number depends on what
// earlier executions found. Never 0.
std::uint64_t hash_of(std::span<const Event> events);

// Reconstructs, event by event, who was enabled and what each thread was about to do.
class ChoiceReader {
 public:
  explicit ChoiceReader(const Execution& execution);

  // Moves to the choice before event `index()` + 1; false at the end.
  bool next();
  std::size_t index() const { return index_; }
  const std::vector<ThreadId>& enabled() const { return enabled_; }
  // The announced operation of a thread: the event it performs next, or what it never came to do.
  StepKind announced(ThreadId thread) const;

 private:
  void apply_changes();

  const Execution& execution_;
  std::vector<std::vector<std::uint32_t>> events_of_;  // per thread, indices of its events
  std::vector<std::size_t> performed_;                 // per thread, how many of them lie behind
  std::vector<ThreadId> enabled_;
  std::size_t index_ = 0;
  std::size_t change_ = 0;
};

}  // namespace heddle
