// The maximal causal model of operations that were seen, as clauses: which sets of them, in which orders, can
// be a part of an execution. Must-happen-before, mutual exclusion of locks, and validity of reads, as
// Huang's maximal causality reduction has them; over a tree of outcomes in place of a single trace.
//
// What follows from an operation, or from what it finds, becomes clauses when a solution has it for the first
// time: few of many operations happen together.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "strategies/mcr/behaviour.h"
#include "strategies/mcr/order_solver.h"

namespace heddle::causality {

// An operation that happens.
struct Step {
  NodeId node = kNoNode;
  std::optional<Value> found;  // where the model says so
};

// As many of the nodes, from the first on, as a model can deal with: it grows with the pairs of operations on
// the same variable.
std::span<const NodeId> manageable(const Behaviour& behaviour, std::span<const NodeId> nodes);

class CausalModel {
 public:
  // The nodes are in the order of their numbers. The set-up of the program is left out: it is always the
  // same.
  CausalModel(const Behaviour& behaviour, std::span<const NodeId> nodes);

  OrderSolver& solver() { return solver_; }
  bool has(NodeId node) const { return place_of(node) < nodes_.size(); }
  std::span<const NodeId> nodes() const { return nodes_; }
  // The first operation, and those of threads that were created in the set-up.
  std::span<const NodeId> roots() const { return roots_; }

  // The operation happens.
  Literal occurs(NodeId node) const { return occurs_[event_of(node)]; }
  // Implies that the operation, if it happens, finds that value.
  Literal finds(NodeId node, Value value) { return said_of(What::kFinds, node, value); }
  // Implies that it happens and finds a value that it has been seen to find, but not this one.
  Literal finds_another(NodeId node, Value value) { return said_of(What::kFindsAnother, node, value); }
  // Implies that it happens and finds that value, which it need not have been seen to find.
  Literal wish(NodeId node, Value value) { return said_of(What::kWish, node, value); }
  // Values that some operation of the model leaves for it.
  std::vector<Value> possible_values(NodeId node) const;

  // From now on, operations find only what they have been seen to find while the execution went on.
  void keep_to_known_values();

  // Implies that each unfinished thread waits for a mutex that another thread holds, or for such a thread.
  Literal deadlock();
  // Where they wait in the solution.
  std::vector<NodeId> waiting() const;
  // Not all of them wait there.
  void exclude_deadlock(std::span<const NodeId> waiting);

  // Of the solution: which operations happen, in their order.
  std::vector<Step> sequence() const;

 private:
  enum class What : std::uint8_t {
    kNothing,
    kOccurs,
    kFinds,
    kFindsAnother,
    kWish,
    kReadsFrom,       // the node finds what the other left; kNoNode: what was there after the set-up
    kReadsValueFrom,  // ... which had found that value
    kReleases,        // the node happens before the other
    kIsHeld,          // the mutex was taken by the other and is not free when the node happens
    kIsHeldAtEnd,     // the mutex that the node took
    kWaitsAtEnd,
    kExits,
    kDeadlock
  };
  struct Meaning {
    What what = What::kNothing;
    NodeId node = kNoNode;
    NodeId other = kNoNode;
    Value value = 0;
  };
  struct Said {
    What what;
    Value value;
    Literal literal;
  };
  struct Use {
    std::uint32_t variable;
    NodeId node;
  };
  struct Source {
    NodeId writer, reader;
    Literal literal;
  };
  // What happens to a variable or a mutex in solutions so far.
  struct Told {
    std::vector<NodeId> writers, acquisitions;
    std::vector<Source> sources;
  };
  using Clause = std::vector<Literal>;

  std::size_t place_of(NodeId node) const;
  OrderSolver::Event event_of(NodeId node) const { return static_cast<OrderSolver::Event>(place_of(node)); }
  Literal new_literal(const Meaning& meaning);
  Literal said_of(What what, NodeId node, Value value = 0);
  Literal said_of_both(What what, NodeId node, NodeId other);
  Literal before(NodeId a, NodeId b);
  static std::span<const Use> uses_of(std::span<const Use> uses, std::uint32_t variable);
  std::vector<NodeId> rivals(NodeId acquisition) const;
  bool may_hold(NodeId acquisition) const;
  std::optional<Value> value_leading_to(NodeId node) const;

  // Clauses that follow from a literal.
  void tell(Literal literal);
  void tell_of_operation(Literal occurs, NodeId node);
  void tell_of_values(Literal occurs, NodeId node);
  void tell_of_acquisition(Literal occurs, NodeId node);
  void tell_of_exit(Literal occurs, NodeId node);
  void tell_that_exit_is_last(Literal occurs, NodeId node);
  void tell_what_comes_next(Literal occurs, NodeId node, bool if_exits);
  void tell_what_is_next(Literal condition, NodeId next, bool if_exits);
  void tell_what_is_found(Literal finds, NodeId node, Value value);
  void tell_what_is_read(Literal finds, NodeId node, Value value);
  void tell_source(const Source& source);
  void keep_apart(Literal because, const Source& source, NodeId writer);
  void tell_that_it_is_free(Literal finds, NodeId attempt);
  void tell_that_it_is_held(Literal finds, NodeId attempt);
  void tell_that_it_waits(Literal waits, NodeId node);
  void tell_that_it_holds(Literal because, NodeId acquisition);

  // Literals for a clause.
  void unless_it_holds(NodeId acquisition, Clause& clause);
  void or_released_before(NodeId acquisition, NodeId node, Clause& clause);
  void or_finds_known(NodeId node, bool passing, Clause& clause);

  const Behaviour& behaviour_;
  std::vector<NodeId> nodes_;
  std::vector<Literal> occurs_;
  std::vector<Use> writers_, acquisitions_;  // ordered by variable
  std::vector<NodeId> roots_, waits_for_mutex_;
  std::vector<bool> is_after_exit_;

  std::vector<std::vector<Said>> said_;  // by node's place
  std::unordered_map<Value, Literal> said_of_both_;
  std::vector<Meaning> meanings_;                 // by variable of the solver
  std::unordered_map<std::uint32_t, Told> told_;  // by variable or mutex
  std::vector<NodeId> told_operations_, told_exits_;

  bool keeps_to_known_values_ = false;
  OrderSolver::Event exit_ = 0;  // after all other operations, if the process exits
  std::optional<Literal> exits_, deadlock_;
  OrderSolver solver_;
};

}  // namespace heddle::causality
