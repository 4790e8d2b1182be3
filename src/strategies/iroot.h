// `iroot`: active testing as in Yu, Narayanasamy, Pereira and Pokam, "Maple: A Coverage-Driven Testing Tool
// for Multithreaded Programs", OOPSLA 2012. Random walks profile the program: the interleaving roots that
// they expose, and those that they show to be possible. Every other execution targets one unexposed root, the
// one with the fewest attempts; after some failures it is dropped.
#pragma once

#include "analysis/iroot_candidates.h"
#include "analysis/iroot_observer.h"
#include "analysis/iroot_prediction.h"
#include "strategies/iroot_automaton.h"
#include "strategies/random_walk.h"
#include "strategies/strategy.h"

namespace heddle {

struct IRootOptions {
  IdiomSet idioms = 1u << 1;
  std::uint32_t failures = 6;  // after which a candidate is dropped
};

class ActiveTesting : public Strategy, private Tactician {
 public:
  // The tally of an execution.
  enum Count : std::uint8_t { kAimed, kExposed };

  explicit ActiveTesting(const IRootOptions& options) : options_(options) {}

  Facets facets() override {
    return {.needs = {.executed = !profiles_next(), .executions = true},
            .exit = profiles_next() ? ExitRule::kHeld : ExitRule::kEither,
            .tactician = this};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;
  void pass_over(const PassedOver& executions) override;

  const IRootCandidates& candidates() const { return candidates_; }

 private:
  static constexpr std::uint64_t kFirstProfiles = 4;
  static constexpr std::uint64_t kProfilePeriod = 16;  // every so many executions profile again

  std::string tactic(std::uint64_t seed) const override;
  bool profiles_next() const;
  void go_on(bool profiled);

  IRootOptions options_;
  std::uint64_t executions_ = 0;
  IRootCandidates candidates_;
  std::size_t target_ = IRootCandidates::kNone;  // of the next execution
  RandomWalk walk_;
  IRootAutomaton automaton_;
  Random* random_ = nullptr;
  std::uint64_t* tally_ = nullptr;
  bool aims_ = false;
};

}  // namespace heddle
