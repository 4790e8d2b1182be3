// What decides which execution graphs there are. The search asks nothing else about memory, so that it is the
// same for every model in which what comes before an event by program order and reads-from never is a circle.
#pragma once

#include <vector>

#include "strategies/complete/graph.h"

namespace heddle::complete {

class MemoryModel {
 public:
  virtual ~MemoryModel() = default;

  // Whether the graph is an execution, and if so an order of threads, one for each step, in which the program
  // does it. What is blocked has not happened, nor has a lock that could go on, but for `first`, which is
  // done as early as possible. `update`, the read of an update: whether the graph is an execution if it
  // writes, too.
  virtual bool arrange(const Graph& graph, EventId update, EventId first, std::vector<Thread>& turns) = 0;
  // The next step of a thread certainly sees none that is older than the last of so many writes.
  virtual std::size_t known_writes(const Graph& graph, const Step& next, Thread thread) const {
    return graph.known_writes(next.where, thread);
  }
  // What an update sees depends on its ordering, and that on whether it writes.
  virtual bool has_orderings() const { return false; }
};

// Sequential consistency (Lamport 1979): all steps are in one order, in which every read sees the last write.
class SequentialConsistency : public MemoryModel {
 public:
  bool arrange(const Graph& graph, EventId update, EventId first, std::vector<Thread>& turns) override;

 protected:
  using Node = std::uint32_t;  // a step

  // What comes before what in the order of all steps.
  virtual void connect(const Graph& graph, EventId update);

  Node node_of(const Event& event) const { return first_node_[event.thread] + event.step; }
  bool is_to_come(const Graph& graph, EventId id) const;
  void connect_exit(const Graph& graph, EventId exit);
  void comes_before(Node before, Node node);
  bool order_steps(const Graph& graph, EventId update, EventId first);
  const std::vector<Node>& order() const { return order_; }
  Node nodes() const { return static_cast<Node>(thread_of_.size()); }
  Thread thread_of(Node node) const { return thread_of_[node]; }
  Node first_node_of(Thread thread) const { return first_node_[thread]; }

 private:
  void number(const Graph& graph);
  bool append(Node node);

  struct Edge {
    Node before;
    std::uint32_t next;
  };
  struct Pending {
    Node node;
    std::uint32_t edge;
  };
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };

  EventId first_ = kNone;
  std::vector<Node> first_node_;  // by thread
  std::vector<Thread> thread_of_;
  std::vector<std::uint32_t> edges_of_;
  std::vector<Edge> edges_;
  std::vector<Mark> marks_;
  std::vector<Pending> stack_;
  std::vector<Node> order_;
  std::vector<EventId> next_write_;  // by event: the write behind it in its chain
};

}  // namespace heddle::complete
