// Runs one execution of the program. How it is done, and in which process, is the runtime's business.
#pragma once

#include <array>
#include <cstdint>

#include "event/execution.h"
#include "event/livelock.h"
#include "event/unjoined.h"
#include "search/totals.h"
#include "strategies/strategy.h"

namespace heddle {

enum class Granularity : std::uint8_t { kSync, kShared, kAll };

// What program threads are to the system: contexts that one kernel thread runs, or kernel threads that hand
// each other a baton.
enum class Carrier : std::uint8_t { kContexts, kThreads };

// How executions are kept apart: memory is put back after each, or each is a process of its own.
enum class Isolation : std::uint8_t { kRestore, kFork };

// What atomic operations may do: sequential consistency; what the C++ memory model allows; or the latter as
// soon as an execution has met an atomic operation that is weaker than seq_cst.
enum class Memory : std::uint8_t { kSequential, kCpp, kByOrders };

inline constexpr std::uint64_t kUsualMemoryLimit = std::uint64_t{512} << 20;

// A machine may hold threads up for any time.
inline constexpr std::uint64_t kAnyStall = ~std::uint64_t{0};

// Atomic operations at a place of the program that order more than they are written to.
struct Strengthened {
  SiteId site = kNoSite;    // kNoSite: there is none
  SiteId caller = kNoSite;  // who called the function that the site is in; kNoSite: whoever it was
  bool releases = false;
  bool acquires = false;

  friend bool operator==(const Strengthened&, const Strengthened&) = default;
};

struct ExecutionOptions {
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

  std::uint64_t number = 0;
  std::uint64_t seed = 1;         // of the strategy's choices
  std::uint64_t random_seed = 1;  // of the program's own random numbers
  Granularity granularity = Granularity::kShared;
  std::uint64_t step_limit = 50'000;               // points without progress before its state is looked at
  std::uint64_t timeout_milliseconds = 10'000;     // real time, the last resort
  std::uint64_t memory_limit = kUsualMemoryLimit;  // bytes, for the recording and those who look at it
  int expected_exit = 0;
  bool hold_exit = false;        // process exit waits until no other thread can run
  bool livelock_at_end = false;  // a replay whose schedule ends in a livelock ...
  LivelockVerdict livelock;      // ... that is as sure as this
  bool capture_output = false;
  bool skip_set_up = false;  // repeat from the first thread's creation on, where executions are restored
  bool digest = false;       // the events' hash is wanted
  bool keep_events = false;  // not only the strategy needs the events
  bool spurious = false;     // condition waits may end by themselves
  // For how long, in virtual nanoseconds and in all, sleeps and time-outs may end although others could go on
  // before: a machine holds these up.
  std::uint64_t stall = kAnyStall;
  bool only_in_region = false;  // threads are switched only while one of them is in the region that was set
  bool in_time = false;         // none of them does, whatever `stall` says; it tells how time passes
  bool name_accesses = false;   // all of them have a location, not only those to what is known to be shared
  bool explain = false;         // values and call stacks of all events are wanted
  bool watch_opaque_code = false;    // in a process of its own (runtime/services/opaque_code.h)
  bool watch_answers = false;        // the same (runtime/services/kernel_answers.h)
  std::uint64_t stop_at = kNowhere;  // the event at which a debugger is to stop
  Carrier carrier = Carrier::kContexts;
  Memory memory = Memory::kSequential;
  Unjoined unjoined = Unjoined::kNote;
  std::array<Strengthened, 8> strengthened{};  // under --memory c++

  friend bool operator==(const ExecutionOptions&, const ExecutionOptions&) = default;
};

// What a search expects of its executions from the next one on.
struct Ahead {
  std::uint64_t most = 0;          // so many are wanted
  std::uint64_t until_lesson = 0;  // Facets::until_lesson
};

class Executor {
 public:
  // What this process is to the search. The same search goes on in several processes at once, each a copy of
  // the first one.
  enum class Role : std::uint8_t {
    kWhole,      // it is given every execution
    kRunsAhead,  // it runs every execution, learns from it and passes it on; it is not to observe
    kShares,     // it runs some of them, and passes on what the whole search has to know
  };

  virtual ~Executor() = default;
  // The execution's spans are valid until the next call of this or of pass().
  virtual const Execution& run(Strategy& strategy, const ExecutionOptions& options) = 0;
  virtual Role role() const { return Role::kWhole; }
  // Asked before each execution: those from `next` on that need not be run here, as one sum. Of what is not
  // this process's business only the count is told.
  virtual void pass(const ExecutionOptions& next, const Ahead& ahead, Passed& passed) {
    static_cast<void>(next), static_cast<void>(ahead), static_cast<void>(passed);
  }
  // Told behind each execution. `tells`: the whole search has to look at it.
  virtual void learnt(const Execution& execution, Lesson lesson, bool tells) {
    static_cast<void>(execution), static_cast<void>(lesson), static_cast<void>(tells);
  }
};

}  // namespace heddle
