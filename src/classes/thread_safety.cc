#include "classes/thread_safety.h"

#include <set>
#include <string>

namespace heddle::classes {

namespace {

class Linearizations {
 public:
  Linearizations(const Outcome& failure, const std::vector<CallSequence>& suffixes, SpecificationTree& tree,
                 FailsIn place)
      : failure_(failure), suffixes_(suffixes), tree_(tree), place_(place), next_(suffixes.size()) {}

  std::optional<std::vector<Call>> run() {
    tree_.to_start();
    if (shows()) return made_;
    return std::nullopt;
  }

 private:
  // Whether going on from here shows the failure; then `made_` is the way there.
  bool shows() {
    if (const auto& state = tree_.state_key(); state && !seen_.insert({next_, *state}).second) return false;
    bool has_calls = false, can_go_on = false;
    for (std::size_t thread = 0; thread < suffixes_.size(); ++thread) {
      if (next_[thread] == suffixes_[thread].size()) continue;
      has_calls = true;
      const Call& call = suffixes_[thread][next_[thread]];
      const Outcome outcome = tree_.step(call);
      bool found = place_ == FailsIn::kCall && outcome == failure_ && outcome.kind != Outcome::Kind::kBlocks;
      can_go_on = can_go_on || outcome.kind != Outcome::Kind::kBlocks;
      made_.push_back(call);
      if (!found && outcome.comes_back()) {
        ++next_[thread];
        found = shows();
        --next_[thread];
      }
      if (!found) made_.pop_back();
      tree_.back();
      if (found) return true;
    }
    if (!has_calls) return place_ == FailsIn::kDestructor && tree_.end() == failure_;
    if (can_go_on) return false;
    return failure_.kind == Outcome::Kind::kBlocks || shows_after_waking();
  }

  // Everything blocks that is left. A call that another one of the history wakes changes nothing by itself.
  bool shows_after_waking() {
    for (std::size_t thread = 0; thread < suffixes_.size(); ++thread) {
      if (next_[thread] == suffixes_[thread].size() || made_.size() == next_[thread]) continue;
      made_.push_back(suffixes_[thread][next_[thread]++]);
      if (shows()) return true;
      --next_[thread];
      made_.pop_back();
    }
    return false;
  }

  const Outcome& failure_;
  const std::vector<CallSequence>& suffixes_;
  SpecificationTree& tree_;
  FailsIn place_;
  std::vector<std::size_t> next_;  // by thread
  std::vector<Call> made_;
  std::set<std::pair<std::vector<std::size_t>, std::string>> seen_;
};

}  // namespace

std::optional<std::vector<Call>> shown_sequentially(const Outcome& failure,
                                                    const std::vector<CallSequence>& suffixes,
                                                    SpecificationTree& tree, FailsIn place) {
  return Linearizations(failure, suffixes, tree, place).run();
}

}  // namespace heddle::classes
