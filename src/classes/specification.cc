#include "classes/specification.h"

#include <algorithm>

namespace heddle::classes {

Outcome SpecificationTree::make(const Call& call) {
  ++calls_made_;
  return specification_->step(call);
}

void SpecificationTree::bring_specification_here() {
  const bool is_on_the_way = stands_at_ && stands_at_->size() <= path_.size() &&
                             std::equal(stands_at_->begin(), stands_at_->end(), path_.begin());
  if (!is_on_the_way) {
    specification_->reset();
    stands_at_.emplace();
  }
  for (std::size_t i = stands_at_->size(); i < path_.size(); ++i) make(nodes_[path_[i]].call);
  stands_at_ = path_;
}

const Outcome& SpecificationTree::step(const Call& call) {
  const auto known = nodes_[at()].children.find(call);
  if (known != nodes_[at()].children.end()) {
    path_.push_back(known->second);
    return nodes_[at()].outcome;
  }
  bring_specification_here();
  Node node;
  node.call = call;
  node.outcome = make(call);
  nodes_[at()].children.emplace(call, nodes_.size());
  path_.push_back(nodes_.size());
  nodes_.push_back(std::move(node));
  stands_at_ = path_;
  return nodes_[at()].outcome;
}

const std::optional<std::string>& SpecificationTree::state_key() {
  if (!nodes_[at()].has_key) {
    bring_specification_here();
    nodes_[at()].key = specification_->state_key();
    nodes_[at()].has_key = true;
  }
  return nodes_[at()].key;
}

const std::string& SpecificationTree::final_state() {
  if (!nodes_[at()].final_state) {
    bring_specification_here();
    nodes_[at()].final_state = specification_->final_state();
  }
  return *nodes_[at()].final_state;
}

const std::optional<Outcome>& SpecificationTree::end() {
  if (!nodes_[at()].has_end) {
    bring_specification_here();
    nodes_[at()].end = specification_->end();
    nodes_[at()].has_end = true;
  }
  return nodes_[at()].end;
}

}  // namespace heddle::classes
