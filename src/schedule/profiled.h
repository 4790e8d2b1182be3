// Gives a strategy the profile that it needs: the first executions are random walks, and later ones are
// looked at now and then. The walks have fewer and fewer preemptions: a program that fails in most of them
// has to be seen as a whole once.
#pragma once

#include <functional>
#include <memory>

#include "schedule/profile.h"
#include "schedule/random_walk.h"

namespace heddle {

class Profiled : public Strategy {
 public:
  using Make = std::function<std::unique_ptr<Strategy>(const Profile&)>;

  explicit Profiled(const Make& make) : inner_(make(profile_)) {}

  Needs needs() const override {
    Needs needs = profile_.is_ready() ? inner_->needs() : Needs{};
    needs.executions = profile_.wants_next();
    return needs;
  }
  void begin(const RunContext& run) override {
    walk_ = RandomWalk(kSwitch[profile_.executions() % Profile::kFirstExecutions]);
    active().begin(run);
  }
  Decision choose(const Choice& choice) override { return active().choose(choice); }
  Strategy& chooser() override { return active().chooser(); }
  void executed(const Event& event) override { active().executed(event); }
  void learn(const Execution& execution) override { profile_.add(execution); }
  bool wants_whole_execution() const override { return profile_.wants_next(); }
  const Profile* profile() const override { return &profile_; }
  std::string tactic(std::uint64_t seed) const override {
    return profile_.is_ready() ? inner_->tactic(seed) : "random";
  }

 private:
  static constexpr double kSwitch[Profile::kFirstExecutions] = {0.2, 0.05, 0.01, 0};

  Strategy& active() { return profile_.is_ready() ? *inner_ : walk_; }

  Profile profile_;
  RandomWalk walk_;
  std::unique_ptr<Strategy> inner_;
};

}  // namespace heddle
