#include "strategies/mcr/mcr.h"

#include <algorithm>

#include "strategies/mcr/causal_model.h"

namespace heddle::causality {

namespace {

// For an answer: some ten seconds, on any machine the same.
constexpr std::uint64_t kMostSteps = 600'000'000;
// How often a loop that waits is followed round without any news.
constexpr int kRounds = 5;

bool contains(const std::vector<Value>& values, Value value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

std::vector<NodeId> nodes_of(const Executed& executed) {
  std::vector<NodeId> nodes;
  for (const Found& each : executed) nodes.push_back(each.node);
  return nodes;
}

Executed as_executed(std::span<const Step> steps) {
  Executed executed;
  for (const Step& step : steps) executed.push_back({step.node, step.found.value_or(0)});
  std::sort(executed.begin(), executed.end(), [](const Found& a, const Found& b) { return a.node < b.node; });
  return executed;
}

}  // namespace

struct Mcr::Question {
  // A read returns a value that it has not returned yet.
  struct Wish {
    NodeId node;
    Value value;
    Literal literal;
  };

  Question(const Behaviour& behaviour, std::span<const NodeId> nodes)
      : model(behaviour, nodes),
        any_wish(model.solver().proposition()),
        is_new(model.solver().proposition()) {}

  CausalModel model;
  std::vector<Wish> wishes;
  Literal any_wish;
  Literal is_new;  // what happens is no part of any execution
};

Mcr::Mcr() = default;
Mcr::~Mcr() = default;

void Mcr::forget() {
  behaviour_.forget();
  set_up_.clear();
  executed_.clear();
  refused_.clear();
  asked_.clear();
  asked_for_values_ = asked_for_combinations_ = 0;
  current_.reset();
  ends_.clear();
  some_ended_early_ = false;
  deadlocks_.clear();
  gave_up_ = cut_loops_ = has_begun_ = false;
}

void Mcr::add(const Trace& trace) {
  if (trace.found_shared) return forget();  // there are more operations to be seen than were seen so far
  if (trace.truncated || trace.values.size() != trace.events.size()) {
    gave_up_ = true;
    return;
  }
  cut_loops_ = cut_loops_ || trace.took_turns;
  std::vector<Happened> happened;
  if (!behaviour_.add(trace, happened)) {
    forget();
    has_begun_ = true;
    behaviour_.add(trace, happened);
  }
  // What was asked for could not be done. That is expected only if an object was to be in a state
  // that no execution has shown.
  if (trace.end == End::kAbandoned && !asked_an_object_) gave_up_ = true;
  const auto first = std::find_if(happened.begin(), happened.end(),
                                  [&](const Happened& each) { return !behaviour_[each.node].in_set_up; });
  if (set_up_.empty())
    for (auto each = happened.begin(); each != first; ++each)
      set_up_.push_back(behaviour_[each->node].thread);
  Executed executed;
  for (auto each = first; each != happened.end(); ++each) {
    const Outcome* outcome = behaviour_[each->node].outcome(each->label);
    executed.push_back({each->node, outcome != nullptr ? outcome->value : 0});
  }
  std::sort(executed.begin(), executed.end(), [](const Found& a, const Found& b) { return a.node < b.node; });
  if (!has_all(executed, asked_)) refused_.add(std::move(asked_));
  asked_.clear();
  executed_.add(std::move(executed));
}

std::string Mcr::claim() const {
  if (!is_exhausted_ || gave_up_ || !behaviour_.is_consistent()) return {};
  std::string text = "every combination of values that reads can return while the process ends last";
  if (cut_loops_) text += ", and no loop waits for more than " + std::to_string(kRounds) + " rounds,";
  return text;
}

std::optional<Guide> Mcr::next(const Watch& watch) {
  if (!has_begun_) {
    has_begun_ = true;
    return Guide{};
  }
  for (;;) {
    if (watch()) return std::nullopt;
    if (current_ == nullptr) {
      if (asked_for_values_ < executed_.size()) {
        current_ = question_about(nodes_of(executed_[asked_for_values_++]));
        wish_for_values(*current_);
        asks_for_values_ = true;
      } else if (asked_for_combinations_ < executed_.size()) {
        current_ = question_about(nodes_of(executed_[asked_for_combinations_++]));
        asks_for_values_ = false;
      } else {
        return ask_about_ends(watch);
      }
    }
    if (std::optional<Guide> guide =
            asks_for_values_ ? ask_for_value(*current_, watch) : ask_for_combination(*current_, true, watch))
      return guide;
    if (watch()) return std::nullopt;
    current_.reset();
  }
}

// The thread has read the same there again and again, and done nothing else.
bool Mcr::repeats_itself(NodeId id, Value value) {
  const Node& node = behaviour_[id];
  int rounds = 0;
  for (const Node* each = &node; !each->is_start && each->parent != kNoNode;) {
    const Node& parent = behaviour_[each->parent];
    const Value label = each->parent_label;
    each = &parent;
    if (parent.site == node.site && parent.variable == node.variable && parent.kind == node.kind) {
      if (label != value) return false;
      if (++rounds < kRounds) continue;
      cut_loops_ = true;
      return true;
    }
    if (parent.role == Role::kAccess && writes(parent.kind)) return false;
  }
  return false;
}

std::unique_ptr<Mcr::Question> Mcr::question_about(std::span<const NodeId> nodes) {
  const std::span<const NodeId> part = manageable(behaviour_, nodes);
  gave_up_ = gave_up_ || part.size() != nodes.size();
  return std::make_unique<Question>(behaviour_, part);
}

void Mcr::wish_for_values(Question& question) {
  CausalModel& model = question.model;
  for (const NodeId id : model.nodes()) {
    const Node& node = behaviour_[id];
    if (!node.is_valued()) continue;
    for (const Value value : model.possible_values(id))
      if (!node.has_yielded(value) && !contains(node.asked, value) && !repeats_itself(id, value))
        question.wishes.push_back({id, value, model.wish(id, value)});
  }
  std::vector<Literal> clause = {~question.any_wish};
  for (const Question::Wish& wish : question.wishes) clause.push_back(wish.literal);
  model.solver().add(clause);
}

// False: there is no solution, or none was found.
bool Mcr::is_solved(Question& question, Literal assumed, const std::function<void()>& objections,
                    const Watch& watch) {
  bool is_to_stop = false;
  const OrderSolver::Answer answer = question.model.solver().solve(
      std::span(&assumed, 1), objections, kMostSteps, [&] { return is_to_stop = is_to_stop || watch(); });
  if (answer == OrderSolver::Answer::kUnknown && !is_to_stop) gave_up_ = true;
  return answer == OrderSolver::Answer::kSolved;
}

Guide Mcr::guide_along(std::span<const Step> steps) const {
  Guide guide = set_up_;
  for (const Step& step : steps)
    if (behaviour_[step.node].role != Role::kEnd) guide.push_back(behaviour_[step.node].thread);
  return guide;
}

std::optional<Guide> Mcr::ask_for_value(Question& question, const Watch& watch) {
  OrderSolver& solver = question.model.solver();
  std::erase_if(question.wishes, [&](const Question::Wish& wish) {
    const Node& node = behaviour_[wish.node];
    const bool came_true = node.has_yielded(wish.value) || contains(node.asked, wish.value);
    if (came_true) solver.add({~wish.literal});
    return came_true;
  });
  if (question.wishes.empty() || watch()) return std::nullopt;
  if (!is_solved(question, question.any_wish, [] {}, watch)) return std::nullopt;
  // What comes after the first wish that comes true is left to the program.
  std::vector<Step> steps = question.model.sequence();
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const Question::Wish& wish : question.wishes) {
      if (wish.node != steps[i].node || !solver.is_true(wish.literal)) continue;
      steps.resize(i + 1);
      asked_an_object_ = behaviour_[wish.node].role == Role::kObject;
      behaviour_[wish.node].asked.push_back(wish.value);
      return guide_along(steps);
    }
  return std::nullopt;
}

// Values that no execution has had together; or also operations by which threads learn nothing.
std::optional<Guide> Mcr::ask_for_combination(Question& question, bool of_values, const Watch& watch) {
  CausalModel& model = question.model;
  model.keep_to_known_values();
  std::vector<Step> steps;
  const auto object = [&] {
    steps = model.sequence();
    Executed part = as_executed(steps);
    if (of_values) std::erase_if(part, [&](const Found& each) { return !behaviour_[each.node].is_valued(); });
    if (const std::optional<std::size_t> same = executed_.one_with(part))
      differ_from(executed_[*same], of_values, question);
    else if (const std::optional<std::size_t> refused = refused_.one_with(part))
      differ_from(refused_[*refused], of_values, question);
  };
  if (!is_solved(question, question.is_new, object, watch)) return std::nullopt;
  asked_ = as_executed(steps);
  asked_an_object_ = false;
  return guide_along(steps);
}

// Another value is found, or a thread goes on where it did not: to where it learns something, if that
// matters.
void Mcr::differ_from(const Executed& executed, bool in_values, Question& question) {
  CausalModel& model = question.model;
  std::vector<Literal> clause = {~question.is_new};
  std::vector<NodeId> next;
  const auto add_next = [&](NodeId node) {
    if (node != kNoNode && model.has(node) && find(executed, node) == nullptr) next.push_back(node);
  };
  for (const NodeId root : model.roots()) add_next(root);
  for (const auto& [id, value] : executed) {
    if (!model.has(id)) continue;
    const Node& node = behaviour_[id];
    if (node.is_valued()) clause.push_back(model.finds_another(id, value));
    for (const Outcome& outcome : node.outcomes)
      if (!node.is_valued() || outcome.value == value) add_next(outcome.next);
    add_next(node.spawned);
  }
  while (!next.empty()) {
    const NodeId id = next.back();
    const Node& node = behaviour_[id];
    next.pop_back();
    if (!in_values || node.is_valued()) {
      clause.push_back(model.occurs(id));
      continue;
    }
    for (const Outcome& outcome : node.outcomes) add_next(outcome.next);
    add_next(node.spawned);
  }
  model.solver().add(clause);
}

// What its threads would have done next, as far as other executions have shown it.
std::vector<NodeId> Mcr::left_undone(const Executed& executed) const {
  std::vector<NodeId> nodes;
  const auto add_next = [&](NodeId node) {
    if (node != kNoNode && find(executed, node) == nullptr) nodes.push_back(node);
  };
  for (const auto& [id, value] : executed) {
    const Node& node = behaviour_[id];
    for (const Outcome& outcome : node.outcomes)
      if (!node.is_valued() || outcome.value == value) add_next(outcome.next);
    add_next(node.spawned);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

void Mcr::look_at_ends() {
  std::size_t outcomes = 0;
  for (NodeId id = 0; id < behaviour_.size(); ++id) outcomes += behaviour_[id].outcomes.size();
  const bool all = outcomes != outcomes_in_ends_;
  outcomes_in_ends_ = outcomes;
  const bool ended_early = some_ended_early_;
  if (all) some_ended_early_ = false;
  ends_.resize(executed_.size());
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    Ending& end = ends_[i];
    if (all || !end.is_known) {
      std::vector<NodeId> undone = left_undone(executed_[i]);
      end.is_asked = end.is_asked && undone == end.undone;
      end.is_known = true;
      end.undone = std::move(undone);
    }
    some_ended_early_ = some_ended_early_ || !end.undone.empty();
  }
  if (some_ended_early_ && !ended_early)
    for (Ending& end : ends_) end.is_asked = false;
}

std::optional<Guide> Mcr::ask_about_ends(const Watch& watch) {
  look_at_ends();
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    Ending& end = ends_[i];
    if (end.is_asked) continue;
    if (std::optional<Guide> guide = ask_about_end(executed_[i], end.undone, watch)) return guide;
    if (watch()) return std::nullopt;
    end.is_asked = true;
  }
  is_exhausted_ = true;
  return std::nullopt;
}

std::optional<Guide> Mcr::ask_about_end(const Executed& executed, std::span<const NodeId> undone,
                                        const Watch& watch) {
  std::vector<NodeId> nodes = nodes_of(executed);
  const bool may_lock = std::any_of(nodes.begin(), nodes.end(), [this](NodeId node) {
    return behaviour_[node].role == Role::kAcquire && !behaviour_[node].in_set_up;
  });
  if (!some_ended_early_ && !may_lock) return std::nullopt;
  nodes.insert(nodes.end(), undone.begin(), undone.end());
  std::sort(nodes.begin(), nodes.end());
  const std::unique_ptr<Question> question = question_about(nodes);
  if (!undone.empty()) {
    wish_for_values(*question);
    if (std::optional<Guide> guide = ask_for_value(*question, watch)) return guide;
  }
  if (some_ended_early_ && !watch())
    if (std::optional<Guide> guide = ask_for_combination(*question, false, watch)) return guide;
  return watch() ? std::nullopt : ask_for_deadlock(*question, executed, watch);
}

// An end at which each unfinished thread waits for a mutex that another thread holds, or for such a thread:
// of operations that an execution has had, in another order.
std::optional<Guide> Mcr::ask_for_deadlock(Question& question, const Executed& executed, const Watch& watch) {
  CausalModel& model = question.model;
  OrderSolver& solver = model.solver();
  const Literal deadlock = model.deadlock();
  for (const NodeId node : model.nodes()) {
    const Found* found = find(executed, node);
    if (found == nullptr)
      solver.add({~deadlock, ~model.occurs(node)});
    else if (behaviour_[node].is_valued())
      solver.add({~deadlock, ~model.occurs(node), model.finds(node, found->value)});
  }
  for (const std::vector<NodeId>& asked : deadlocks_) model.exclude_deadlock(asked);
  if (!is_solved(question, deadlock, [] {}, watch)) return std::nullopt;
  const std::vector<Step> steps = model.sequence();
  deadlocks_.push_back(model.waiting());
  asked_an_object_ = false;
  return guide_along(steps);
}

}  // namespace heddle::causality
