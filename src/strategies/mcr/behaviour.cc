#include "strategies/mcr/behaviour.h"

#include <algorithm>

#include "analysis/condition_waits.h"
#include "analysis/thread_name_hashes.h"
#include "event/hash.h"

namespace heddle::causality {

namespace {

constexpr std::uint64_t kUnknownSize = 255;  // "255 or more" (event/operation.h)

bool fails_at_once(FailureKind kind) {
  return kind != FailureKind::kNone && kind != FailureKind::kDeadlock && kind != FailureKind::kLivelock &&
         kind != FailureKind::kExitStatus;
}

}  // namespace

bool can_wait(const Node& node) {
  return is_one_of(node.kind, kinds::kUnbounded);
}

bool may_write(const Node& node) {
  return node.role == Role::kObject || (node.role == Role::kAccess && writes(node.kind));
}

const Outcome* Node::outcome(Value label) const {
  for (const Outcome& each : outcomes)
    if (each.label == label) return &each;
  return nullptr;
}

bool Node::has_yielded(Value value) const {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [value](const Outcome& each) { return each.value == value; });
}

bool Node::fails_with(Value value) const {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [value](const Outcome& each) { return each.value == value && each.fails; });
}

bool Node::can_fail() const {
  return std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& each) { return each.fails; });
}

void Behaviour::forget() {
  nodes_.clear();
  root_ = kNoNode;
  initial_.clear();
  is_consistent_ = true;
}

Value Behaviour::initial(std::uint32_t variable) const {
  const auto found = initial_.find(variable);
  return found == initial_.end() ? 0 : found->second;
}

NodeId Behaviour::append(Node node) {
  const auto id = static_cast<NodeId>(nodes_.size());
  if (node.parent == kNoNode) {
    node.jump = id;
  } else {
    const Node& parent = nodes_[node.parent];
    const Node& jump = nodes_[parent.jump];
    node.depth = parent.depth + 1;
    // Two jumps of the same length become one of twice that length.
    const bool joins = parent.depth - jump.depth == jump.depth - nodes_[jump.jump].depth;
    node.jump = joins ? jump.jump : node.parent;
  }
  nodes_.push_back(std::move(node));
  return id;
}

NodeId Behaviour::ancestor(NodeId node, std::uint32_t depth) const {
  while (nodes_[node].depth > depth) {
    const NodeId jump = nodes_[node].jump;
    node = nodes_[jump].depth >= depth ? jump : nodes_[node].parent;
  }
  return node;
}

bool Behaviour::precedes(NodeId a, NodeId b) const {
  return nodes_[a].depth <= nodes_[b].depth && ancestor(b, nodes_[a].depth) == a;
}

bool Behaviour::is_end_of(NodeId node, NodeId creation) const {
  if (nodes_[node].role != Role::kEnd || creation == kNoNode || !precedes(creation, node)) return false;
  const NodeId first = nodes_[creation].spawned;
  return first != kNoNode && nodes_[first].thread == nodes_[node].thread;
}

bool Behaviour::excludes(NodeId a, NodeId b) const {
  const std::uint32_t depth = std::min(nodes_[a].depth, nodes_[b].depth);
  a = ancestor(a, depth);
  b = ancestor(b, depth);
  if (a == b) return false;
  while (nodes_[a].parent != nodes_[b].parent) {
    const bool jumps = nodes_[a].jump != nodes_[b].jump;
    a = jumps ? nodes_[a].jump : nodes_[a].parent;
    b = jumps ? nodes_[b].jump : nodes_[b].parent;
  }
  return !nodes_[a].is_start && !nodes_[b].is_start;
}

