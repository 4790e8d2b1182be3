#include "strategies/mcr/causal_model.h"

#include <algorithm>

namespace heddle::causality {

namespace {

// Pairs of a read and a write, or of an acquisition and a release.
constexpr std::uint64_t kMostPairs = 1'000'000;

}  // namespace

std::span<const NodeId> manageable(const Behaviour& behaviour, std::span<const NodeId> nodes) {
  struct Uses {
    std::uint64_t reads = 0, writes = 0;
  };
  std::unordered_map<std::uint32_t, Uses> uses;
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = behaviour[nodes[i]];
    if (node.in_set_up || node.variable == 0) continue;
    Uses& own = uses[node.variable];
    pairs -= own.reads * own.writes;
    if (node.is_valued() || node.role == Role::kAcquire) ++own.reads;
    if (may_write(node) || node.role == Role::kRelease) ++own.writes;
    pairs += own.reads * own.writes;
    if (pairs > kMostPairs) return nodes.first(i);
  }
  return nodes;
}

CausalModel::CausalModel(const Behaviour& behaviour, std::span<const NodeId> nodes)
    : behaviour_(behaviour), solver_([this](Literal literal) { tell(literal); }) {
  nodes_.reserve(nodes.size());
  for (const NodeId id : nodes)
    if (!behaviour_[id].in_set_up) nodes_.push_back(id);
  said_.resize(nodes_.size());
  is_after_exit_.resize(nodes_.size());
  bool may_exit = false;
  for (const NodeId id : nodes_) {
    const Node& node = behaviour_[id];
    const OrderSolver::Event event = solver_.add_event();
    occurs_.push_back(new_literal({What::kOccurs, id}));
    if (may_write(node)) writers_.push_back({node.variable, id});
    if (node.role == Role::kAcquire || node.role == Role::kTry) acquisitions_.push_back({node.variable, id});
    if (node.role == Role::kAcquire) waits_for_mutex_.push_back(id);
    may_exit = may_exit || node.role == Role::kExit;
    if (node.parent == kNoNode || !has(node.parent)) {
      roots_.push_back(id);
      continue;
    }
    const OrderSolver::Event parent = event_of(node.parent);
    solver_.order(parent, event);
    is_after_exit_[event] = is_after_exit_[parent] || behaviour_[node.parent].role == Role::kExit;
  }
  const auto by_variable = [](const Use& a, const Use& b) { return a.variable < b.variable; };
  std::stable_sort(writers_.begin(), writers_.end(), by_variable);
  std::stable_sort(acquisitions_.begin(), acquisitions_.end(), by_variable);
  if (!may_exit) return;
  exit_ = solver_.add_event();
  exits_ = new_literal({What::kExits});
}

std::size_t CausalModel::place_of(NodeId node) const {
  const auto place = std::lower_bound(nodes_.begin(), nodes_.end(), node);
  return place != nodes_.end() && *place == node ? static_cast<std::size_t>(place - nodes_.begin())
                                                 : nodes_.size();
}

Literal CausalModel::new_literal(const Meaning& meaning) {
  const Literal literal = solver_.proposition();
  meanings_.resize(literal.variable() + 1);
  meanings_.back() = meaning;
  return literal;
}

Literal CausalModel::said_of(What what, NodeId node, Value value) {
  std::vector<Said>& all = said_[event_of(node)];
  for (const Said& each : all)
    if (each.what == what && each.value == value) return each.literal;
  const Literal literal = new_literal({what, node, kNoNode, value});
  all.push_back({what, value, literal});
  return literal;
}

Literal CausalModel::said_of_both(What what, NodeId node, NodeId other) {
  // Of two nodes, one thing is said at most: one writes, or takes the mutex, and the other reads, or gives it
  // up.
  const Value both = static_cast<Value>(node) << 32 | other;
  const auto known = said_of_both_.find(both);
  if (known != said_of_both_.end()) return known->second;
  const Literal literal = new_literal({what, node, other});
  said_of_both_.emplace(both, literal);
  return literal;
}

Literal CausalModel::before(NodeId a, NodeId b) {
  if (behaviour_.precedes(a, b)) return solver_.truth();
  if (behaviour_.precedes(b, a)) return ~solver_.truth();
  return solver_.before(event_of(a), event_of(b));
}

