// The interface of every search algorithm: it sees what each enabled thread is about to do and says who goes
// on.
#pragma once

#include <cstdint>
#include <span>

#include "event/execution.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/random.h"

namespace heddle {

// What the strategy may know when an execution starts.
struct RunContext {
  std::uint64_t execution = 0;
  Random& random;                  // the only source of randomness
  const LocationTable& locations;  // names seen so far
};

struct Candidate {
  ThreadId thread;
  const Operation* next;
};

// A point at which somebody has to decide. Candidates are ordered by thread id.
struct Choice {
  std::span<const Candidate> enabled;
  ThreadId current;  // who performed the last operation
  bool current_enabled;
  std::uint64_t step;              // operations performed so far
  std::uint64_t without_progress;  // points since anything changed: spinning threads show here

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
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual Needs needs() const { return {}; }
  virtual void begin(const RunContext& run) = 0;
  virtual Decision choose(const Choice& choice) = 0;
  virtual void executed(const Event& event) { static_cast<void>(event); }
  // A deterministic function of what is known and the execution.
  virtual void learn(const Execution& execution) { static_cast<void>(execution); }
  virtual bool exhausted() const { return false; }
  // Why a replay abandoned the execution; null for everybody else.
  virtual const Divergence* divergence() const { return nullptr; }
};

}  // namespace heddle