// The thread's next operation: one that is known, or a new one.
NodeId Behaviour::step(const Cursor& cursor, Node like) {
  NodeId* place = &root_;
  if (cursor.node != kNoNode) {
    for (Outcome& each : nodes_[cursor.node].outcomes)
      if (each.label == cursor.label) place = &each.next;
    like.parent = cursor.node;
    like.parent_label = cursor.label;
  } else if (cursor.creation != kNoNode) {
    place = &nodes_[cursor.creation].spawned;
    like.parent = cursor.creation;
    like.is_start = true;
  }
  if (*place != kNoNode) {
    const Node& known = nodes_[*place];
    if (known.kind == like.kind && known.site == like.site && known.role == like.role &&
        known.variable == like.variable)
      return *place;
    is_consistent_ = false;
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  *place = id;
  return append(std::move(like));
}

void Behaviour::yield(NodeId node, const Outcome& outcome) {
  for (const Outcome& each : nodes_[node].outcomes) {
    if (each.label != outcome.label) continue;
    if (each.written != outcome.written || each.writes != outcome.writes) is_consistent_ = false;
    return;
  }
  nodes_[node].outcomes.push_back(outcome);
}

bool Behaviour::note_variables(const Trace& trace) {
  const std::uint64_t changes = variables_.changes();
  bool knew_locks = true;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    const AccessValue& value = trace.values[i];
    if (is_access(event.kind)) {
      const bool whole = event.size != kUnknownSize;
      variables_.note(value.object, value.offset, whole ? std::max<std::uint64_t>(event.size, 1) : 1u << 30,
                      whole);
    } else if (facts_of(event.kind).object == OperationObject::kWord) {
      variables_.note(value.object, value.offset, sizeof(std::uint32_t), false);
    } else if (is_shared_acquisition(event.kind)) {
      knew_locks = !shared_locks_.insert(variables_.object(value.object, value.offset)).second && knew_locks;
    }
  }
  return nodes_.empty() || (knew_locks && variables_.changes() == changes);
}

// Walks through an execution.
class Behaviour::Insertion {
 public:
  Insertion(Behaviour& behaviour, const Trace& trace, std::vector<Happened>& happened)
      : behaviour_(behaviour), trace_(trace), happened_(happened), waits_(trace.events) {}

  void run() {
    cursor(kMainThread).name = names_.of(kMainThread);
    for (std::size_t i = 0; i < trace_.events.size(); ++i) add(i);
    if (trace_.end != End::kFailed || !fails_at_once(trace_.failure)) return;
    if (trace_.failed_thread >= cursors_.size() || cursors_[trace_.failed_thread].node == kNoNode) return;
    const Cursor& failed = cursors_[trace_.failed_thread];
    for (Outcome& each : behaviour_[failed.node].outcomes)
      if (each.label == failed.label) each.fails = true;
  }

 private:
  Cursor& cursor(ThreadId thread) {
    if (thread >= cursors_.size()) cursors_.resize(thread + 1u);
    return cursors_[thread];
  }

  void add(std::size_t place) {
    const Event& event = trace_.events[place];
    const bool creates = event.kind == OperationKind::kThreadCreate && event.detail < kNoThread;
    in_set_up_ = in_set_up_ && !creates;
    Node like;
    like.kind = event.kind;
    like.site = event.site;
    like.in_set_up = in_set_up_;
    like.thread = names_.of(event.thread);
    assign_role(event, trace_.values[place], like);
    Outcome outcome = outcome_of(event, trace_.values[place], like);
    const NodeId node = behaviour_.step(cursor(event.thread), std::move(like));
    if (behaviour_[node].role == Role::kJoin)
      behaviour_[node].joined = cursor(static_cast<ThreadId>(event.detail)).creation;
    if (behaviour_[node].role == Role::kObject) {
      outcome.writes = true;
      outcome.written = combine(combine(outcome.value, node), 1);
      if (!in_set_up_) histories_[behaviour_[node].variable] = outcome.written;
    }
    behaviour_.yield(node, outcome);
    cursor(event.thread).node = node;
    cursor(event.thread).label = outcome.label;
    happened_.push_back({node, outcome.label});
    take_and_give_up(place, node, outcome);
    if (!creates) return;
    names_.look_for_creation(event);
    Cursor& created = cursor(static_cast<ThreadId>(event.detail));
    created.name = names_.of(static_cast<ThreadId>(event.detail));
    created.creation = node;
  }

