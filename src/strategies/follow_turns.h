// Follows a plan of turns as far as possible. Where `replay` gives up because something differs, this
// strategy continues, always in the same way. So a schedule with parts removed is still an execution.
// Shrinking depends on that (search/shrink.h).
//
// A turn says how far a thread gets, counted in its own operations, so it makes up for turns that were
// removed before it. A blocked thread keeps its turn for later. When the running thread stops, the first turn
// of the plan whose thread is enabled is next. Threads without a turn run after all others, without
// preemption and in the order of creation.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/thread_name_hashes.h"
#include "strategies/spin_watch.h"
#include "strategies/step_notes.h"
#include "strategies/strategy.h"

namespace heddle {

struct Turn {
  std::uint64_t thread = 0;  // ThreadNameHashes: an id would mean another thread in another execution
  std::uint64_t until = 0;   // how many operations of its own it has performed then
  std::uint64_t store = 0;   // not 0: see sight_of()

  friend bool operator==(const Turn&, const Turn&) = default;
};

// Which store an operation of a thread sees, or where its own store goes, where that is not the newest one
// (Run::store): no turn, but in a plan, too, with `until` for the number of the operation.
inline Turn sight_of(std::uint64_t thread, std::uint64_t operation, std::uint32_t store) {
  return {thread, operation, store};
}

// A turn without such an end: the thread goes on until it is blocked, sleeps, yields, spins or has ended.
inline constexpr std::uint64_t kAsFarAsPossible = ~std::uint64_t{0};

class FollowTurns : public Strategy {
 public:
  // An execution that comes to `longest` steps is abandoned.
  FollowTurns(const std::vector<Turn>& turns, std::uint64_t longest, NotedSteps noted);

  Facets facets() override {
    return {.needs = {.every_operation = true, .executed = true, .time = true, .stores = true}};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  std::uint32_t choose_store(const StoreChoice& choice) override;
  void executed(const Event& event) override;

 private:
  static constexpr std::size_t kNoTurn = ~std::size_t{0};

  struct PlannedTurn {
    std::size_t thread;  // index into threads_
    std::uint64_t until;
    bool done = false;
  };
  struct Sight {
    std::uint64_t operation;
    std::uint32_t store;
  };
  struct PlannedThread {
    std::uint64_t name;
    std::vector<Sight> sights = {};
    ThreadId id = kNoThread;  // as soon as it is created
    std::uint64_t performed = 0;
  };

  ThreadId next_thread(const Choice& choice);
  std::size_t planned_thread(std::uint64_t name);
  bool can_go_on(const PlannedTurn& turn, const Choice& choice) const;
  ThreadId next_without_turn(const Choice& choice, bool current_rests) const;
  void created(ThreadId id);

  std::uint64_t longest_;
  std::vector<PlannedTurn> turns_;
  std::vector<PlannedThread> threads_;
  std::vector<std::size_t> planned_;  // by ThreadId: index into threads_, or its size
  StepNotes notes_;
  ThreadNameHashes names_;
  SpinWatch spin_watch_;
  std::size_t turn_ = kNoTurn;
  bool has_no_turn_ = false;  // the running thread continues because no thread with a turn could
  ThreadId last_without_turn_ = kNoThread;
  std::size_t first_open_ = 0;  // all turns before it are done
};

}  // namespace heddle
