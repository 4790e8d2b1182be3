// What is left of a search, without executing it.
#include "strategies/complete/graph_search.h"

namespace heddle::complete {

// Of some decisions. A graph that cannot be executed itself has decisions, too.
void GraphSearch::each_left_of(const Level& from, std::size_t first, std::size_t last, const Visit& visit) {
  for (std::size_t i = first; i < last && !is_contradicted_; ++i) {
    // The decision alone, and the graph that it was taken in.
    levels_.clear();
    levels_.push_back({from.graph, {from.frames[i]}, from.put_off, from.stopped});
    levels_before_ = frames_before_ = 1;
    for (runs_ = false; try_next(); runs_ = false) {
      if (runs_) {
        visit(*this);
      } else {
        GraphSearch branch = *this;
        const Level own = level();
        branch.each_left_of(own, levels_.size() > 1 ? 0 : 1, own.frames.size(), visit);
      }
      levels_.erase(levels_.begin() + 1, levels_.end());
      level().frames.erase(level().frames.begin() + 1, level().frames.end());
    }
  }
}

void GraphSearch::each_left(const Visit& visit) const {
  GraphSearch branch = *this;
  branch.branch_.emplace(Branch{.levels = 1, .frames = 1});
  if (branch_) {  // a branch itself
    const std::size_t first = levels_.size() > branch_->levels ? 0 : branch_->frames;
    return branch.each_left_of(levels_.back(), first, levels_.back().frames.size(), visit);
  }
  for (std::size_t i = 0; i < levels_before_; ++i)
    branch.each_left_of(levels_[i], 0, i + 1 == levels_before_ ? frames_before_ : levels_[i].frames.size(),
                        visit);
  branch = *this;
  branch.branch_.emplace(Branch{.levels = levels_before_, .frames = frames_before_});
  visit(branch);
}

std::uint64_t GraphSearch::events_left() const {
  std::uint64_t events = 0;
  const std::size_t first = branch_ ? levels_.size() - 1 : 0;
  for (std::size_t i = first; i < levels_.size(); ++i)
    events += levels_[i].frames.size() * levels_[i].graph.size();
  return events;
}

}  // namespace heddle::complete
