// Events and which comes before which, without cycles, and an order of all of them that agrees. It grows edge
// by edge: Pearce and Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs", JEA 2006,
// which "Satisfiability Modulo Ordering Consistency Theory" (He, Sun, Fan, PLDI 2021) uses for the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::causality {

class OrderGraph {
 public:
  using Event = std::uint32_t;
  using Reason = std::uint32_t;  // why an edge is there: the caller's

  Event add_event();
  std::size_t size() const { return place_.size(); }

  // False: it would close a cycle, and was not added. `cycle` then has the reasons of the other edges.
  bool add_edge(Event from, Event to, Reason reason, std::vector<Reason>& cycle);
  // Takes back the edges that were added last.
  void shrink_to(std::size_t edges);
  std::size_t edges() const { return edges_.size(); }

  // Whether it comes first in the order that was found. No edge says the opposite.
  bool comes_first(Event a, Event b) const { return place_[a] < place_[b]; }
  std::uint32_t place(Event event) const { return place_[event]; }
  // Edges that were looked at so far: what it has cost.
  std::uint64_t work() const { return work_; }

 private:
  struct Edge {
    Event to;
    Reason reason;
  };
  struct Ends {
    Event from, to;
  };

  bool collect_after(Event from, Event to, std::vector<Reason>& cycle);
  void collect_before(Event to, std::uint32_t first);
  void reorder();

  std::vector<std::vector<Edge>> after_;
  std::vector<std::vector<Event>> before_;
  std::vector<std::uint32_t> place_;  // in the order
  std::vector<Ends> edges_;
  std::uint64_t work_ = 0;

  // While an edge is added.
  struct Visit {
    Event event;
    std::uint32_t came_from;  // place in `later_`
    Reason reason;
  };
  std::vector<Visit> later_;
  std::vector<Event> earlier_;
  std::vector<std::uint32_t> places_;
  std::vector<bool> is_seen_;
};

}  // namespace heddle::causality