  void assign_role(const Event& event, const AccessValue& value, Node& node) {
    Variables& variables = behaviour_.variables_;
    const auto on_object = [&](Role role) {
      node.role = role;
      node.variable = variables.object(value.object, value.offset);
    };
    const OperationFacts& facts = facts_of(event.kind);
    if (facts.waits == OperationWaits::kBegins)
      waits_for_word_[event.thread] = facts.object == OperationObject::kWord;
    switch (facts.object) {
      case OperationObject::kNothing:
      case OperationObject::kAnyObject:
        return;
      case OperationObject::kThread:
        if (facts.act == OperationAct::kJoin && event.detail < cursors_.size()) node.role = Role::kJoin;
        return;
      case OperationObject::kProcess:
        node.role = Role::kExit;
        return;
      case OperationObject::kMemory:
      case OperationObject::kVariable:
      case OperationObject::kWord: {
        const Variables::Found found = variables.find(value.object, value.offset);
        node.role = found.is_mixed ? Role::kObject : Role::kAccess;
        node.variable = found.variable;
        return;
      }
      case OperationObject::kAwaited:
        on_object(Role::kObject);
        if (waits_for_word_[event.thread])
          node.variable = variables.find(value.object, value.offset).variable;
        return;
      case OperationObject::kMutex:
        on_object(facts.act == OperationAct::kUnlock        ? Role::kRelease
                  : facts.waits == OperationWaits::kForever ? Role::kAcquire
                                                            : Role::kTry);
        if (behaviour_.shared_locks_.contains(node.variable)) node.role = Role::kObject;
        return;
      default:
        on_object(Role::kObject);  // what has no address belongs to the world
        return;
    }
  }

  Outcome outcome_of(const Event& event, const AccessValue& value, const Node& node) {
    Outcome outcome;
    switch (node.role) {
      case Role::kAccess:
        if (!in_set_up_) behaviour_.initial_.try_emplace(node.variable, value.before);
        outcome.writes = wrote(event);
        outcome.written = outcome.writes ? value.after : 0;
        if (node.is_valued()) outcome.label = outcome.value = value.before;
        return outcome;
      case Role::kObject:
        outcome.value = histories_[node.variable];
        outcome.label = combine(outcome.value, event.detail);
        return outcome;
      case Role::kTry:
        outcome.label = outcome.value = event.detail;
        return outcome;
      case Role::kJoin:
        outcome.label = outcome.value = end_of(static_cast<ThreadId>(event.detail));
        return outcome;
      default:
        return outcome;
    }
  }

  // The node that stands for the end of a thread that is joined.
  NodeId end_of(ThreadId thread) {
    Node like;
    like.role = Role::kEnd;
    like.thread = cursor(thread).name;
    const NodeId node = behaviour_.step(cursor(thread), std::move(like));
    cursor(thread).node = node;
    cursor(thread).label = 0;
    behaviour_.yield(node, {});
    happened_.push_back({node, 0});
    return node;
  }

  void take_and_give_up(std::size_t place, NodeId node, const Outcome& outcome) {
    Cursor& own = cursor(trace_.events[place].thread);
    const Role role = behaviour_[node].role;
    if (role == Role::kAcquire || (role == Role::kTry && outcome.value == 0)) own.held.push_back(node);
    const bool waits = behaviour_[node].kind == OperationKind::kWait;
    if ((role != Role::kRelease && !waits) || own.held.empty()) return;
    std::uint32_t mutex = behaviour_[node].variable;
    if (waits) {
      mutex = behaviour_[own.held.back()].variable;  // unless we know better
      if (const auto retaken = waits_.retaken(static_cast<std::uint32_t>(place))) {
        const AccessValue& taken = trace_.values[retaken->event];
        mutex = behaviour_.variables_.object(taken.object, taken.offset);
      }
    }
    for (std::size_t i = own.held.size(); i-- > 0;) {
      const NodeId acquisition = own.held[i];
      if (behaviour_[acquisition].variable != mutex) continue;
      own.held.erase(own.held.begin() + static_cast<std::ptrdiff_t>(i));
      if (behaviour_[node].acquisition == acquisition) return;
      behaviour_[node].acquisition = acquisition;
      behaviour_[acquisition].releases.push_back(node);
      return;
    }
  }

  Behaviour& behaviour_;
  const Trace& trace_;
  std::vector<Happened>& happened_;
  ConditionWaits waits_;
  ThreadNameHashes names_;
  std::vector<Cursor> cursors_;
  std::unordered_map<std::uint32_t, Value> histories_;  // by object
  std::unordered_map<ThreadId, bool> waits_for_word_;   // with a futex
  bool in_set_up_ = true;
};

bool Behaviour::add(const Trace& trace, std::vector<Happened>& happened) {
  happened.clear();
  if (!note_variables(trace)) return false;
  Insertion(*this, trace, happened).run();
  return true;
}

}  // namespace heddle::causality
