#include "strategies/mcr/mcr.h"

#include <algorithm>
#include <numeric>

#include "strategies/mcr/causal_model.h"

namespace heddle::causality {

namespace {

constexpr unsigned kLeastMilliseconds = 600, kMostMilliseconds = 9'600;  // for an answer
// More operations than that are not asked about all together: there would be no answer in time.
constexpr std::size_t kMostNodes = 3'000;
// How often a loop that waits is followed round without any news.
constexpr int kRounds = 5;

bool contains(const std::vector<Value>& values, Value value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

std::vector<NodeId> nodes_of(const std::vector<Happened>& executed) {
  std::vector<NodeId> nodes;
  for (const Happened& each : executed) nodes.push_back(each.node);
  return nodes;
}

bool passes(const Outcome& outcome) {
  return !outcome.fails;
}

const Happened* find(const std::vector<Happened>& executed, NodeId node) {
  const auto place =
      std::lower_bound(executed.begin(), executed.end(), node,
                       [](const Happened& happened, NodeId wanted) { return happened.node < wanted; });
  return place != executed.end() && place->node == node ? &*place : nullptr;
}

}  // namespace

// A read returns another value than it did.
struct Mcr::Wish {
  z3::expr literal;
  NodeId node;
  Value value;
};

struct Mcr::Question {
  Question(const Behaviour& behaviour, std::span<const NodeId> nodes, bool known)
      : model(context, behaviour, nodes), known_values(known) {}

  // The operation happens only if it finds that, or what is wished for.
  void let_happen_if(NodeId node, const z3::expr& found) {
    z3::expr_vector any(context);
    any.push_back(found);
    for (const Wish& wish : wishes)
      if (wish.node == node) any.push_back(wish.literal);
    model.solver().add(z3::implies(model.occurs(node), z3::mk_or(any)));
  }

