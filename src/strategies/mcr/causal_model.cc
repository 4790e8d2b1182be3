#include "strategies/mcr/causal_model.h"

#include <algorithm>
#include <string>

namespace heddle::causality {

namespace {

bool may_write(const Node& node) {
  if (node.role == Role::kObject) return true;
  return node.role == Role::kAccess && writes(node.kind);
}

// Terms of a formula: some hundred bytes and a microsecond each.
constexpr std::uint64_t kMostTerms = 400'000;

}  // namespace

std::span<const NodeId> manageable(const Behaviour& behaviour, std::span<const NodeId> nodes) {
  struct Uses {
    std::uint64_t reads = 0, writes = 0;
    std::uint64_t terms() const { return reads * writes * writes; }
  };
  std::unordered_map<std::uint32_t, Uses> uses;
  std::uint64_t terms = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = behaviour[nodes[i]];
    if (node.in_set_up || node.variable == 0) continue;
    Uses& own = uses[node.variable];
    terms -= own.terms();
    if (node.is_valued() || node.role == Role::kAcquire) ++own.reads;
    if (may_write(node) || node.role == Role::kRelease) ++own.writes;
    terms += own.terms();
    if (terms > kMostTerms) return nodes.first(i);
  }
  return nodes;
}

CausalModel::CausalModel(z3::context& context, const Behaviour& behaviour, std::span<const NodeId> nodes)
    : context_(context), behaviour_(behaviour), solver_(context, "QF_IDL") {
  for (NodeId id : nodes) {
    const Node& node = behaviour_[id];
    if (node.in_set_up || index_.contains(id)) continue;
    const std::string name = std::to_string(id);
    index_.emplace(id, nodes_.size());
    nodes_.push_back(id);
    occurs_.push_back(context_.bool_const(("o" + name).c_str()));
    order_.push_back(context_.int_const(("t" + name).c_str()));
    if (may_write(node)) writers_[node.variable].push_back(id);
    if (node.role == Role::kAcquire || node.role == Role::kTry) acquisitions_[node.variable].push_back(id);
  }
  order_with_parents();
  exclude_mutually();
  exit_last();
}

z3::expr CausalModel::before(NodeId a, NodeId b) const {
  return order_[index_.at(a)] < order_[index_.at(b)];
}

void CausalModel::order_with_parents() {
  for (NodeId id : nodes_) {
    const Node& node = behaviour_[id];
    if (node.parent == kNoNode || !has(node.parent)) continue;
    solver_.add(z3::implies(occurs(id), occurs(node.parent) && before(node.parent, id)));
    const Node& parent = behaviour_[node.parent];
    if (node.is_start || !parent.is_valued()) continue;
    if (const Outcome* outcome = parent.outcome(node.parent_label))
      solver_.add(z3::implies(occurs(id), finds(node.parent, outcome->value)));
  }
}

bool CausalModel::may_hold(NodeId acquisition) const {
  const Node& node = behaviour_[acquisition];
  return node.role == Role::kAcquire || node.has_yielded(0);
}

// It happens and takes the mutex.
z3::expr CausalModel::holds(NodeId acquisition) {
  if (behaviour_[acquisition].role == Role::kAcquire) return occurs(acquisition);
  return occurs(acquisition) && finds(acquisition, 0);
}

z3::expr CausalModel::released_before(NodeId acquisition, NodeId node) {
  z3::expr_vector ways(context_);
  for (NodeId release : behaviour_[acquisition].releases)
    if (has(release)) ways.push_back(occurs(release) && before(release, node));
  return z3::mk_or(ways);
}

void CausalModel::exclude_mutually() {
  for (const auto& [mutex, all] : acquisitions_)
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (behaviour_[all[i]].role == Role::kTry)
        solver_.add(z3::implies(occurs(all[i]), finds(all[i], 0) || finds(all[i], 1)));
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        const NodeId a = all[i], b = all[j];
        if (behaviour_[a].thread == behaviour_[b].thread) continue;
        if (!may_hold(a) || !may_hold(b) || behaviour_.excludes(a, b)) continue;
        solver_.add(z3::implies(holds(a) && holds(b), released_before(a, b) || released_before(b, a)));
      }
    }
}

