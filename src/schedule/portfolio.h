// `auto`: a strategy is drawn anew for each execution, from those that find what the others miss
// (docs/decisions/0009). They share one profile.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schedule/profile.h"
#include "schedule/strategy.h"

namespace heddle {

class Portfolio : public Strategy {
 public:
  explicit Portfolio(const Profile& profile);

  Needs needs() const override { return {.executed = true}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override { return active_->choose(choice); }
  Strategy& chooser() override { return active_->chooser(); }
  void executed(const Event& event) override { active_->executed(event); }
  std::string tactic(std::uint64_t seed) const override;

 private:
  struct Member {
    std::string name;
    unsigned share;
    bool for_nested_locks;  // of no use elsewhere
    std::unique_ptr<Strategy> strategy;
  };

  bool takes_part(const Member& member) const { return !member.for_nested_locks || profile_.nests_locks(); }
  const Member& draw(Random& random) const;

  const Profile& profile_;
  std::vector<Member> members_;
  Strategy* active_ = nullptr;
};

}  // namespace heddle