  z3::context context;
  CausalModel model;
  bool known_values;  // the values are known, combinations are asked for
  bool keeps_to_known_values = false;
  std::vector<Wish> wishes;
  z3::expr end = context.int_const("end");      // when the wish comes true
  z3::expr is_new = context.bool_const("new");  // what happens until then is no part of any execution
  std::size_t executed = 0;                     // executions that the latter knows of
};

Mcr::Mcr() = default;
Mcr::~Mcr() = default;

void Mcr::forget() {
  behaviour_.forget();
  set_up_.clear();
  executed_.clear();
  asked_for_values_ = asked_for_combinations_ = 0;
  current_.reset();
  everything_.reset();
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
  happened.erase(happened.begin(), first);
  std::sort(happened.begin(), happened.end(),
            [](const Happened& a, const Happened& b) { return a.node < b.node; });
  executed_.push_back(std::move(happened));
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
      if (asked_for_values_ < executed_.size())
        current_ = question_about(nodes_of(executed_[asked_for_values_++]), false);
      else if (asked_for_combinations_ < executed_.size())
        current_ = question_about(nodes_of(executed_[asked_for_combinations_++]), true);
      else
        return ask_about_everything(watch);
    }
    if (std::optional<Guide> guide = ask(*current_, watch)) return guide;
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

std::unique_ptr<Mcr::Question> Mcr::question_about(std::span<const NodeId> nodes, bool known_values) {
  const std::span<const NodeId> part = manageable(behaviour_, nodes);
  gave_up_ = gave_up_ || part.size() != nodes.size();
  auto question = std::make_unique<Question>(behaviour_, part, known_values);
  CausalModel& model = question->model;
  for (NodeId id : model.nodes()) {
    if (!behaviour_[id].is_valued()) continue;
    for (Value value : model.possible_values(id)) {
      const Node& node = behaviour_[id];
      if (node.has_yielded(value) != known_values || node.fails_with(value)) continue;
      if (repeats_itself(id, value)) continue;
      const std::string name = "w" + std::to_string(question->wishes.size());
      const z3::expr literal = question->context.bool_const(name.c_str());
      model.solver().add(z3::implies(
          literal, model.occurs(id) && model.finds(id, value) && question->end == model.order(id)));
      question->wishes.push_back({literal, id, value});
    }
  }
  rule_out(*question);
  return question;
}

// Nothing comes after an operation with which the execution ends, unless that yields something else. One that
// waits for something happens only when it is there, as far as that is known.
void Mcr::rule_out(Question& question) {
  CausalModel& model = question.model;
  for (NodeId id : model.nodes()) {
    const Node& node = behaviour_[id];
    if (node.can_fail())
      question.let_happen_if(
          id, node.is_valued() ? model.finds_one(id, passes) : question.context.bool_val(false));
    if (node.role == Role::kJoin || node.role == Role::kObject)
      question.let_happen_if(id, model.finds_one(id, [](const Outcome&) { return true; }));
  }
}

// Asked with more and more time, so that a stop need not wait for the last answer.
bool Mcr::is_satisfiable(CausalModel& model, const Watch& watch) {
  for (unsigned milliseconds = kLeastMilliseconds; milliseconds <= kMostMilliseconds; milliseconds *= 2) {
    model.solver().set("timeout", milliseconds);
    const z3::check_result answer = model.solver().check();
    if (answer != z3::unknown) return answer == z3::sat;
    if (watch()) return false;
  }
  gave_up_ = true;
  return false;
}

Guide Mcr::guide_along(const std::vector<Step>& steps) const {
  Guide guide = set_up_;
  for (const Step& step : steps)
    if (behaviour_[step.node].role != Role::kEnd) guide.push_back(behaviour_[step.node].thread);
  return guide;
}

Value Mcr::found_by(const Happened& happened) const {
  const Outcome* outcome = behaviour_[happened.node].outcome(happened.label);
  return outcome != nullptr ? outcome->value : 0;
}

// What is asked for, as if it had been executed.
Mcr::Executed Mcr::as_executed(const std::vector<Step>& steps) const {
  Executed asked;
  for (const Step& step : steps) {
    Value label = 0;
    for (const Outcome& each : behaviour_[step.node].outcomes)
      if (step.found && each.value == *step.found) label = each.label;
    asked.push_back({step.node, label});
  }
  std::sort(asked.begin(), asked.end(), [](const Happened& a, const Happened& b) { return a.node < b.node; });
  return asked;
}

// Something else happens until the wish comes true: another operation, or one with another value.
void Mcr::differ_from(const Executed& executed, Question& question) {
  CausalModel& model = question.model;
  z3::expr_vector others(question.context);
  for (NodeId node : model.nodes()) {
    const Happened* happened = find(executed, node);
    if (happened == nullptr)
      others.push_back(model.occurs(node) && model.order(node) <= question.end);
    else if (behaviour_[node].is_valued())
      others.push_back(model.occurs(node) && model.order(node) <= question.end &&
                       model.finds_one(node, [value = found_by(*happened)](const Outcome& each) {
                         return each.value != value;
                       }));
  }
  model.solver().add(z3::implies(question.is_new, z3::mk_or(others)));
}

void Mcr::differ_from_all(Question& question) {
  for (; question.executed < executed_.size(); ++question.executed)
    differ_from(executed_[question.executed], question);
}

std::optional<Guide> Mcr::ask(Question& question, const Watch& watch) {
  if (question.known_values)
    differ_from_all(question);
  else
    std::erase_if(question.wishes, [&](const Wish& wish) {
      const Node& node = behaviour_[wish.node];
      return node.has_yielded(wish.value) || contains(node.asked, wish.value);
    });
  if (question.wishes.empty() || watch()) return std::nullopt;
  z3::solver& solver = question.model.solver();
  z3::expr_vector any(question.context);
  for (const Wish& wish : question.wishes) any.push_back(wish.literal);
  solver.push();
  solver.add(z3::mk_or(any));
  if (question.known_values) solver.add(question.is_new);
  const Wish* granted = nullptr;
  std::vector<Step> steps;
  if (is_satisfiable(question.model, watch)) {
    const z3::model answer = solver.get_model();
    granted = &*std::find_if(question.wishes.begin(), question.wishes.end(),
                             [&](const Wish& wish) { return answer.eval(wish.literal, true).is_true(); });
    steps = question.model.sequence(answer, granted->node);
  }
  solver.pop();
  if (granted == nullptr) return std::nullopt;
  asked_an_object_ = behaviour_[granted->node].role == Role::kObject;
  if (question.known_values)
    differ_from(as_executed(steps), question);
  else
    behaviour_[granted->node].asked.push_back(granted->value);
  return guide_along(steps);
}

std::optional<Guide> Mcr::ask_about_everything(const Watch& watch) {
  std::size_t outcomes = 0;
  for (NodeId id = 0; id < behaviour_.size(); ++id) outcomes += behaviour_[id].outcomes.size();
  if (everything_ == nullptr || outcomes != outcomes_in_everything_) {
    std::vector<NodeId> all(behaviour_.size());
    std::iota(all.begin(), all.end(), NodeId{0});
    if (all.size() > kMostNodes || manageable(behaviour_, all).size() != all.size()) {
      gave_up_ = is_exhausted_ = true;
      return std::nullopt;
    }
    everything_ = question_about(all, false);
    outcomes_in_everything_ = outcomes;
  }
  if (std::optional<Guide> guide = ask(*everything_, watch)) return guide;
  if (watch()) return std::nullopt;
  keep_to_known_values(*everything_);
  asked_an_object_ = false;
  if (std::optional<Guide> guide = ask_for_combination(watch)) return guide;
  if (watch()) return std::nullopt;
  if (std::optional<Guide> guide = ask_for_deadlock(watch)) return guide;
  is_exhausted_ = !watch();
  return std::nullopt;
}

void Mcr::keep_to_known_values(Question& question) {
  if (question.keeps_to_known_values) return;
  question.keeps_to_known_values = true;
  CausalModel& model = question.model;
  for (NodeId node : model.nodes()) {
    if (behaviour_[node].is_valued())
      model.solver().add(z3::implies(model.occurs(node), model.finds_one(node, passes)));
  }
}

// Operations that no execution has had together.
std::optional<Guide> Mcr::ask_for_combination(const Watch& watch) {
  Question& question = *everything_;
  z3::solver& solver = question.model.solver();
  differ_from_all(question);
  solver.push();
  solver.add(question.is_new);
  for (NodeId node : question.model.nodes()) solver.add(question.model.order(node) <= question.end);
  std::optional<Guide> guide;
  std::vector<Step> steps;
  if (is_satisfiable(question.model, watch)) {
    steps = question.model.sequence(solver.get_model());
    guide = guide_along(steps);
  }
  solver.pop();
  if (guide) differ_from(as_executed(steps), question);
  return guide;
}

// An end at which each unfinished thread waits for a mutex that another thread holds, or for such a thread.
std::optional<Guide> Mcr::ask_for_deadlock(const Watch& watch) {
  CausalModel& model = everything_->model;
  z3::context& context = everything_->context;
  z3::solver& solver = model.solver();
  solver.push();
  z3::expr_vector cycle(context);
  std::vector<std::pair<NodeId, z3::expr>> waiting;
  for (NodeId id : model.nodes()) {
    const Node& node = behaviour_[id];
    const z3::expr is_next = model.is_next(id);
    const bool waits_for_mutex = node.role == Role::kAcquire;
    if (waits_for_mutex || node.role == Role::kJoin) {
      const z3::expr waits = context.bool_const(("b" + std::to_string(id)).c_str());
      solver.add(z3::implies(is_next, waits));
      solver.add(z3::implies(waits, is_next && model.is_blocked_at_end(id)));
      waiting.emplace_back(id, waits);
      if (waits_for_mutex) cycle.push_back(waits);
    } else if (!can_wait(node) && node.role != Role::kExit) {
      solver.add(!is_next);
    }
  }
  solver.add(z3::mk_or(cycle));
  for (const std::vector<NodeId>& asked : deadlocks_) {
    z3::expr_vector others(context);
    for (const auto& [id, waits] : waiting)
      if (std::find(asked.begin(), asked.end(), id) != asked.end()) others.push_back(!waits);
    solver.add(z3::mk_or(others));
  }
  std::optional<Guide> guide;
  if (is_satisfiable(model, watch)) {
    const z3::model answer = solver.get_model();
    guide = guide_along(model.sequence(answer));
    std::vector<NodeId> stuck;
    for (const auto& [id, waits] : waiting)
      if (answer.eval(waits, true).is_true()) stuck.push_back(id);
    deadlocks_.push_back(std::move(stuck));
  }
  solver.pop();
  return guide;
}

}  // namespace heddle::causality
