// `mcr`, maximal causality reduction: Huang, "Stateless Model Checking Concurrent Programs with Maximal
// Causality Reduction", PLDI 2015. From every execution it computes orders of the operations in which a read
// returns a different value. Values that a read has never returned after the same history of its thread come
// first; then known values that make a new combination; then what threads would have done where an execution
// ended. Two executions in which all reads return the same values are never both requested. When no execution
// has anything left to offer, the search is exhausted (docs/decisions/0037-a-solver-for-orders.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "strategies/mcr/behaviour.h"
#include "strategies/mcr/clauses.h"
#include "strategies/mcr/executions.h"
#include "strategies/strategy.h"

namespace heddle::causality {

class CausalModel;
struct Step;

class Mcr {
 public:
  Mcr();
  ~Mcr();

  // Asked while it works; true: it may stop.
  using Watch = std::function<bool()>;

  // The order that the next execution is to follow; none: nothing is left, or it was stopped.
  std::optional<Guide> next(const Watch& watch);
  // What came of it.
  void add(const Trace& trace);

  bool is_exhausted() const { return is_exhausted_; }
  // Of what every one has been executed then; empty: of nothing.
  std::string claim() const;

 private:
  struct Question;

  void forget();
  bool repeats_itself(NodeId node, Value value);
  std::unique_ptr<Question> question_about(std::span<const NodeId> nodes);
  void wish_for_values(Question& question);
  std::optional<Guide> ask_for_value(Question& question, const Watch& watch);
  std::optional<Guide> ask_for_combination(Question& question, bool of_values, const Watch& watch);
  std::optional<Guide> ask_for_deadlock(Question& question, const Executed& executed, const Watch& watch);
  std::optional<Guide> ask_about_ends(const Watch& watch);
  std::optional<Guide> ask_about_end(const Executed& executed, std::span<const NodeId> undone,
                                     const Watch& watch);
  std::vector<NodeId> left_undone(const Executed& executed) const;
  void look_at_ends();
  bool is_solved(Question& question, Literal assumed, const std::function<void()>& objections,
                 const Watch& watch);
  void differ_from(const Executed& executed, bool in_values, Question& question);
  Guide guide_along(std::span<const Step> steps) const;

  Behaviour behaviour_;
  bool has_begun_ = false;
  bool is_exhausted_ = false;
  bool gave_up_ = false;          // a question was too hard, or an execution too long
  bool cut_loops_ = false;        // a loop that waits was not followed any further
  bool asked_an_object_ = false;  // the last time
  Guide set_up_;                  // what comes before everything else

  Executions executed_;
  Executions refused_;                // what was asked for and did not happen
  Executed asked_;                    // the last time, if it was a combination
  std::size_t asked_for_values_ = 0;  // of how many of them
  std::size_t asked_for_combinations_ = 0;
  std::unique_ptr<Question> current_;  // about one of them
  bool asks_for_values_ = false;
  // How an execution ended.
  struct Ending {
    std::vector<NodeId> undone;  // what its threads would have done next, where that is known
    bool is_known = false;
    bool is_asked = false;
  };
  std::vector<Ending> ends_;
  std::size_t outcomes_in_ends_ = 0;  // of all nodes
  bool some_ended_early_ = false;
  std::vector<std::vector<NodeId>> deadlocks_;  // that were asked for: who cannot go on
};

}  // namespace heddle::causality
