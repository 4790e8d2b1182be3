// `hold`, ours: a thread that reaches a site, drawn from those seen, is held there until another thread has
// performed a conflicting operation, or no other thread can run. A programmer who suspects a race does the
// same with sleep().
#pragma once

#include <vector>

#include "strategies/profile.h"
#include "strategies/strategy.h"

namespace heddle {

class Hold : public Strategy {
 public:
  explicit Hold(const Profile& profile) : profile_(profile) {}

  Facets facets() override { return {.needs = {.executed = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 private:
  static constexpr std::size_t kMostRules = 4;

  enum class Until : std::uint8_t { kFree, kConflict, kNobodyElse };
  struct Rule {
    SiteId site;
    std::uint64_t visits;  // until it holds a thread
    Until until;
  };
  struct State {
    bool has_news = true;
    Until held = Until::kFree;
    std::uint64_t priority = 0;
    std::uint64_t turn = 0;  // by priority, from 1 on; 0 while it is held
  };

  void meet(ThreadId thread);  // it has a state from now on, as have all that are older
  void look_for_news(const Choice& choice);
  void look_at(const Candidate& candidate);
  void hold(State& thread, Until until);
  void release(State& thread);
  void release_one(const Choice& choice);
  const Candidate& first(std::span<const Candidate> enabled);  // of those that are free
  const Candidate& draw(std::span<const Candidate> enabled);
  void pass(const Choice& choice, const Candidate& chosen);

  const Profile& profile_;
  Random* random_ = nullptr;
  std::vector<Rule> rules_;
  std::size_t open_rules_ = 0;  // that have held no thread yet
  std::vector<State> threads_;  // by ThreadId
  std::size_t held_ = 0;
  std::size_t held_until_conflict_ = 0;
  std::vector<const Candidate*> free_;
  std::vector<ThreadId> news_;  // whose pending operation has not been looked at
  bool by_priority_ = false;    // who goes on among those that are free; otherwise uniformly
};

}  // namespace heddle
