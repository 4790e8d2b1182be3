// The interface of every search algorithm: it sees the next operation of each enabled thread and chooses the
// thread that runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "event/execution.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/random.h"

namespace heddle {

class Profile;

// What a strategy writes down during an execution, to find it again in the Execution that it learns from: the
// copy that learns need not be the one that chose.
class Notes {
 public:
  Notes() = default;
  Notes(std::span<std::uint32_t> room, std::uint64_t& count) : room_(room), count_(&count) {}

  bool has_room(std::size_t words) const { return count_ == nullptr || *count_ + words <= room_.size(); }
  // Only where there is room.
  void add(std::uint32_t word) {
    if (count_ != nullptr) room_[(*count_)++] = word;
  }

 private:
  std::span<std::uint32_t> room_;
  std::uint64_t* count_ = nullptr;
};

// What the strategy may know when an execution starts.
struct RunContext {
  std::uint64_t execution = 0;
  Random& random;                  // the only source of randomness
  const LocationTable& locations;  // names seen so far
  std::uint64_t* tally = nullptr;  // kTallies numbers for the strategy to count in: Execution::tally
  Notes notes = {};                // Execution::notes
};

struct Candidate {
  ThreadId thread;
  const Operation* next;
  std::uint64_t deadline =
      0;  // until when it would sleep or wait; 0: it need not. Only where it was asked for
};

// A scheduling point. Candidates are ordered by thread id.
struct Choice {
  std::span<const Candidate> enabled;
  ThreadId current;  // the thread that performed the last operation
  bool current_enabled;
  std::uint64_t step;              // operations performed so far
  std::uint64_t without_progress;  // points since anything changed: spinning threads show here
  std::uint64_t now = 0;           // virtual nanoseconds; only where it was asked for

  bool is_enabled(ThreadId thread) const {
    for (const Candidate& candidate : enabled)
      if (candidate.thread == thread) return true;
    return false;
  }
};

struct Decision {
  ThreadId thread;

  static Decision go(ThreadId thread) { return {thread}; }
  // Ends an execution that has become useless; it does not count as a completed one.
  static Decision abandon() { return {kNoThread}; }
  bool abandons() const { return thread == kNoThread; }
};

// What the engine must do for a strategy beyond asking it at every point; all of it costs time.
struct Needs {
  bool every_operation = false;  // be asked before every operation, even a forced or private one
  bool executed = false;         // be told what happened
  bool executions = false;       // find events and schedule in the Execution it learns from
  bool choices = false;          // ... and the enabled sets
  bool values = false;           // ... and what was read and written
  bool guides = false;           // be told by `heddle` what to follow, which is told of every execution
  bool time = false;             // find the time and deadlines in every Choice
};

// Whether process exit has to wait for all other threads in the next execution.
enum class ExitRule : std::uint8_t {
  kEither,  // half of the executions have it so
  kHeld,
  kFree,  // it is an operation like others
};

// An order of events worked out elsewhere: whose turn it is, by thread names (analysis/thread_name_hashes.h).
using Guide = std::vector<std::uint64_t>;

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual Needs needs() const { return {}; }
  virtual void begin(const RunContext& run) = 0;
  virtual Decision choose(const Choice& choice) = 0;
  // The strategy that really chooses in the current execution, and learns what happened: itself, or one to
  // which it would pass everything on.
  virtual Strategy& chooser() { return *this; }
  virtual void executed(const Event& event) { static_cast<void>(event); }
  // A deterministic function of what is known and the execution.
  virtual void learn(const Execution& execution) { static_cast<void>(execution); }
  virtual bool exhausted() const { return false; }
  // What the next executions are to follow; nothing: what they were told before.
  virtual void guide(std::vector<Guide> guides) { static_cast<void>(guides); }
  // When it is exhausted: the set that was enumerated completely, such as "every schedule". Empty: none.
  virtual std::string claim() const { return {}; }
  // Figures of its first decisions, for studies: what they are is its business.
  virtual std::vector<double> series() const { return {}; }
  virtual ExitRule exit_rule() const { return ExitRule::kEither; }
  // What it knows of the program; null: it needs to know nothing.
  virtual const Profile* profile() const { return nullptr; }
  // What it did in the execution with that seed, the last one that it has not learnt from yet; empty: what it
  // always does.
  virtual std::string tactic(std::uint64_t seed) const {
    static_cast<void>(seed);
    return {};
  }
  // Why a replay abandoned the execution; null for all other strategies.
  virtual const Divergence* divergence() const { return nullptr; }
};

}  // namespace heddle
