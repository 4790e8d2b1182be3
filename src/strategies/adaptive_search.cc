#include "strategies/adaptive_search.h"

#include <algorithm>

namespace heddle {

namespace {

// The queue is short: nothing is allocated for sorting it. Equals stay in their order.
template <typename Value>
void sort_descending(std::vector<Subtrace>& queue, const Value& value) {
  for (std::size_t i = 1; i < queue.size(); ++i)
    for (std::size_t j = i; j > 0 && value(queue[j - 1]) < value(queue[j]); --j)
      std::swap(queue[j - 1], queue[j]);
}

}  // namespace

// ---- Algorithm 1.

void AdaptiveSearch::begin(Random& random, Prefix& prefix) {
  random_ = &random;
  jumps_ = false;
  node_ = ScheduleTree::kRoot;
  extractor_ = PatternExtractor(options_.patterns);
  patterns_.clear();
  variables_.clear();
  if (tree_.size() > kMostNodes) forget();
  if (!is_first_ && !selected_) selected_ = executes_all() ? next_to_execute() : select();
  if (!is_first_ && !selected_) begin_search();
  state_ = {{}, distance_.begin()};
  if (!selected_) return;
  prefix = tree_.path_to(selected_->parent);
  prefix.push_back(selected_->thread);
}

// Lines 8 and 9: the search has returned its passed traces, and another one begins at the root.
void AdaptiveSearch::begin_search() {
  for (const std::vector<PatternNumber>& trace : passed_) distance_.add_passed(trace);
  passed_.clear();
  queue_.clear();
  step_.clear();
  ends_after_step_ = false;
}

void AdaptiveSearch::forget() {
  begin_search();
  selected_.reset();
  tree_.clear();
  pattern_pool_.clear();
  patterns_at_.clear();
}

void AdaptiveSearch::ended(const Execution& execution) {
  if (execution.end == End::kAbandoned) {
    if (!jumps_) selected_.reset();  // its prefix could not be run again
    return;
  }
  arrive();
  if (executes_all() && !is_first_) return end_of_step(execution);
  tree_.complete(node_);
  if (execution.end == End::kCompleted) {
    passed_.push_back(patterns_.numbers());
    ++traces_;
  }
  if (is_first_ || options_.restart) begin_search();
  is_first_ = false;
}

// ---- Algorithm 2.

// As patterns know it: at its line, where lines are the places.
Event AdaptiveSearch::placed(Event event) const {
  if (!options_.lines.empty()) event.site = line_of(options_.lines, event.site);
  return event;
}

// The selected subtrace has been reached: what comes now is its step.
void AdaptiveSearch::arrive() {
  if (!selected_ || jumps_) return;
  state_ = *selected_->state;
  state_.values.choose(selected_->thread);
  for (ScheduleTree::Node node = selected_->parent; node != ScheduleTree::kNone; node = tree_.parent(node))
    for (std::uint32_t i = patterns_at_[node].begin; i < patterns_at_[node].end; ++i)
      patterns_.insert(pattern_pool_[i]);
  node_ = tree_.enter(selected_->parent, selected_->thread);
  selected_.reset();
}

void AdaptiveSearch::executed(const Event& event, bool in_prefix) {
  if (in_prefix) {
    extractor_.add(placed(event), [](const Pattern&) {});
    if (is_access(event.kind)) variables_.insert(event.location);
    return;
  }
  arrive();
  follow(event);
}

void AdaptiveSearch::follow(const Event& event) {
  Range& here = patterns_at(node_);
  const auto end = static_cast<std::uint32_t>(pattern_pool_.size());
  const bool is_first_visit = here.begin == here.end || here.end == end;
  if (here.begin == here.end) here = {end, end};
  extractor_.add(placed(event), [&](const Pattern& pattern) {
    const PatternNumber number = distance_.number_of(pattern);
    if (!patterns_.insert(number)) return;
    distance_.extend(state_.distance, number);
    if (!is_first_visit) return;
    pattern_pool_.push_back(number);
    ++here.end;
  });
  state_.values.add(event, is_access(event.kind) && variables_.insert(event.location));
}

Decision AdaptiveSearch::choose(const Crossing& crossing) {
  arrive();
  tree_.set_enabled(node_, crossing.enabled.size());
  if (is_first_) {
    const ThreadId thread = crossing.enabled[random_->below(crossing.enabled.size())].thread;
    node_ = tree_.enter(node_, thread);
    return Decision::go(thread);
  }
  if (executes_all()) return choose_after_step(crossing);
  expand(crossing);
  std::optional<Subtrace> next = select();
  if (next && next->parent == node_) {
    node_ = tree_.enter(node_, next->thread);
    state_.values.choose(next->thread);
    return Decision::go(next->thread);
  }
  selected_ = std::move(next);
  jumps_ = true;
  return Decision::abandon();
}

// Line 23: the subtrace is executed for one step, by each enabled thread. And line 28.
void AdaptiveSearch::expand(const Crossing& crossing) {
  patterns_at(node_);
  const Shared<SubtraceState> before(state_);
  for (const Event& event : crossing.enabled) {
    Subtrace subtrace{node_, event.thread, state_.values, 0, before};
    subtrace.values.choose(event.thread);
    subtrace.values.add(event, is_access(event.kind) && !variables_.contains(event.location));
    news_.clear();
    extractor_.preview(placed(event), [&](const Pattern& pattern) {
      const PatternNumber number = distance_.number_of(pattern);
      if (!patterns_.contains(number) && std::ranges::find(news_, number) == news_.end())
        news_.push_back(number);
    });
    if (news_.empty()) {
      subtrace.distance = distance_.of(state_.distance);
    } else {
      PatternDistance::State distance = state_.distance;
      for (const PatternNumber number : news_) distance_.extend(distance, number);
      subtrace.distance = distance_.of(distance);
    }
    queue_.push_back(std::move(subtrace));
  }
}

// ---- Line 23, where it executes all continuations. A queued subtrace has been executed.

// The continuations of what is selected, one by one. None: the search is over, or it has not begun.
std::optional<Subtrace> AdaptiveSearch::next_to_execute() {
  while (step_.empty()) {
    const std::optional<Subtrace> next = ends_after_step_ ? std::nullopt : select();
    if (!next) return std::nullopt;
    if (!(*next->state).continuations.empty()) {
      expand_all(tree_.find(next->parent, next->thread), next->state);
    } else {
      take_trace(*next);
      if (options_.restart) return std::nullopt;
    }
  }
  std::optional<Subtrace> result = std::move(step_.back());
  step_.pop_back();
  return result;
}

// What has nothing unseen below it is pruned at once.
void AdaptiveSearch::expand_all(ScheduleTree::Node node, const Shared<SubtraceState>& state) {
  for (const ThreadId thread : (*state).continuations)
    step_.push_back({.parent = node, .thread = thread, .values = {}, .distance = 0, .state = state});
  if (options_.heuristics) prune(step_);
}

// The subtrace that the current execution is.
Subtrace AdaptiveSearch::reached() const {
  return {.parent = tree_.parent(node_),
          .thread = tree_.thread_of(node_),
          .values = state_.values,
          .distance = distance_.of(state_.distance),
          .state = Shared<SubtraceState>(state_)};
}

Decision AdaptiveSearch::choose_after_step(const Crossing& crossing) {
  patterns_at(node_);
  state_.continuations.clear();
  for (const Event& event : crossing.enabled) state_.continuations.push_back(event.thread);
  if (node_ == ScheduleTree::kRoot)
    expand_all(node_, Shared<SubtraceState>(state_));
  else
    queue_.push_back(reached());
  std::optional<Subtrace> next = next_to_execute();
  if (next && next->parent == node_) {
    node_ = tree_.enter(node_, next->thread);
    state_ = *next->state;
    state_.values.choose(next->thread);
    return Decision::go(next->thread);
  }
  if (!next) begin_search();
  selected_ = std::move(next);
  jumps_ = true;
  return Decision::abandon();
}

// A continuation ran to the end of the program.
void AdaptiveSearch::end_of_step(const Execution& execution) {
  patterns_at(node_);
  state_.continuations.clear();
  const bool passed = execution.end == End::kCompleted;
  if (passed && options_.step == AdaptiveOptions::Step::kAuthors && node_ != ScheduleTree::kRoot) {
    queue_.push_back(reached());
    return;
  }
  tree_.complete(node_);
  if (!passed) return begin_search();
  passed_.push_back(patterns_.numbers());
  ++traces_;
  ends_after_step_ = options_.restart;
}

// A complete subtrace was selected: in the authors' program it is a trace from now on.
void AdaptiveSearch::take_trace(const Subtrace& leaf) {
  const ScheduleTree::Node end = tree_.find(leaf.parent, leaf.thread);
  NumberSet patterns;
  for (ScheduleTree::Node node = end; node != ScheduleTree::kNone; node = tree_.parent(node))
    for (std::uint32_t i = patterns_at_[node].begin; i < patterns_at_[node].end; ++i)
      patterns.insert(pattern_pool_[i]);
  passed_.push_back(patterns.numbers());
  ++traces_;
  tree_.complete(end);
  count(kSelectedTraces);
}

// ---- Lines 6 to 22.

// Line 6.
void AdaptiveSearch::prune(std::vector<Subtrace>& subtraces) {
  const std::size_t pruned = std::erase_if(subtraces, [this](const Subtrace& each) {
    const ScheduleTree::Node node = tree_.find(each.parent, each.thread);
    return node != ScheduleTree::kNone && tree_.is_explored(node);
  });
  count(kPruned, pruned);
}

// Lines 6 to 22: takes the most promising subtrace out of the queue and cuts the rest; none: it is empty.
std::optional<Subtrace> AdaptiveSearch::select() {
  if (options_.heuristics) prune(queue_);
  if (queue_.empty()) return std::nullopt;
  random_->shuffle(queue_);
  sort_descending(queue_, [](const Subtrace& each) { return each.distance; });
  std::size_t equal = 1;
  while (equal < queue_.size() && queue_[equal].distance == queue_[0].distance) ++equal;
  Sorting sorting;
  if (observer_) sorting.queue = queue_;
  if (queue_.size() > 1) sorting.degree = distinguishable_degree(queue_[0].distance, queue_[1].distance);
  if (equal > 1 && !draws_between_equals()) sorting.chosen = choose_by_heuristics(equal, sorting);
  const auto chosen = queue_.begin() + static_cast<std::ptrdiff_t>(sorting.chosen);
  std::optional<Subtrace> result = std::move(*chosen);
  queue_.erase(chosen);
  // The authors' program cuts the queue to N before it takes the first one.
  const std::size_t kept = options_.queue - (options_.step == AdaptiveOptions::Step::kAuthors ? 1 : 0);
  if (queue_.size() > kept) queue_.resize(kept);
  if (degrees_.size() < kDegrees) degrees_.push_back(sorting.degree);
  if (observer_) observer_(sorting);
  return result;
}

bool AdaptiveSearch::draws_between_equals() {
  if (!options_.heuristics || (options_.cold != 0 && traces_ >= options_.cold)) return true;
  return options_.chance != 0 && random_->unit() < options_.chance;
}

// Lines 12 to 20, for the first `equal` subtraces: the position of the one to take. Each heuristic ranks
// them, equals in the order of the queue; the one counts that tells its first from its second best.
std::size_t AdaptiveSearch::choose_by_heuristics(std::size_t equal, Sorting& sorting) {
  std::array<std::size_t, kHeuristics.size()> first{};
  std::array<double, kHeuristics.size()> degree{};
  for (std::size_t h = 0; h < kHeuristics.size(); ++h) {
    const auto value = [&](std::size_t i) { return queue_[i].values.of(kHeuristics[h], options_.reading); };
    std::size_t second = 1;
    if (value(1) > value(0)) std::swap(first[h], second);
    for (std::size_t i = 2; i < equal; ++i) {
      if (value(i) > value(first[h]))
        second = std::exchange(first[h], i);
      else if (value(i) > value(second))
        second = i;
    }
    degree[h] = distinguishable_degree(value(first[h]), value(second));
  }
  const double most = *std::ranges::max_element(degree);
  const auto ties = static_cast<std::uint64_t>(std::ranges::count(degree, most));
  std::uint64_t place = ties > 1 ? random_->below(ties) : 0;
  std::size_t h = 0;
  while (degree[h] != most || place-- != 0) ++h;
  sorting.by = kHeuristics[h];
  sorting.degree = most;
  return first[h];
}

}  // namespace heddle