z3::expr CausalModel::is_next(NodeId id) {
  const Node& node = behaviour_[id];
  z3::expr result = !occurs(id);
  if (node.parent == kNoNode || !has(node.parent)) return result;
  const Node& parent = behaviour_[node.parent];
  result = result && occurs(node.parent);
  if (node.is_start || !parent.is_valued()) return result;
  if (const Outcome* outcome = parent.outcome(node.parent_label))
    result = result && finds(node.parent, outcome->value);
  return result;
}

// The process ends when no other thread can continue. What an operation would do next is known only if it
// yields what it has yielded before.
void CausalModel::exit_last() {
  for (NodeId exit : nodes_) {
    if (behaviour_[exit].role != Role::kExit) continue;
    for (NodeId other : nodes_) {
      if (behaviour_.precedes(exit, other) || behaviour_.excludes(exit, other)) continue;
      z3::expr over = !occurs(other) || before(other, exit);
      if (behaviour_[other].is_valued())
        over = over && (!occurs(other) || finds_one(other, [](const Outcome&) { return true; }));
      if (!can_wait(behaviour_[other])) over = over && !is_next(other);
      solver_.add(z3::implies(occurs(exit), over));
    }
  }
}

// Who else may hold the mutex.
std::vector<NodeId> CausalModel::rivals(NodeId acquisition) const {
  const Node& own = behaviour_[acquisition];
  std::vector<NodeId> others = acquisitions_.at(own.variable);
  std::erase_if(others,
                [&](NodeId other) { return behaviour_[other].thread == own.thread || !may_hold(other); });
  return others;
}

// A try-lock succeeds when no thread holds the mutex. That mutual exclusion leaves open, for attempts whose
// success was never seen.
z3::expr CausalModel::is_free_at(NodeId attempt) {
  z3::expr_vector all(context_);
  for (NodeId other : rivals(attempt))
    all.push_back(!holds(other) || before(attempt, other) || released_before(other, attempt));
  return z3::mk_and(all);
}

z3::expr CausalModel::is_held_at(NodeId attempt) {
  z3::expr_vector any(context_);
  for (NodeId other : rivals(attempt)) {
    z3::expr held = holds(other) && before(other, attempt);
    // Not at the same time either: that could be put in any order.
    for (NodeId release : behaviour_[other].releases)
      if (has(release)) held = held && (!occurs(release) || before(attempt, release));
    any.push_back(held);
  }
  return z3::mk_or(any);
}

// The last write before the read has left the value.
z3::expr CausalModel::read_of(NodeId node, Value value) {
  const std::uint32_t variable = behaviour_[node].variable;
  const std::vector<NodeId>& writers = writers_[variable];
  z3::expr_vector ways(context_);
  const auto nobody_between = [&](NodeId from) {
    z3::expr_vector all(context_);
    for (NodeId other : writers) {
      if (other == node || other == from || behaviour_.precedes(node, other) ||
          behaviour_.excludes(node, other))
        continue;
      if (from == kNoNode) {
        if (behaviour_.precedes(other, node)) return context_.bool_val(false);
        all.push_back(!occurs(other) || before(node, other));
        continue;
      }
      if (behaviour_.precedes(other, from) || behaviour_.excludes(from, other)) continue;
      const bool from_first = behaviour_.precedes(from, other);
      if (from_first && behaviour_.precedes(other, node)) return context_.bool_val(false);
      z3::expr apart = !occurs(other) || before(node, other);
      all.push_back(from_first ? apart : apart || before(other, from));
    }
    return z3::mk_and(all);
  };
  for (NodeId writer : writers) {
    if (writer == node || behaviour_.precedes(node, writer) || behaviour_.excludes(node, writer)) continue;
    for (const Outcome& outcome : behaviour_[writer].outcomes) {
      if (!outcome.writes || outcome.written != value) continue;
      z3::expr way = occurs(writer) && before(writer, node) && nobody_between(writer);
      if (behaviour_[writer].is_valued()) way = way && finds(writer, outcome.value);
      ways.push_back(way);
    }
  }
  if (value == behaviour_.initial(variable)) ways.push_back(nobody_between(kNoNode));
  return z3::mk_or(ways);
}

