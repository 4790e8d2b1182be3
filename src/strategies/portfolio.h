// `auto`, ours: draws a strategy for each execution, from those that find what the others miss
// (docs/decisions/0009). They share one profile. A strategy that still shows something new is drawn more
// often.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "strategies/profile.h"
#include "strategies/strategy.h"

namespace heddle {

class Portfolio : public Strategy, private Tactician {
 public:
  explicit Portfolio(const Profile& profile);

  Facets facets() override {
    return {.needs = {.executed = true, .stores = true},
            .chooser = active_,
            .tactician = this,
            .until_lesson = learns_at_once() ? 0 : Facets().until_lesson};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override { return active_->choose(choice); }
  std::uint32_t choose_store(const StoreChoice& choice) override { return active_->choose_store(choice); }
  void executed(const Event& event) override { active_->executed(event); }
  Lesson learn(const Execution& execution) override;
  void pass_over(const PassedOver& executions) override;

 private:
  enum class Use : std::uint8_t { kAlways, kNestedLocks, kWeakMemory };
  struct Member {
    std::string name;
    double share;
    Use use;  // of none elsewhere
    std::unique_ptr<Strategy> strategy;
    double executions = 0;  // older ones count less
    double news = 0;        // of these, how many behaved as none before
    double rate = 0.5;      // of news, as its share goes by

    double rate_of_news() const { return (news + 1) / (executions + 2); }
  };

  static constexpr double kMemory = 256;
  static constexpr std::uint64_t kFirstExecutions = 128;
  static constexpr std::size_t kMostBehaviours = 1u << 16;

  std::string tactic(std::uint64_t seed) const override;
  // Behind each of the first executions; later when the profile is measured anew, so that all executions in
  // between are chosen by the same shares.
  bool learns_at_once() const { return profile_.executions() < kFirstExecutions; }
  void count(std::uint64_t seed, bool is_new);
  bool is_of_use(Use use) const;
  double weight(const Member& member) const;
  std::size_t draw(Random& random) const;

  const Profile& profile_;
  std::vector<Member> members_;
  double best_rate_ = 1;                          // of news, of all members
  std::unordered_set<std::uint64_t> behaviours_;  // that were met
  Strategy* active_ = nullptr;
};

}  // namespace heddle
