// Keeps any strategy from starving a program. After some points without progress, choices are made uniformly
// at random until there is progress; in an execution that is far longer than those before it, to its end. A
// thread may be waiting for another that never runs, because a third one works in a loop. The longer there is
// no progress, the longer a thread keeps its turn, so schedules stay short.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "strategies/strategy.h"

namespace heddle {

class Fair : public Strategy {
 public:
  // Points without progress after which the wrapped strategy is no longer asked (strategy study: some 2,000).
  static constexpr std::uint64_t kPatience = 2000;

  // Points without progress after which turns become longer, and which part of these points a turn takes.
  static constexpr std::uint64_t kShortTurns = 50'000, kTurns = 250;

  // Points after which an execution is too long: as long as nothing is known, and at least.
  static constexpr std::uint64_t kTooLong = 2'000'000, kLeastTooLong = 5'000;

  // That tell how long an execution is; many strategies only look at the program in them.
  static constexpr unsigned kFirstExecutions = 4;

  explicit Fair(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

  Facets facets() override {
    Facets facets = inner_->facets();
    facets.chooser = nullptr;
    facets.uniform = is_uniform_ ? &usual_ : nullptr;
    return facets;
  }
  void begin(const RunContext& run) override {
    random_ = &run.random;
    usual_.left = too_long_;
    inner_->begin(run);
    const Facets facets = inner_->facets();
    chooser_ = facets.chooser != nullptr ? facets.chooser : inner_.get();
    is_uniform_ = (facets.chooser != nullptr ? chooser_->facets() : facets).uniform != nullptr;
  }
  Decision choose(const Choice& choice) override {
    if (usual_.is_next(choice.without_progress)) [[likely]] {
      --usual_.left;
      return chooser_->choose(choice);
    }
    if (choice.without_progress > kShortTurns && choice.current_enabled &&
        random_->below(choice.without_progress / kTurns) != 0)
      return Decision::go(choice.current);
    return Decision::go(choice.enabled[random_->below(choice.enabled.size())].thread);
  }
  std::uint32_t choose_store(const StoreChoice& choice) override { return chooser_->choose_store(choice); }
  void noted(const OrderNote& note) override { chooser_->noted(note); }
  void executed(const Event& event) override { chooser_->executed(event); }
  void stands(StateProbe& probe) override { chooser_->stands(probe); }
  bool gives_up() const override { return chooser_->gives_up(); }
  Lesson learn(const Execution& execution) override {
    // One that ended soon after the choice was made fairly had been starved until then. One that went on for
    // long is long by nature. One that ended before tells something only as long as nothing else does: the
    // strategy itself may have made it long.
    const bool fairly_long = execution.points >= too_long_ + too_long_ / 4;
    const bool tells_length = execution.points < too_long_ && completed_ < kFirstExecutions;
    bool is_lesson = false;
    if (execution.end == End::kCompleted && (fairly_long || tells_length)) {
      ++completed_;
      longest_ = std::max(longest_, execution.points);
      is_lesson = tells_length || too_long_ != std::max(kLeastTooLong, longest_ * 10);
      too_long_ = std::max(kLeastTooLong, longest_ * 10);
    }
    const Lesson lesson = inner_->learn(execution);
    return is_lesson ? Lesson::kNews : lesson;
  }
  void pass_over(const PassedOver& executions) override { inner_->pass_over(executions); }

 private:
  std::unique_ptr<Strategy> inner_;
  Strategy* chooser_ = nullptr;
  Random* random_ = nullptr;
  UniformChoices usual_{.patience = kPatience};  // the strategy's own, uniform or not
  bool is_uniform_ = false;                      // they are
  std::uint64_t longest_ = 0;                    // execution, as far as they were not starved
  unsigned completed_ = 0;
  std::uint64_t too_long_ = kTooLong;
};

}  // namespace heddle
