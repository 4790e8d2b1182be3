// Gives a strategy the profile that it needs: the first executions are random walks, and some later ones are
// measured again. The walks have fewer and fewer preemptions, the last one none at all if all others have
// failed: the program must be seen complete once.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>

#include "strategies/profile.h"
#include "strategies/random_walk.h"

namespace heddle {

class Profiled : public Strategy, private Tactician {
 public:
  using Make = std::function<std::unique_ptr<Strategy>(const Profile&)>;

  explicit Profiled(const Make& make) : inner_(make(profile_)) {}

  Facets facets() override {
    Facets facets = active().facets();
    facets.needs.executions = profile_.wants_next();
    facets.exit = profile_.wants_next() ? ExitRule::kHeld : ExitRule::kEither;
    if (facets.chooser == nullptr) facets.chooser = &active();
    facets.tactician = this;
    facets.profile = &profile_;
    facets.until_lesson = std::min(facets.until_lesson, profile_.until_lesson());
    return facets;
  }
  void begin(const RunContext& run) override {
    const std::uint64_t number = profile_.executions() % Profile::kFirstExecutions;
    const bool is_last = number + 1 == Profile::kFirstExecutions;
    walk_ = RandomWalk(is_last && !profile_.has_seen_whole() ? 0 : kSwitch[number]);
    active().begin(run);
  }
  Decision choose(const Choice& choice) override { return active().choose(choice); }
  std::uint32_t choose_store(const StoreChoice& choice) override { return active().choose_store(choice); }
  void executed(const Event& event) override { active().executed(event); }
  Lesson learn(const Execution& execution) override {
    // It knew what it knew when it chose.
    const Lesson lesson = profile_.is_ready() ? inner_->learn(execution) : Lesson::kNews;
    return profile_.add(execution) ? Lesson::kNews : lesson;
  }
  void pass_over(const PassedOver& executions) override {
    inner_->pass_over(executions);
    profile_.pass_over(executions.count);
  }

 private:
  static constexpr double kSwitch[Profile::kFirstExecutions] = {RandomWalk::kUniform, 0.5, 0.2, 0.05};

  std::string tactic(std::uint64_t seed) const override {
    return profile_.is_ready() ? inner_->facets().tactic(seed) : "random";
  }
  Strategy& active() { return profile_.is_ready() ? *inner_ : walk_; }

  Profile profile_;
  RandomWalk walk_;
  std::unique_ptr<Strategy> inner_;
};

}  // namespace heddle
