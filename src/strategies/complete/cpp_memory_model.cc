#include "strategies/complete/cpp_memory_model.h"

#include <algorithm>

namespace heddle::complete {

namespace {

constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

bool is_plain(const Event& event) {
  return event.ordering == Ordering::kVolatile;
}

void join(std::vector<std::uint32_t>& view, const std::vector<std::uint32_t>& other) {
  for (std::size_t i = 0; i < other.size(); ++i) view[i] = std::max(view[i], other[i]);
}

// Of nobody yet.
void join_or_begin(std::vector<std::uint32_t>& view, const std::vector<std::uint32_t>& other) {
  if (view.empty())
    view = other;
  else
    join(view, other);
}

}  // namespace

void CppMemoryModel::note_places(const Graph& graph) {
  is_object_.assign(graph.places(), 0);
  has_plain_.assign(graph.places(), 0);
  rank_.assign(graph.size(), 0);
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph[id];
    if (event.where == kNowhere) continue;
    if (is_of_object(event.act))
      is_object_[event.where] = 1;
    else if (is_plain(event))
      has_plain_[event.where] = 1;
  }
  for (Place where = 0; where < graph.places(); ++where) {
    Rank rank = 0;
    for (const EventId write : graph.chain(where)) rank_[write] = rank += 2;
  }
}

// All operations of an object are in one order.
void CppMemoryModel::connect_object(const Graph& graph, Place where) {
  const std::vector<EventId>& writes = graph.chain(where);
  for (std::size_t i = 1; i < writes.size(); ++i)
    comes_before(node_of(graph[writes[i - 1]]), node_of(graph[writes[i]]));
}

// Memory holds the write that has been executed and is the newest; what is not atomic reads that. With such a
// write the history of an atomic variable begins anew.
void CppMemoryModel::connect_plain(const Graph& graph, Place where) {
  const std::vector<EventId>& writes = graph.chain(where);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (!is_plain(graph[writes[i]])) continue;
    for (std::size_t k = 0; k < writes.size(); ++k) {
      if (k < i) comes_before(node_of(graph[writes[k]]), node_of(graph[writes[i]]));
      if (k > i) comes_before(node_of(graph[writes[i]]), node_of(graph[writes[k]]));
    }
  }
}

void CppMemoryModel::connect(const Graph& graph, EventId update) {
  note_places(graph);
  for (Place where = 0; where < graph.places(); ++where) {
    if (is_object_[where] != 0) connect_object(graph, where);
    if (has_plain_[where] != 0) connect_plain(graph, where);
  }
  is_silent_.assign(nodes(), 0);
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph[id];
    if (is_to_come(graph, id)) continue;
    const Node node = node_of(event);
    is_silent_[node] |= happens_by_itself(event.act, event.ordering) ? 1 : 0;
    if (event.step != 0) comes_before(node - 1, node);
    if (event.source != kNone && event.source != kInitial) comes_before(node_of(graph[event.source]), node);
    if (event.act == Act::kExit) connect_exit(graph, id);
    if (event.part != Part::kRead || (is_object_[event.where] == 0 && has_plain_[event.where] == 0)) continue;
    const std::vector<EventId>& writes = graph.chain(event.where);
    const std::size_t next = graph.behind_source(id);
    for (std::size_t i = next; i < writes.size(); ++i)
      if (is_object_[event.where] != 0 || is_plain(event) || is_plain(graph[writes[i]]))
        comes_before(node, node_of(graph[writes[i]]));
    const bool is_beside = update != kNone && id != update && event.where == graph[update].where;
    if (is_beside && is_plain(event) && next <= graph.behind_source(update))
      comes_before(node, node_of(graph[update]));
  }
}

bool CppMemoryModel::arrange(const Graph& graph, EventId update, EventId first, std::vector<Thread>& turns) {
  if (!order_steps(graph, update, first) || !is_consistent(graph, update)) return false;
  turns.clear();
  for (const Node node : order())
    if (is_silent_[node] == 0) turns.push_back(thread_of(node));
  return true;
}

// It sees nothing older than what it has seen itself. The rest the axioms say.
std::size_t CppMemoryModel::known_writes(const Graph& graph, const Step& next, Thread thread) const {
  if (is_of_object(next.act)) return graph.known_writes(next.where, thread);
  const std::vector<EventId>& own = graph.of_thread(thread);
  const std::vector<EventId>& writes = graph.chain(next.where);
  for (std::size_t i = own.size(); i-- > 0;) {
    const Event& event = graph[own[i]];
    if (event.where != next.where || event.blocked) continue;
    if (event.part == Part::kRead) return graph.behind_source(own[i]);
    return static_cast<std::size_t>(std::find(writes.begin(), writes.end(), own[i]) - writes.begin()) + 1;
  }
  return 0;
}

