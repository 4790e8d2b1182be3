#include "strategies/complete/estimator.h"

#include <algorithm>
#include <utility>

namespace heddle::complete {

namespace {

// A small search is over before anybody asks.
constexpr double kBefore = 16;
// The first samples may take twice the work of the search until then; later ones take a small part of it.
constexpr std::uint32_t kFirst = 4, kMany = 64;
constexpr std::uint64_t kShare = 16, kSmallShare = 64;
// To look at an event of a graph that is left, without executing it, is that part of a step's work.
constexpr std::uint64_t kLook = 64;
// So much is taken to be left at least, as a part of what has been done.
constexpr double kLeast = 0.1;
// Larger graphs have wider strata.
constexpr std::size_t kExact = 64;

}  // namespace

void Estimator::searched(std::uint64_t steps, bool counts) {
  search_steps_ += steps;
  searched_ += counts ? 1 : 0;
}

Estimator::Stratum Estimator::stratum(const GraphSearch& search, std::uint32_t generation) {
  const Graph& graph = search.graph();
  const auto size = static_cast<EventId>(graph.size());
  std::uint32_t changed = 0;
  for (EventId id = 0; id < size; ++id)
    if (graph[id].part == Part::kRead && !graph.was_default(id, size - 1)) ++changed;
  const auto width = static_cast<std::uint32_t>(1 + size / kExact);
  return {generation, size / width, changed / width};
}

void Estimator::offer(const GraphSearch& graph, std::uint32_t generation, double weight) {
  std::unique_ptr<Node>& node = open_[stratum(graph, generation)];
  if (node == nullptr) {
    node = std::make_unique<Node>(Node{graph, weight});
    return;
  }
  node->weight += weight;
  if (random_.unit() * node->weight < weight) node->graph = graph;
}

GraphSearch* Estimator::next(const GraphSearch& search) {
  const std::uint64_t most = samples_ < kFirst  ? search_steps_ * 2
                             : samples_ < kMany ? search_steps_ / kShare
                                                : search_steps_ / kSmallShare;
  if (searched_ < kBefore || sample_steps_ > most) return nullptr;
  if (current_ != nullptr) return &current_->graph;
  if (search.events_left() / kLook > most) return nullptr;
  begin(search);
  return &current_->graph;
}

void Estimator::begin(const GraphSearch& search) {
  if (samples_ == kFirst) first_left_ = left().mean;
  if (samples_ > kFirst) {
    const double weight = first_left_ / std::max(mean() - searched_, searched_ * kLeast);
    weight_ = weight * weight;
  }
  total_ = searched_;
  sample_steps_ += search.events_left() / kLook;
  search.each_left([this](const GraphSearch& each) { offer(each, 0, 1); });
  leave();
}

void Estimator::sampled(std::uint64_t steps, bool counts) {
  sample_steps_ += steps;
  if (counts) total_ += current_->weight;
  if (current_->graph.runs()) return;  // it is executed again
  sample_steps_ += current_->graph.events_left() / kLook;
  current_->graph.each_left(
      [this](const GraphSearch& left) { offer(left, generation_ + 1, current_->weight); });
  leave();
}

void Estimator::set_initial(Place where, const State& state) {
  if (current_ != nullptr) current_->graph.set_initial(where, state);
  for (const auto& [stratum, node] : open_) node->graph.set_initial(where, state);
}

// For the next graph.
void Estimator::leave() {
  current_.reset();
  if (open_.empty()) {
    ++samples_;
    weights_ += weight_;
    sum_ += weight_ * total_;
    squares_ += weight_ * total_ * total_;
    return;
  }
  generation_ = open_.begin()->first.generation;
  current_ = std::move(open_.begin()->second);
  open_.erase(open_.begin());
}

Left Estimator::left() const {
  Left left{.samples = samples_};
  if (samples_ < 2) return left;
  const double squares = std::max(squares_ - sum_ * mean(), 0.0) / (samples_ - 1);
  left.variance = squares / weights_;
  left.mean = std::max(mean() - searched_, 1.0);
  return left;
}

}  // namespace heddle::complete
