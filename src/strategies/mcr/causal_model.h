// The maximal causal model of operations that were seen, as a formula: which sets of them, in which orders,
// can be a part of an execution. Must-happen-before, mutual exclusion of locks, and validity of reads, as
// Huang's maximal causality reduction has them; over a tree of outcomes in place of a single trace.
#pragma once

#include <z3++.h>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "strategies/mcr/behaviour.h"

namespace heddle::causality {

// An operation that happens.
struct Step {
  NodeId node = kNoNode;
  std::optional<Value> found;  // where the formula says so
};

// As many of the nodes, from the first on, as a formula can deal with: it grows with the cube of the
// operations on the same variable.
std::span<const NodeId> manageable(const Behaviour& behaviour, std::span<const NodeId> nodes);

class CausalModel {
 public:
  // The set-up of the program is left out: it is always the same.
  CausalModel(z3::context& context, const Behaviour& behaviour, std::span<const NodeId> nodes);

  z3::solver& solver() { return solver_; }
  bool has(NodeId node) const { return index_.contains(node); }
  std::span<const NodeId> nodes() const { return nodes_; }
  // The operation happens.
  const z3::expr& occurs(NodeId node) const { return occurs_[index_.at(node)]; }
  const z3::expr& order(NodeId node) const { return order_[index_.at(node)]; }
  // Implies that the operation, if it happens, finds that value.
  z3::expr finds(NodeId node, Value value);
  // Values that some operation of the model leaves for it.
  std::vector<Value> possible_values(NodeId node) const;

  // Which operations happen, in their order; with `last`, those that do not come after it.
  std::vector<Step> sequence(const z3::model& model, NodeId last = kNoNode) const;
  // It finds one of the values that it has been seen to find, of those that are wanted.
  template <typename IsWanted>
  z3::expr finds_one(NodeId node, const IsWanted& is_wanted) {
    z3::expr_vector any(context_);
    for (const Outcome& each : behaviour_[node].outcomes)
      if (is_wanted(each)) any.push_back(finds(node, each.value));
    return z3::mk_or(any);
  }

  // It is what its thread would do next, where the execution ends.
  z3::expr is_next(NodeId node);
  // The lock that the operation takes is held by another thread, or the thread that it joins goes on, where
  // the execution ends.
  z3::expr is_blocked_at_end(NodeId node);

 private:
  z3::expr before(NodeId a, NodeId b) const;
  void order_with_parents();
  void exclude_mutually();
  void exit_last();
  std::vector<NodeId> rivals(NodeId acquisition) const;
  z3::expr is_free_at(NodeId attempt);
  z3::expr is_held_at(NodeId attempt);
  z3::expr read_of(NodeId node, Value value);
  bool may_hold(NodeId acquisition) const;
  z3::expr holds(NodeId acquisition);
  z3::expr released_before(NodeId acquisition, NodeId node);

  z3::context& context_;
  const Behaviour& behaviour_;
  std::vector<NodeId> nodes_;
  std::unordered_map<NodeId, std::size_t> index_;
  std::vector<z3::expr> occurs_, order_;
  std::unordered_map<std::uint32_t, std::vector<NodeId>> writers_;       // by variable or object
  std::unordered_map<std::uint32_t, std::vector<NodeId>> acquisitions_;  // by mutex
  struct Finding {
    Value value;
    z3::expr literal;
  };
  std::unordered_map<NodeId, std::vector<Finding>> finds_;
  z3::solver solver_;
};

}  // namespace heddle::causality
