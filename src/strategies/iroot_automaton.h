// Triggers one interleaving root, if possible (Maple, see iroot.h): a small automaton whose state is how many
// of the root's events have happened. A thread that stands before one of its events is held until its turn
// comes, and so is any thread that would write to a location of the root in between.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/iroot.h"
#include "strategies/strategy.h"

namespace heddle {

class IRootAutomaton {
 public:
  void begin(const IRoot& target);

  // The thread that runs. When no other thread is enabled, one that was held back: then an attempt may be
  // over, and the next one begins.
  ThreadId choose(const Choice& choice, Random& random);
  void executed(const Event& event);

  bool is_exposed() const { return done_ == target_.size(); }

 private:
  bool can_begin(std::span<const Candidate> enabled) const;
  bool matches(const Operation& operation, std::size_t event) const;
  bool is_at(const Operation& operation, std::size_t event) const;
  bool is_turn_of(ThreadId thread, const Operation& operation) const;
  bool is_held(const Candidate& candidate, std::span<const Candidate> enabled) const;
  bool is_held_at_start(const Candidate& candidate, std::span<const Candidate> enabled) const;
  bool has_partner(const Candidate& candidate, std::span<const Candidate> enabled) const;
  bool spoils(const Operation& operation) const;
  void advance(ThreadId thread, const Operation& operation);
  void give_up();

  IRoot target_;
  std::size_t done_ = 0;                                      // events that have happened
  std::array<ThreadId, 2> threads_ = {kNoThread, kNoThread};  // T1 and T2, once they are known
  std::array<Operation, 2> places_ = {};                      // an operation at X and at Y, likewise
  std::array<bool, 2> is_known_ = {false, false};             // whether they are
  ThreadId chosen_ = kNoThread;                               // who performs the next event of the root
  Operation chosen_operation_;
  std::vector<ThreadId> free_, held_;
};

}  // namespace heddle
