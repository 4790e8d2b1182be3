// `tsa` and `tsa-h`: Hong, Ahn, Park, Kim and Harrold, "Testing Concurrent Programs to Achieve High
// Synchronization Coverage", ISSTA 2012, section 2.4, Algorithm 1. Threads are paused before lock actions
// that occur in uncovered synchronization pairs. When no other thread is enabled, Rules 1 to 3 say which one
// to resume. `tsa-h` omits Rule 3.
//
// Pairs that cannot be covered pause threads in the same way in every execution, and one that leads into a
// deadlock does so every time. With `vary`, ours, an execution after one that covered nothing new knows only
// a random part of the uncovered pairs: a half, a quarter, and so on.
//
// The first execution, a native one, is the estimation phase.
#pragma once

#include <vector>

#include "analysis/sync_requirements.h"
#include "strategies/native.h"
#include "strategies/strategy.h"

namespace heddle {

struct TsaOptions {
  bool rule_3 = true;
  Estimate estimate = Estimate::kPaper;
  bool vary = false;  // ours: after an execution without news, aim at some of the uncovered pairs only
  std::vector<SyncPair> requirements;  // in place of an estimation phase; empty: there is one
};

class Tsa : public Strategy {
 public:
  // Which rule resumed a thread: the tally of an execution.
  enum Rule : std::uint8_t { kRule1, kRule2, kRule3 };

  explicit Tsa(const TsaOptions& options);

  Facets facets() override {
    return {.needs = {.executed = true, .executions = true, .time = !is_estimated_},
            .exit = is_estimated_ ? ExitRule::kEither : ExitRule::kHeld,
            .until_lesson = is_estimated_ ? Facets().until_lesson : 0};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;

  const SyncRequirements& requirements() const { return requirements_; }

 private:
  // Executions without an end after which the estimate is made from what there is.
  static constexpr unsigned kMostAttempts = 4;

  const Candidate* next_to_look_at(const Choice& choice);
  bool must_pause(const Operation& p, std::span<const Candidate> enabled) const;
  const Candidate& resume(std::span<const Candidate> enabled);
  bool satisfies_rule_1(const Operation& p) const;
  bool satisfies_rule_2(const Operation& p, std::span<const Candidate> enabled) const;
  void forget_this_execution();
  void leave_some_out();
  bool is_paused(ThreadId thread) const { return thread < paused_.size() && paused_[thread] != 0; }
  const Candidate& draw();

  TsaOptions options_;
  bool is_estimated_ = false;
  unsigned attempts_ = 0;
  Native estimation_;
  SyncRequirements requirements_;  // covered and uncovered
  bool had_news_ = true;           // the last execution covered something

  Random* random_ = nullptr;
  std::uint64_t* tally_ = nullptr;
  std::vector<std::uint8_t> paused_;  // by ThreadId
  SyncPairTracker tracker_;
  std::vector<SyncPair> covered_now_;  // by this execution, which may be learnt from later; or left out
  std::vector<const Candidate*> candidates_;  // among which to draw
};

}  // namespace heddle