void CppMemoryModel::note_accesses(const Graph& graph, EventId update) {
  accesses_.assign(nodes(), {});
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph[id];
    if (is_to_come(graph, id)) continue;
    Access& access = accesses_[node_of(event)];
    if (event.act == Act::kFence) {
      access.is_fence = true;
      access.ordering = event.ordering;
    }
    if (event.where == kNowhere || is_of_object(event.act)) continue;
    access.where = event.where;
    access.ordering = event.ordering;
    if (event.part == Part::kRead) {
      access.reads = true;
      access.read = event.source == kInitial ? 0 : rank_[event.source];
    } else {
      access.writes = true;
      access.wrote = rank_[id];
    }
    if (id == update) {
      access.writes = true;
      access.wrote = access.read + 1;
    }
  }
}

bool CppMemoryModel::is_consistent(const Graph& graph, EventId update) {
  note_accesses(graph, update);
  if (!is_atomic(graph, update)) return false;
  work_out_views(graph);
  return is_coherent() && is_sequential();
}

// Nothing comes between an update and what it reads.
bool CppMemoryModel::is_atomic(const Graph& graph, EventId update) const {
  const Access* const coming = update == kNone ? nullptr : &accesses_[node_of(graph[update])];
  return std::all_of(accesses_.begin(), accesses_.end(), [&](const Access& each) {
    if (!each.reads || !each.writes || &each == coming) return true;
    const bool is_between = coming != nullptr && coming->where == each.where && coming->read == each.read;
    return each.wrote == each.read + 2 && !is_between;
  });
}

void CppMemoryModel::learn(const Graph& graph, EventId event, View& now) const {
  if (event != kNone && event != kInitial) join(now, views_[node_of(graph[event])]);
}

// What the operations of an object hand over.
void CppMemoryModel::use_object(const Graph& graph, EventId write, View& now) {
  const Event& event = graph[write];
  Object& object = objects_[event.where];
  const EventId read = graph.of_thread(event.thread)[event.index - 1];
  switch (event.act) {
    case Act::kLock:
    case Act::kTryLock:
      join(now, object.released);
      join(now, object.gathered);
      break;
    case Act::kLockShared:
    case Act::kTryLockShared:
    case Act::kTake:
    case Act::kTryTake:
      join(now, object.released);
      break;
    case Act::kUnlock: {
      const StateId before = graph.state_at(event.where, graph[read].source);
      const bool is_shared = graph.states()[before].owner != event.thread;
      join_or_begin(is_shared ? object.gathered : object.released, now);
      break;
    }
    case Act::kPost:
      join_or_begin(object.released, now);
      break;
    case Act::kArrive:
      join_or_begin(object.gathered, now);
      if (!graph.effect(graph[read], graph[read].source).opens) break;
      join_or_begin(object.released, object.gathered);
      object.gathered.clear();
      join(now, object.released);
      handed_[write] = object.released;
      break;
    default:
      break;
  }
}

void CppMemoryModel::perform(const Graph& graph, EventId id, View& now) {
  const Event& event = graph[id];
  const Thread self = event.thread;
  switch (event.act) {
    case Act::kStart:
    case Act::kJoin:
      return learn(graph, event.source, now);
    case Act::kExit:
      for (Thread thread = 0; thread < graph.threads(); ++thread) {
        const Clock before = graph.clock(id);
        const std::uint32_t count = thread < before.size() && thread != self ? before[thread] : 0;
        if (count == 0) continue;
        const EventId last = graph.of_thread(thread)[count - 1];
        if (!is_to_come(graph, last)) learn(graph, last, now);
      }
      return;
    case Act::kWake:
      if (event.source != kNone && event.source != kInitial && graph[event.source].act == Act::kArrive)
        join(now, handed_[event.source]);
      return;
    case Act::kFence:
      if (acquires(event.ordering)) join(now, pending_[self]);
      if (releases(event.ordering)) fenced_[self] = now;
      return;
    default:
      break;
  }
  if (is_of_object(event.act)) {
    if (event.part == Part::kWrite) use_object(graph, id, now);
    return;
  }
  if (event.part == Part::kRead && event.source != kInitial) {
    join_or_begin(pending_[self], handed_[event.source]);
    if (acquires(event.ordering)) join(now, handed_[event.source]);
  }
  if (event.part != Part::kWrite) return;
  View& handed = handed_[id];
  handed = releases(event.ordering) ? now : fenced_[self];
  if (event.act != Act::kUpdate) return;
  const EventId source = graph[graph.of_thread(self)[event.index - 1]].source;
  if (source != kInitial) join_or_begin(handed, handed_[source]);
}

// Happens-before, step by step in an order that respects sb and rf.
void CppMemoryModel::work_out_views(const Graph& graph) {
  const std::size_t threads = graph.threads();
  views_.assign(nodes(), {});
  handed_.assign(graph.size(), {});
  pending_.assign(threads, {});
  fenced_.assign(threads, {});
  objects_.assign(graph.places(), {});
  std::vector<std::uint32_t> next(threads);  // of its events
  View now;
  for (const Node node : order()) {
    const Thread thread = thread_of(node);
    const std::uint32_t step = step_of(node);
    if (step == 0)
      now.assign(threads, 0);
    else
      now = views_[node - 1];
    now[thread] = step + 1;
    const std::vector<EventId>& own = graph.of_thread(thread);
    for (std::uint32_t& i = next[thread]; i < own.size() && graph[own[i]].step == step; ++i)
      perform(graph, own[i], now);
    views_[node] = now;
  }
}

