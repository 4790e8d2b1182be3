#include "strategies/complete/memory_model.h"

namespace heddle::complete {

namespace {

constexpr std::uint32_t kNoEdge = ~std::uint32_t{0};

}  // namespace

// What is blocked, and who was let go and has not gone on yet.
bool SequentialConsistency::is_to_come(const Graph& graph, EventId id) const {
  return id != first_ &&
         (graph[id].blocked || (id == graph.last_of(graph[id].thread) && graph.writes_too(id)));
}

void SequentialConsistency::number(const Graph& graph) {
  first_node_.clear();
  thread_of_.clear();
  for (std::size_t thread = 0; thread < graph.threads(); ++thread) {
    first_node_.push_back(static_cast<Node>(thread_of_.size()));
    const EventId last = graph.last_of(static_cast<Thread>(thread));
    if (last == kNone) continue;
    const std::size_t steps = graph[last].step + (is_to_come(graph, last) ? 0u : 1u);
    thread_of_.resize(thread_of_.size() + steps, static_cast<Thread>(thread));
  }
  edges_.clear();
  edges_of_.assign(thread_of_.size(), kNoEdge);
  marks_.assign(thread_of_.size(), Mark::kNew);
}

void SequentialConsistency::comes_before(Node before, Node node) {
  if (before == node) return;
  edges_.push_back({before, edges_of_[node]});
  edges_of_[node] = static_cast<std::uint32_t>(edges_.size() - 1);
}

// It comes behind everything that is before it.
void SequentialConsistency::connect_exit(const Graph& graph, EventId exit) {
  const Clock clock = graph.clock(exit);
  const auto threads = static_cast<Thread>(graph.threads());
  for (Thread thread = 0; thread < threads; ++thread) {
    std::uint32_t count = thread < clock.size() ? clock[thread] : 0;
    if (thread == graph[exit].thread || count == 0) continue;
    const EventId last = graph.of_thread(thread)[count - 1];
    if (!is_to_come(graph, last)) comes_before(node_of(graph[last]), node_of(graph[exit]));
  }
}

// A step comes behind its thread's last one and behind what it sees; a write behind the one before it in its
// chain, and behind those who see that.
void SequentialConsistency::connect(const Graph& graph, EventId update) {
  next_write_.assign(graph.size(), kNone);
  for (Place where = 0; where < graph.places(); ++where) {
    EventId before = kNone;
    for (const EventId write : graph.chain(where)) {
      if (before != kNone) {
        next_write_[before] = write;
        comes_before(node_of(graph[before]), node_of(graph[write]));
      }
      before = write;
    }
  }
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& event = graph[id];
    if (is_to_come(graph, id)) continue;
    const Node node = node_of(event);
    if (event.step != 0) comes_before(node - 1, node);
    if (event.source != kNone && event.source != kInitial) comes_before(node_of(graph[event.source]), node);
    if (event.act == Act::kExit) connect_exit(graph, id);
    if (event.part != Part::kRead) continue;
    EventId next = kNone;
    if (event.source != kInitial)
      next = next_write_[event.source];
    else if (!graph.chain(event.where).empty())
      next = graph.chain(event.where).front();
    if (next != kNone) comes_before(node, node_of(graph[next]));
    // If the update wrote, that would be the next write.
    if (update != kNone && id != update && event.where == graph[update].where &&
        event.source == graph[update].source)
      comes_before(node, node_of(graph[update]));
  }
}

// Behind all that comes before it. False: that is a circle.
bool SequentialConsistency::append(Node node) {
  if (marks_[node] == Mark::kDone) return true;
  marks_[node] = Mark::kOpen;
  stack_.push_back({node, edges_of_[node]});
  while (!stack_.empty()) {
    Pending& top = stack_.back();
    if (top.edge == kNoEdge) {
      marks_[top.node] = Mark::kDone;
      order_.push_back(top.node);
      stack_.pop_back();
      continue;
    }
    const Edge& edge = edges_[top.edge];
    top.edge = edge.next;
    if (marks_[edge.before] == Mark::kOpen) return false;
    if (marks_[edge.before] == Mark::kDone) continue;
    marks_[edge.before] = Mark::kOpen;
    stack_.push_back({edge.before, edges_of_[edge.before]});
  }
  return true;
}

bool SequentialConsistency::order_steps(const Graph& graph, EventId update, EventId first) {
  first_ = first;
  number(graph);
  connect(graph, update);
  order_.clear();
  stack_.clear();
  if (first != kNone && !append(node_of(graph[first]))) return false;
  for (Node node = 0; node < thread_of_.size(); ++node)
    if (!append(node)) return false;
  return true;
}

bool SequentialConsistency::arrange(const Graph& graph, EventId update, EventId first,
                                    std::vector<Thread>& turns) {
  if (!order_steps(graph, update, first)) return false;
  turns.clear();
  for (const Node node : order_) turns.push_back(thread_of_[node]);
  return true;
}

}  // namespace heddle::complete