std::span<const CausalModel::Use> CausalModel::uses_of(std::span<const Use> uses, std::uint32_t variable) {
  const auto [first, last] =
      std::equal_range(uses.begin(), uses.end(), Use{variable, 0},
                       [](const Use& a, const Use& b) { return a.variable < b.variable; });
  return {first, last};
}

bool CausalModel::may_hold(NodeId acquisition) const {
  const Node& node = behaviour_[acquisition];
  return node.role == Role::kAcquire || node.has_yielded(0);
}

// Who else may hold the mutex.
std::vector<NodeId> CausalModel::rivals(NodeId acquisition) const {
  const Node& own = behaviour_[acquisition];
  std::vector<NodeId> others;
  for (const Use& use : uses_of(acquisitions_, own.variable))
    if (behaviour_[use.node].thread != own.thread && may_hold(use.node)) others.push_back(use.node);
  return others;
}

// What its thread's last operation has to find for it.
std::optional<Value> CausalModel::value_leading_to(NodeId id) const {
  const Node& node = behaviour_[id];
  if (node.is_start || node.parent == kNoNode || !has(node.parent)) return std::nullopt;
  const Node& parent = behaviour_[node.parent];
  const Outcome* outcome = parent.is_valued() ? parent.outcome(node.parent_label) : nullptr;
  return outcome != nullptr ? std::optional(outcome->value) : std::nullopt;
}

void CausalModel::keep_to_known_values() {
  if (keeps_to_known_values_) return;
  keeps_to_known_values_ = true;
  for (const NodeId id : told_operations_) tell_of_values(occurs(id), id);
}

Literal CausalModel::deadlock() {
  if (deadlock_) return *deadlock_;
  deadlock_ = new_literal({What::kDeadlock});
  for (const NodeId id : told_operations_) tell_what_comes_next(occurs(id), id, false);
  return *deadlock_;
}

std::vector<NodeId> CausalModel::waiting() const {
  std::vector<NodeId> nodes;
  for (std::size_t place = 0; place < nodes_.size(); ++place)
    for (const Said& each : said_[place])
      if (each.what == What::kWaitsAtEnd && solver_.is_true(each.literal)) nodes.push_back(nodes_[place]);
  return nodes;
}

void CausalModel::exclude_deadlock(std::span<const NodeId> waiting) {
  Clause clause = {~deadlock()};
  for (const NodeId node : waiting) {
    if (!has(node)) return;
    clause.push_back(~said_of(What::kWaitsAtEnd, node));
  }
  solver_.add(clause);
}

std::vector<Value> CausalModel::possible_values(NodeId id) const {
  const Node& node = behaviour_[id];
  std::vector<Value> values;
  const auto add = [&values](Value value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  if (node.role == Role::kTry) return {0, 1};
  if (node.role == Role::kJoin) {
    for (const NodeId other : nodes_)
      if (behaviour_.is_end_of(other, node.joined) && !behaviour_.excludes(id, other)) add(other);
    return values;
  }
  add(behaviour_.initial(node.variable));
  for (const auto& [_, writer] : uses_of(writers_, node.variable)) {
    if (writer == id || behaviour_.precedes(id, writer) || behaviour_.excludes(id, writer)) continue;
    for (const Outcome& outcome : behaviour_[writer].outcomes)
      if (outcome.writes) add(outcome.written);
  }
  return values;
}

std::vector<Step> CausalModel::sequence() const {
  std::vector<std::size_t> places;
  for (const NodeId id : told_operations_)
    if (solver_.is_true(occurs(id))) places.push_back(event_of(id));
  std::sort(places.begin(), places.end(), [this](std::size_t a, std::size_t b) {
    return solver_.place(static_cast<OrderSolver::Event>(a)) <
           solver_.place(static_cast<OrderSolver::Event>(b));
  });
  std::vector<Step> steps;
  for (const std::size_t place : places) {
    steps.push_back({nodes_[place], {}});
    for (const Said& each : said_[place])
      if (each.what == What::kFinds && solver_.is_true(each.literal)) steps.back().found = each.value;
  }
  return steps;
}

}  // namespace heddle::causality