// What happens before an access is no newer than what it sees, and older than what it writes. In each thread
// the last access to the place knows best.
bool CppMemoryModel::is_coherent() const {
  std::vector<std::vector<Node>> of_place(is_object_.size());
  for (Node node = 0; node < nodes(); ++node)
    if (accesses_[node].is_access()) of_place[accesses_[node].where].push_back(node);
  for (const std::vector<Node>& alike : of_place)
    for (const Node b : alike)
      for (const Node a : alike) {
        if (!happens_before(a, b)) continue;
        const Rank last = accesses_[a].last();
        if (accesses_[b].reads ? accesses_[b].read < last : accesses_[b].wrote <= last) return false;
      }
  return true;
}

// rf, mo or rb, or one behind the other.
bool CppMemoryModel::extends_coherence(Node a, Node b) const {
  const Access &first = accesses_[a], &second = accesses_[b];
  if (a == b || !first.is_access() || first.where != second.where) return false;
  if (first.writes && second.writes && first.wrote < second.wrote) return true;
  if (first.reads && second.writes && first.read < second.wrote) return true;
  if (first.writes && second.reads && first.wrote <= second.read) return true;
  return first.reads && second.reads && first.read < second.read;
}

CppMemoryModel::Node CppMemoryModel::first_of_other_place(Node node) const {
  for (Node other = node + 1; other < nodes() && thread_of(other) == thread_of(node); ++other)
    if (is_of_other_place(node, other)) return other;
  return kNoNode;
}

CppMemoryModel::Node CppMemoryModel::last_of_other_place(Node node) const {
  for (Node other = node; other-- > first_node_of(thread_of(node));)
    if (is_of_other_place(node, other)) return other;
  return kNoNode;
}

bool CppMemoryModel::comes_before_in_scb(Node a, Node b) const {
  if (a == b) return false;
  if (thread_of(a) == thread_of(b) && a < b) return true;
  const Access &first = accesses_[a], &second = accesses_[b];
  if (first.is_access() && first.where == second.where) {
    if (happens_before(a, b)) return true;
    if (first.writes && second.writes && first.wrote < second.wrote) return true;
    if (first.reads && second.writes && first.read < second.wrote) return true;
  }
  const Node behind = first_of_other_place(a), before = last_of_other_place(b);
  return behind != kNoNode && before != kNoNode && happens_before(behind, before);
}

// psc is acyclic: there is an order of all seq_cst operations.
bool CppMemoryModel::is_sequential() {
  std::vector<Node> sequential;
  for (Node node = 0; node < nodes(); ++node)
    if (accesses_[node].is_sequential()) sequential.push_back(node);
  if (sequential.size() < 2) return true;
  // By sequential operation: itself, and if it is a fence what happens behind it, or before it.
  const auto around = [&](Node node, bool behind) {
    std::vector<Node> nodes_around = {node};
    if (!accesses_[node].is_fence) return nodes_around;
    for (Node other = 0; other < nodes(); ++other)
      if (behind ? happens_before(node, other) : happens_before(other, node)) nodes_around.push_back(other);
    return nodes_around;
  };
  std::vector<std::vector<Node>> behind, before;
  for (const Node node : sequential) {
    behind.push_back(around(node, true));
    before.push_back(around(node, false));
  }
  const std::size_t count = sequential.size();
  const auto comes_before = [&](std::size_t a, std::size_t b) {
    const bool are_fences = accesses_[sequential[a]].is_fence && accesses_[sequential[b]].is_fence;
    if (are_fences && happens_before(sequential[a], sequential[b])) return true;
    for (const Node i : behind[a])
      for (const Node k : before[b]) {
        if (comes_before_in_scb(i, k)) return true;
        if (are_fences && i != sequential[a] && k != sequential[b] && extends_coherence(i, k)) return true;
      }
    return false;
  };
  std::vector<Bits> edges(count, Bits((count + 63) / 64));
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b)
      if (comes_before(a, b)) edges[a][b / 64] |= std::uint64_t{1} << b % 64;
  for (std::size_t via = 0; via < count; ++via)
    for (std::size_t a = 0; a < count; ++a)
      if ((edges[a][via / 64] >> via % 64 & 1) != 0)
        for (std::size_t word = 0; word < edges[a].size(); ++word) edges[a][word] |= edges[via][word];
  for (std::size_t a = 0; a < count; ++a)
    if ((edges[a][a / 64] >> a % 64 & 1) != 0) return false;
  return true;
}

}  // namespace heddle::complete
