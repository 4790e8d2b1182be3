// The interface of every search algorithm: it sees the next operation of each enabled thread and chooses the
// thread that runs.
#pragma once

#include <cstdint>
#include <span>

#include "event/execution.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/order_note.h"
#include "event/random.h"
#include "strategies/facets.h"

namespace heddle {

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
  bool weak_memory = false;        // Execution::weak_memory
};

struct Candidate {
  ThreadId thread;
  const Operation* next;
  std::uint64_t deadline =
      0;  // until when it would sleep or wait; 0: it need not. Only where it was asked for
};

// Looks at the state of the program: at what the running thread knows, and at all memory.
class StateProbe {
 public:
  // 0: it could not be looked at. Costs as much as hundreds of points.
  virtual std::uint64_t hash() = 0;

 protected:
  ~StateProbe() = default;
};

// A scheduling point. Candidates are ordered by thread id.
struct Choice {
  std::span<const Candidate> enabled;
  ThreadId current;  // the thread that performed the last operation
  bool current_enabled;
  std::uint64_t step;              // operations performed so far
  std::uint64_t without_progress;  // points since anything changed: spinning threads show here
  std::uint64_t now = 0;           // virtual nanoseconds; only where it was asked for
  StateProbe* state = nullptr;     // likewise

  // Null: it is not enabled. Its place is its id where all older threads are enabled, and before that
  // otherwise.
  const Candidate* find(ThreadId thread) const {
    if (enabled.empty()) return nullptr;
    const Candidate* each = &enabled[thread < enabled.size() ? thread : enabled.size() - 1];
    while (each->thread > thread && each != enabled.data()) --each;
    return each->thread == thread ? each : nullptr;
  }
  bool is_enabled(ThreadId thread) const { return find(thread) != nullptr; }
};

// An atomic operation of the thread that was chosen can see one of several stores, or its own store can go
// behind one of several (--memory c++). They are numbered from the newest one on, which is 0. A number with
// kOfAll counts all stores that there are, where they are asked for (Needs::every_store): also those that the
// machine of the model would not show, as it does not know the whole execution.
struct StoreChoice {
  static constexpr std::uint32_t kOfAll = 0x8000;

  ThreadId thread;
  const Operation& operation;
  std::uint32_t count;  // at least two, unless it has to be asked of every operation
  std::uint64_t step;
  std::uint64_t without_progress;
};

// Chance says which.
inline constexpr std::uint32_t kDrawnStore = ~std::uint32_t{0};

struct Decision {
  ThreadId thread;

  static Decision go(ThreadId thread) { return {thread}; }
  // Ends an execution that has become useless; it does not count as a completed one.
  static Decision abandon() { return {kNoThread}; }
  bool abandons() const { return thread == kNoThread; }
};

// What an execution was to a strategy.
enum class Lesson : std::uint8_t {
  kNone,   // one more: pass_over() does the same
  kNoted,  // something to remember; the next executions are chosen as before
  kNews,   // the next ones are chosen in another way
};

// The search's executions from `first` on that were no lesson.
struct PassedOver {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t search_seed = 0;

  std::uint64_t seed(std::uint64_t i) const { return seed_of_execution(search_seed, first + i); }
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual void begin(const RunContext& run) = 0;
  virtual Decision choose(const Choice& choice) = 0;
  virtual std::uint32_t choose_store(const StoreChoice& choice) {
    static_cast<void>(choice);
    return kDrawnStore;
  }
  virtual void executed(const Event& event) { static_cast<void>(event); }
  // What orders threads and is no operation. Likewise where it is told what happened.
  virtual void noted(const OrderNote& note) { static_cast<void>(note); }
  // Where it needs that: the thread that was chosen runs now, and is about to do its operation.
  virtual void stands(StateProbe& probe) { static_cast<void>(probe); }
  // Where it needs that: whether the execution has become useless with the event that it was told of.
  virtual bool gives_up() const { return false; }
  // A deterministic function of what is known and the execution.
  virtual Lesson learn(const Execution& execution) {
    static_cast<void>(execution);
    return Lesson::kNone;
  }
  // Another copy of it, which knew the same, ran these and has learnt nothing.
  virtual void pass_over(const PassedOver& executions) { static_cast<void>(executions); }
  // What else it is, as of now.
  virtual Facets facets() { return {}; }
};

}  // namespace heddle
