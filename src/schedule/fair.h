// Keeps any strategy from starving a program that spins: after a while without progress the choice is made
// uniformly at random until something changes.
#pragma once

#include <memory>

#include "schedule/strategy.h"

namespace heddle {

class Fair : public Strategy {
 public:
  // Points without progress after which the wrapped strategy is no longer asked (strategy study: some 2,000).
  static constexpr std::uint64_t kPatience = 2000;

  explicit Fair(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

  Needs needs() const override { return inner_->needs(); }
  void begin(const RunContext& run) override {
    random_ = &run.random;
    inner_->begin(run);
  }
  Decision choose(const Choice& choice) override {
    if (choice.without_progress < kPatience) [[likely]]
      return inner_->choose(choice);
    return Decision::go(choice.enabled[random_->below(choice.enabled.size())].thread);
  }
  void executed(const Event& event) override { inner_->executed(event); }
  void learn(const Execution& execution) override { inner_->learn(execution); }
  bool exhausted() const override { return inner_->exhausted(); }
  bool wants_whole_execution() const override { return inner_->wants_whole_execution(); }
  const Profile* profile() const override { return inner_->profile(); }
  std::string tactic(std::uint64_t seed) const override { return inner_->tactic(seed); }
  const Divergence* divergence() const override { return inner_->divergence(); }

 private:
  std::unique_ptr<Strategy> inner_;
  Random* random_ = nullptr;
};

}  // namespace heddle
