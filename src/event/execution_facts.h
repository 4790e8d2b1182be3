// The numbers that describe an execution. The recording that the program writes, the ring that takes it to
// the explorer, Execution and the report on the wire all have these: a new fact is a line in ExecutionFacts,
// and one in make_valid() if not every byte is a value of its type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "event/bounds.h"
#include "event/early_deadline.h"
#include "event/hidden.h"
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

struct ExecutionFacts {
  std::uint64_t steps = 0;         // operations performed
  std::uint64_t shared_steps = 0;  // the first of these: executions have them in common, and they ran once
  std::uint64_t points = 0;        // of these, at how many there was a choice
  std::uint64_t switches = 0;
  Tally tally{};  // what the strategy counted
  End end = End::kCompleted;
  Whereabouts whereabouts = Whereabouts::kUnknown;
  bool found_shared = false;      // a location was that was not known to be: it is a point from now on
  bool truncated = false;         // more events than are kept; `events` is a prefix
  bool schedule_is_lost = false;  // more runs than are kept: it cannot be repeated
  bool order_is_lost = false;     // more order notes than are kept
  bool weak_memory = false;       // atomic operations did what the C++ memory model allows
  bool held_back = false;       // a sleep or time-out would have ended before others went on, but for --stall
  bool entered_region = false;  // of --region
  bool default_team = false;    // of OpenMP: a parallel region named no number of threads, nor did the user
  int exit_status = 0;
  BoundSet beyond = 0;   // what there was too much of
  HiddenSet hidden = 0;  // while several threads lived
  UnjoinedThreads unjoined;
  EarlyDeadlines early;
};
static_assert(std::is_trivially_copyable_v<ExecutionFacts>);

// Whatever bytes there are, from a process that may have died or gone wild: they mean something.
inline void make_valid(bool& value) {
  unsigned char byte = 0;
  std::memcpy(&byte, &value, sizeof byte);
  value = byte != 0;
}
template <typename Kind>
void make_valid(Kind& value, Kind last, Kind otherwise) {
  std::underlying_type_t<Kind> number = 0;
  std::memcpy(&number, &value, sizeof number);
  if (number > static_cast<std::underlying_type_t<Kind>>(last)) value = otherwise;
}
inline void make_valid(ExecutionFacts& facts) {
  make_valid(facts.end, End::kRefused, End::kLost);
  make_valid(facts.whereabouts, Whereabouts::kBetweenPoints, Whereabouts::kUnknown);
  make_valid(facts.found_shared);
  make_valid(facts.truncated);
  make_valid(facts.schedule_is_lost);
  make_valid(facts.order_is_lost);
  make_valid(facts.weak_memory);
  make_valid(facts.held_back);
  make_valid(facts.entered_region);
  make_valid(facts.default_team);
  for (EarlyDeadline& each : facts.early.first) make_valid(each.sleeps);
}

}  // namespace heddle
