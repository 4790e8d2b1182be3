// What follows from the literals of a causal model: each is told when a solution has the literal for the
// first time.
#include <algorithm>

#include "strategies/mcr/causal_model.h"

namespace heddle::causality {

void CausalModel::tell(Literal literal) {
  if (literal.variable() >= meanings_.size()) return;
  const Meaning meaning = meanings_[literal.variable()];
  switch (meaning.what) {
    case What::kNothing:
      return;
    case What::kOccurs:
      return tell_of_operation(literal, meaning.node);
    case What::kFinds:
      return tell_what_is_found(literal, meaning.node, meaning.value);
    case What::kFindsAnother: {
      solver_.add({~literal, occurs(meaning.node)});
      Clause clause = {~literal};
      for (const Outcome& each : behaviour_[meaning.node].outcomes)
        if (each.value != meaning.value) clause.push_back(finds(meaning.node, each.value));
      return solver_.add(clause);
    }
    case What::kWish:
      solver_.add({~literal, occurs(meaning.node)});
      return solver_.add({~literal, finds(meaning.node, meaning.value)});
    case What::kReadsFrom:
      return tell_source({meaning.other, meaning.node, literal});
    case What::kReadsValueFrom:
      solver_.add({~literal, said_of_both(What::kReadsFrom, meaning.node, meaning.other)});
      return solver_.add({~literal, finds(meaning.other, meaning.value)});
    case What::kReleases:
      solver_.add({~literal, occurs(meaning.node)});
      return solver_.add({~literal, before(meaning.node, meaning.other)});
    case What::kIsHeld:
      tell_that_it_holds(literal, meaning.other);
      solver_.add({~literal, before(meaning.other, meaning.node)});
      // Not at the same time either: that could be put in any order.
      for (const NodeId release : behaviour_[meaning.other].releases)
        if (has(release)) solver_.add({~literal, ~occurs(release), before(meaning.node, release)});
      return;
    case What::kIsHeldAtEnd:
      tell_that_it_holds(literal, meaning.node);
      for (const NodeId release : behaviour_[meaning.node].releases)
        if (has(release)) solver_.add({~literal, ~occurs(release)});
      return;
    case What::kWaitsAtEnd:
      return tell_that_it_waits(literal, meaning.node);
    case What::kExits:
      for (const NodeId root : roots_) tell_what_is_next(literal, root, true);
      return;
    case What::kDeadlock: {
      for (const NodeId root : roots_) tell_what_is_next(literal, root, false);
      Clause clause = {~literal};
      for (const NodeId each : waits_for_mutex_) clause.push_back(said_of(What::kWaitsAtEnd, each));
      return solver_.add(clause);
    }
  }
}

void CausalModel::tell_of_operation(Literal occurs, NodeId id) {
  told_operations_.push_back(id);
  const Node& node = behaviour_[id];
  if (node.parent != kNoNode && has(node.parent)) solver_.add({~occurs, this->occurs(node.parent)});
  if (const std::optional<Value> value = value_leading_to(id))
    solver_.add({~occurs, finds(node.parent, *value)});
  tell_of_values(occurs, id);
  if (may_write(node)) {
    Told& told = told_[node.variable];
    for (const Source& source : told.sources) keep_apart(occurs, source, id);
    told.writers.push_back(id);
  }
  if (node.role == Role::kAcquire || node.role == Role::kTry) tell_of_acquisition(occurs, id);
  if (node.role == Role::kExit) tell_of_exit(occurs, id);
  if (exits_) {
    tell_that_exit_is_last(occurs, id);
    tell_what_comes_next(occurs, id, true);
  }
  if (deadlock_) tell_what_comes_next(occurs, id, false);
}

void CausalModel::or_finds_known(NodeId node, bool passing, Clause& clause) {
  for (const Outcome& each : behaviour_[node].outcomes)
    if (!passing || !each.fails) clause.push_back(finds(node, each.value));
}

// Nothing comes after an operation with which the execution ends, unless that yields something else. One that
// waits for something happens only when it is there, as far as that is known.
void CausalModel::tell_of_values(Literal occurs, NodeId id) {
  const Node& node = behaviour_[id];
  const bool waits = node.role == Role::kJoin || node.role == Role::kObject;
  const bool must_pass = node.can_fail() || (keeps_to_known_values_ && node.is_valued());
  if (!must_pass && !waits) return;
  Clause clause = {~occurs};
  if (node.is_valued()) or_finds_known(id, must_pass, clause);
  if (!keeps_to_known_values_)
    for (const Said& each : said_[event_of(id)])
      if (each.what == What::kWish) clause.push_back(each.literal);
  solver_.add(clause);
}

void CausalModel::unless_it_holds(NodeId acquisition, Clause& clause) {
  clause.push_back(~occurs(acquisition));
  if (behaviour_[acquisition].role == Role::kTry) clause.push_back(~finds(acquisition, 0));
}

void CausalModel::tell_that_it_holds(Literal because, NodeId acquisition) {
  solver_.add({~because, occurs(acquisition)});
  if (behaviour_[acquisition].role == Role::kTry) solver_.add({~because, finds(acquisition, 0)});
}

void CausalModel::or_released_before(NodeId acquisition, NodeId node, Clause& clause) {
  for (const NodeId release : behaviour_[acquisition].releases)
    if (has(release) && !behaviour_.precedes(node, release) && !behaviour_.excludes(node, release))
      clause.push_back(said_of_both(What::kReleases, release, node));
}

// Of two critical sections, one is over before the other begins.
void CausalModel::tell_of_acquisition(Literal occurs, NodeId id) {
  const Node& node = behaviour_[id];
  if (node.role == Role::kTry) solver_.add({~occurs, finds(id, 0), finds(id, 1)});
  Told& told = told_[node.variable];
  for (const NodeId other : told.acquisitions) {
    if (behaviour_[other].thread == node.thread || behaviour_.excludes(id, other)) continue;
    if (!may_hold(id) || !may_hold(other)) continue;
    Clause clause;
    unless_it_holds(id, clause);
    unless_it_holds(other, clause);
    or_released_before(id, other, clause);
    or_released_before(other, id, clause);
    solver_.add(clause);
  }
  told.acquisitions.push_back(id);
}

void CausalModel::tell_of_exit(Literal occurs, NodeId id) {
  solver_.add({~occurs, *exits_});
  solver_.add({~occurs, solver_.before(exit_, event_of(id))});
  for (const NodeId other : told_exits_)
    if (!behaviour_.excludes(id, other)) solver_.add({~occurs, ~this->occurs(other)});
  told_exits_.push_back(id);
}

// The process ends when no other thread can continue. What an operation would do next is known only if it
// yields what it has yielded before.
void CausalModel::tell_that_exit_is_last(Literal occurs, NodeId id) {
  const Node& node = behaviour_[id];
  const OrderSolver::Event event = event_of(id);
  if (node.role == Role::kExit || is_after_exit_[event]) return;
  solver_.add({~occurs, ~*exits_, solver_.before(event, exit_)});
  if (!node.is_valued()) return;
  Clause clause = {~occurs, ~*exits_};
  or_finds_known(id, false, clause);
  solver_.add(clause);
}

void CausalModel::tell_what_comes_next(Literal occurs, NodeId id, bool if_exits) {
  const auto tell_next = [&](NodeId next) {
    if (next != kNoNode && has(next)) tell_what_is_next(occurs, next, if_exits);
  };
  for (const Outcome& outcome : behaviour_[id].outcomes) tell_next(outcome.next);
  tell_next(behaviour_[id].spawned);
}

// What its thread would do next, where the execution ends, can go on only if it is said to wait.
void CausalModel::tell_what_is_next(Literal condition, NodeId id, bool if_exits) {
  const Node& node = behaviour_[id];
  const bool has_to_wait = node.role == Role::kAcquire || node.role == Role::kJoin;
  if (if_exits ? is_after_exit_[event_of(id)] || can_wait(node)
               : !has_to_wait && (can_wait(node) || node.role == Role::kExit))
    return;
  Clause clause = {~condition, if_exits ? ~*exits_ : ~*deadlock_};
  if (const std::optional<Value> value = value_leading_to(id)) clause.push_back(~finds(node.parent, *value));
  clause.push_back(occurs(id));
  if (!if_exits && has_to_wait) clause.push_back(said_of(What::kWaitsAtEnd, id));
  solver_.add(clause);
}

void CausalModel::tell_that_it_waits(Literal waits, NodeId id) {
  const Node& node = behaviour_[id];
  solver_.add({~waits, ~occurs(id)});
  if (node.parent != kNoNode && has(node.parent)) solver_.add({~waits, occurs(node.parent)});
  if (const std::optional<Value> value = value_leading_to(id))
    solver_.add({~waits, finds(node.parent, *value)});
  if (node.role == Role::kJoin) {
    for (const NodeId other : nodes_)
      if (behaviour_.is_end_of(other, node.joined)) solver_.add({~waits, ~occurs(other)});
    return;
  }
  Clause clause = {~waits};
  for (const NodeId other : rivals(id)) clause.push_back(said_of(What::kIsHeldAtEnd, other));
  solver_.add(clause);
}

void CausalModel::tell_what_is_found(Literal finds, NodeId id, Value value) {
  switch (behaviour_[id].role) {
    case Role::kAccess:
    case Role::kObject:
      return tell_what_is_read(finds, id, value);
    case Role::kTry:
      return value == 0 ? tell_that_it_is_free(finds, id) : tell_that_it_is_held(finds, id);
    case Role::kJoin: {
      const auto end = static_cast<NodeId>(value);
      if (!has(end)) return solver_.add({~finds});
      solver_.add({~finds, occurs(end)});
      return solver_.add({~finds, before(end, id)});
    }
    default:
      return;
  }
}

// The last write before the read has left the value.
void CausalModel::tell_what_is_read(Literal finds, NodeId id, Value value) {
  const std::uint32_t variable = behaviour_[id].variable;
  const std::span<const Use> writers = uses_of(writers_, variable);
  NodeId last = kNoNode;  // of those that come before it anyway
  for (const Use& use : writers)
    if (use.node != id && behaviour_.precedes(use.node, id) &&
        (last == kNoNode || behaviour_.precedes(last, use.node)))
      last = use.node;
  Clause clause = {~finds};
  for (const auto& [_, writer] : writers) {
    if (behaviour_.precedes(id, writer) || behaviour_.excludes(id, writer)) continue;
    if (last != kNoNode && writer != last && behaviour_.precedes(writer, last)) continue;
    for (const Outcome& outcome : behaviour_[writer].outcomes) {
      if (!outcome.writes || outcome.written != value) continue;
      clause.push_back(behaviour_[writer].is_valued()
                           ? new_literal({What::kReadsValueFrom, id, writer, outcome.value})
                           : said_of_both(What::kReadsFrom, id, writer));
    }
  }
  if (last == kNoNode && value == behaviour_.initial(variable))
    clause.push_back(said_of_both(What::kReadsFrom, id, kNoNode));
  solver_.add(clause);
}

void CausalModel::tell_source(const Source& source) {
  if (source.writer != kNoNode) {
    solver_.add({~source.literal, occurs(source.writer)});
    solver_.add({~source.literal, before(source.writer, source.reader)});
  }
  Told& told = told_[behaviour_[source.reader].variable];
  for (const NodeId writer : told.writers) keep_apart(source.literal, source, writer);
  told.sources.push_back(source);
}

// No other write comes between.
void CausalModel::keep_apart(Literal because, const Source& source, NodeId writer) {
  const auto [from, reader, literal] = source;
  if (writer == reader || writer == from || behaviour_.precedes(reader, writer) ||
      behaviour_.excludes(reader, writer))
    return;
  const Literal other = because == literal ? occurs(writer) : literal;
  if (from == kNoNode) return solver_.add({~because, ~other, before(reader, writer)});
  if (behaviour_.precedes(writer, from) || behaviour_.excludes(from, writer)) return;
  solver_.add({~because, ~other, before(reader, writer), before(writer, from)});
}

// A try-lock succeeds when no thread holds the mutex. That mutual exclusion leaves open, for attempts whose
// success was never seen.
void CausalModel::tell_that_it_is_free(Literal finds, NodeId attempt) {
  for (const NodeId other : rivals(attempt)) {
    Clause clause = {~finds};
    unless_it_holds(other, clause);
    clause.push_back(before(attempt, other));
    or_released_before(other, attempt, clause);
    solver_.add(clause);
  }
}

void CausalModel::tell_that_it_is_held(Literal finds, NodeId attempt) {
  Clause clause = {~finds};
  for (const NodeId other : rivals(attempt)) clause.push_back(said_of_both(What::kIsHeld, attempt, other));
  solver_.add(clause);
}

}  // namespace heddle::causality