z3::expr CausalModel::finds(NodeId node, Value value) {
  for (const Finding& each : finds_[node])
    if (each.value == value) return each.literal;
  const std::string name = "f" + std::to_string(node) + "_" + std::to_string(finds_[node].size());
  const z3::expr literal = context_.bool_const(name.c_str());
  finds_[node].push_back({value, literal});
  z3::expr meaning = context_.bool_val(true);
  switch (behaviour_[node].role) {
    case Role::kAccess:
    case Role::kObject:
      meaning = read_of(node, value);
      break;
    case Role::kTry:
      meaning = value == 0 ? is_free_at(node) : is_held_at(node);
      break;
    case Role::kJoin: {
      const auto end = static_cast<NodeId>(value);
      meaning = has(end) ? occurs(end) && before(end, node) : context_.bool_val(false);
      break;
    }
    default:
      break;
  }
  solver_.add(z3::implies(literal, meaning));
  return literal;
}

std::vector<Value> CausalModel::possible_values(NodeId id) const {
  const Node& node = behaviour_[id];
  std::vector<Value> values;
  const auto add = [&values](Value value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  if (node.role == Role::kTry) return {0, 1};
  if (node.role == Role::kJoin) {
    for (NodeId other : nodes_) {
      if (behaviour_.is_end_of(other, node.joined) && !behaviour_.excludes(id, other)) add(other);
    }
    return values;
  }
  add(behaviour_.initial(node.variable));
  if (const auto writers = writers_.find(node.variable); writers != writers_.end())
    for (NodeId writer : writers->second) {
      if (writer == id || behaviour_.precedes(id, writer) || behaviour_.excludes(id, writer)) continue;
      for (const Outcome& outcome : behaviour_[writer].outcomes)
        if (outcome.writes) add(outcome.written);
    }
  return values;
}

z3::expr CausalModel::is_blocked_at_end(NodeId id) {
  const Node& node = behaviour_[id];
  z3::expr_vector ways(context_);
  if (node.role == Role::kAcquire) {
    for (NodeId other : rivals(id)) {
      z3::expr_vector all(context_);
      all.push_back(holds(other));
      for (NodeId release : behaviour_[other].releases)
        if (has(release)) all.push_back(!occurs(release));
      ways.push_back(z3::mk_and(all));
    }
  } else if (node.role == Role::kJoin) {
    z3::expr_vector all(context_);
    for (NodeId other : nodes_)
      if (behaviour_.is_end_of(other, node.joined)) all.push_back(!occurs(other));
    return z3::mk_and(all);
  }
  return z3::mk_or(ways);
}

std::vector<Step> CausalModel::sequence(const z3::model& model, NodeId last) const {
  std::vector<std::pair<std::int64_t, NodeId>> all;
  std::int64_t end = 0;
  if (last != kNoNode) end = model.eval(order_[index_.at(last)], true).get_numeral_int64();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!model.eval(occurs_[i], true).is_true()) continue;
    const std::int64_t at = model.eval(order_[i], true).get_numeral_int64();
    if (last == kNoNode || at <= end) all.emplace_back(at, nodes_[i]);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Step> steps;
  for (const auto& [at, node] : all) {
    steps.push_back({node, {}});
    if (const auto known = finds_.find(node); known != finds_.end())
      for (const Finding& each : known->second)
        if (model.eval(each.literal, true).is_true()) steps.back().found = each.value;
  }
  return steps;
}

}  // namespace heddle::causality
