// The C++ memory model without load buffering: RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing
// Sequential Consistency in C/C++11", PLDI 2017) with the release sequences of C++20. The names of relations
// are the paper's: sb, rf, mo, rb, hb, eco, scb, psc.
//
// sb and rf together are acyclic, so that the program can be run in an order in which each read comes behind
// the write that it sees. The operations of a synchronisation object are one chain, and hand over what
// analysis/happens_before.h says. Accesses that are not atomic see the newest write that has been executed:
// where that matters they race.
#pragma once

#include <cstdint>
#include <vector>

#include "strategies/complete/memory_model.h"

namespace heddle::complete {

class CppMemoryModel : public SequentialConsistency {
 public:
  bool arrange(const Graph& graph, EventId update, EventId first, std::vector<Thread>& turns) override;
  std::size_t known_writes(const Graph& graph, const Step& next, Thread thread) const override;
  bool has_orderings() const override { return true; }

 private:
  // How far each thread is known: so many of its steps.
  using View = std::vector<std::uint32_t>;
  // Where writes stand in modification order: those of a place are even, from 2 on, so that there is room for
  // the write of an update that may come.
  using Rank = std::uint32_t;
  // A step as the axioms see it. Of operations on objects they see nothing but what is handed over.
  struct Access {
    Place where = kNowhere;
    bool reads = false, writes = false;
    bool is_fence = false;
    Ordering ordering = Ordering::kRelaxed;
    Rank read = 0;   // the rank of the write that it sees
    Rank wrote = 0;  // of its own

    Rank last() const { return writes ? wrote : read; }
    bool is_access() const { return where != kNowhere; }
    bool is_sequential() const { return (is_access() || is_fence) && ordering == Ordering::kSequential; }
  };
  struct Object {
    View released, gathered;  // runtime/engine/handed_views.h
  };
  using Bits = std::vector<std::uint64_t>;

  void connect(const Graph& graph, EventId update) override;
  void connect_object(const Graph& graph, Place where);
  void connect_plain(const Graph& graph, Place where);
  void note_places(const Graph& graph);
  void note_accesses(const Graph& graph, EventId update);
  bool is_consistent(const Graph& graph, EventId update);
  void work_out_views(const Graph& graph);
  void perform(const Graph& graph, EventId id, View& now);
  void use_object(const Graph& graph, EventId write, View& now);
  void learn(const Graph& graph, EventId event, View& now) const;
  bool is_coherent() const;
  bool is_atomic(const Graph& graph, EventId update) const;
  bool is_sequential();

  std::uint32_t step_of(Node node) const { return node - first_node_of(thread_of(node)); }
  const View& view(Node node) const { return views_[node]; }
  bool happens_before(Node a, Node b) const { return a != b && views_[b][thread_of(a)] > step_of(a); }
  bool is_of_other_place(Node a, Node b) const {
    return !accesses_[a].is_access() || accesses_[a].where != accesses_[b].where;
  }
  bool extends_coherence(Node a, Node b) const;
  bool comes_before_in_scb(Node a, Node b) const;
  Node last_of_other_place(Node node) const;
  Node first_of_other_place(Node node) const;

  std::vector<Access> accesses_;                     // by node
  std::vector<View> views_;                          // by node: what happens before it, and itself
  std::vector<View> handed_;                         // by event: what comes with a write
  std::vector<View> pending_;                        // by thread: what came with the writes that it has seen
  std::vector<View> fenced_;                         // by thread: what it knew at its last release fence
  std::vector<Object> objects_;                      // by place
  std::vector<std::uint8_t> is_object_, has_plain_;  // by place
  std::vector<std::uint8_t> is_silent_;              // by node: nobody has to be chosen for it
  std::vector<Rank> rank_;                           // by event, of writes
};

}  // namespace heddle::complete
