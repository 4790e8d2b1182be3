#include "classes/thread_safety.h"

#include <set>
#include <string>

namespace heddle::classes {

namespace {

class Linearizations {
 public:
  Linearizations(const Outcome& failure, const std::vector<CallSequence>& suffixes, SpecificationTree& tree)
      : failure_(failure), suffixes_(suffixes), tree_(tree), next_(suffixes.size()) {}

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
      bool found = outcome == failure_ && outcome.kind != Outcome::Kind::kBlocks;
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
    return has_calls && !can_go_on && failure_.kind == Outcome::Kind::kBlocks;
  }

  const Outcome& failure_;
  const std::vector<CallSequence>& suffixes_;
  SpecificationTree& tree_;
  std::vector<std::size_t> next_;  // by thread
  std::vector<Call> made_;
  std::set<std::pair<std::vector<std::size_t>, std::string>> seen_;
};

}  // namespace

std::optional<std::vector<Call>> shown_sequentially(const Outcome& failure,
                                                    const std::vector<CallSequence>& suffixes,
                                                    SpecificationTree& tree) {
  return Linearizations(failure, suffixes, tree).run();
}

}  // namespace heddle::classes
