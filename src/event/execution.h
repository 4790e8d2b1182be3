// One execution of the program, as strategies learn from it and as `heddle` is told about it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "event/access_value.h"
#include "event/bounds.h"
#include "event/failure.h"
#include "event/frame_name.h"
#include "event/ids.h"
#include "event/kernel_answer.h"
#include "event/operation.h"
#include "event/order_note.h"
#include "event/schedule.h"
#include "event/unjoined.h"

namespace heddle {

// How many numbers a strategy can count during an execution: what they mean is its business.
inline constexpr std::size_t kTallies = 4;
using Tally = std::array<std::uint64_t, kTallies>;

enum class End : std::uint8_t {
  kCompleted,  // the program ended by itself with the expected status
  kFailed,     // see `failure`
  kAbandoned,  // the strategy had no more use for it
  kDiverged,   // a replay met something else than its schedule says; see `divergence`
  kLost,       // the process vanished without a word: killed from outside, perhaps for want of memory
  kStuck,      // it was not over within its time, and was ended; see `whereabouts`
  kRefused,    // the program did what Heddle cannot follow; the text and the site of `failure` say what and
               // where
};

// Where an execution was that was ended because its time was up (kStuck). `failure` has the threads, unless
// it is not known.
enum class Whereabouts : std::uint8_t {
  kUnknown,        // it did not answer
  kAtPoint,        // it came to its next scheduling point, and ended there
  kBetweenPoints,  // it came to none, and answered when it was asked
};

// The first step of a replay that differs from the schedule.
struct Divergence {
  std::uint64_t step = 0;
  ThreadId thread = kNoThread;
  StepKind expected;
  StepKind found;
  bool schedule_ended = false;  // the program went on where the schedule ends
  std::string reason;
};

// A thread became enabled or disabled before the event with this index happened.
struct EnabledChange {
  std::uint32_t event;
  ThreadId thread;
  bool enabled;
};

struct Execution {
  std::uint64_t number = 0;
  std::uint64_t seed = 0;  // of the strategy's choices
  End end = End::kCompleted;
  int exit_status = 0;
  Failure failure;
  Divergence divergence;
  Whereabouts whereabouts = Whereabouts::kUnknown;
  std::uint64_t milliseconds = 0;  // that it had taken, if it was ended because its time was up

  std::uint64_t steps = 0;   // operations performed
  std::uint64_t points = 0;  // of these, at how many somebody had to decide
  std::uint64_t switches = 0;
  bool exit_held = false;        // complete: process exit waited for everybody else
  std::uint64_t recorded = 0;    // events; `events` may hold less of them
  std::uint64_t event_hash = 0;  // of all of them, where it was asked for
  bool found_shared = false;     // a location was, that nobody knew to be: it is a point from now on
  bool truncated = false;        // more events than the buffer holds; `events` is a prefix
  BoundSet beyond = 0;           // what there was too much of
  UnjoinedThreads unjoined;
  Tally tally{};  // what the strategy counted

  std::span<const Event> events;          // the operations within the granularity
  std::span<const AccessValue> values;    // of the first of them, only where the strategy asked for it
  std::span<const std::uint32_t> stacks;  // of the same events, where it was asked for (see stack_of)
  std::span<const SiteId> frames;
  std::span<const FrameName> frame_names;  // of what lies in stacks, where it was asked for
  std::span<const Run> schedule;
  std::span<const EnabledChange> changes;  // only where the strategy asked for choices
  std::span<const std::uint32_t> notes;    // what the strategy noted on the way, for itself
  std::span<const OrderNote> order_notes;  // what orders besides the events
  bool order_is_lost = false;              // there were more of them
  std::span<const KernelAnswer> answers;   // the kernel's, where they were asked for
  std::span<const std::uint8_t> told;      // what the program told of itself (include/heddle/task_abi.h)
  std::vector<std::string> threads;        // names by ThreadId
  std::vector<std::string> given_names;    // by the program, of the same threads; empty: it gave none
  std::vector<Operation> unfinished;       // by ThreadId: announced, but never performed

  // The call stack of an event, innermost frame first; empty: not known.
  std::span<const SiteId> stack_of(std::size_t event) const;

  // It ended by itself after everybody was done, and all of it was seen.
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
