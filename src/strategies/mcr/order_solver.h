// Propositions and orders of events: is there a truth value for each proposition, and an order of the events,
// so that all clauses hold? A clause is a list of literals of which one has to be true; a literal is a
// proposition, its opposite, or "this event comes before that one".
//
// The search is conflict-driven clause learning (Marques-Silva and Sakallah, "GRASP", 1999; Een and
// Sorensson, "An Extensible SAT-solver", SAT 2003) with a graph of events as its theory, as in
// "Satisfiability Modulo Ordering Consistency Theory" (He, Sun, Fan, PLDI 2021): a cycle is a conflict. Three
// things are done differently, because few of many possible events happen:
//
//   - A proposition is false unless a clause needs it. Only clauses whose condition holds are looked at when
//     something is to be decided (de Moura and Bjorner, "Relevancy Propagation", 2007).
//   - What is not known of the order is read from the one order that the graph maintains.
//   - What follows from a proposition may be told when it becomes true for the first time (`Rules`).
//
// Nothing in it depends on time or addresses: the same questions have the same answers.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "strategies/mcr/clauses.h"
#include "strategies/mcr/order_graph.h"

namespace heddle::causality {

class OrderSolver {
 public:
  using Event = OrderGraph::Event;
  // Adds clauses that say what follows; their first literal is the opposite of the one that became true.
  using Rules = std::function<void(Literal)>;
  // Asked for what else is wrong with a solution: adds clauses that it violates, or none.
  using Objections = std::function<void()>;
  using Watch = std::function<bool()>;
  enum class Answer : std::uint8_t { kSolved, kImpossible, kUnknown };
  static constexpr std::size_t kLeastLearnt = 2'000;  // clauses
  static constexpr std::size_t kMostLiterals = 100'000'000;
  static constexpr std::uint64_t kStepsBetweenWatches = 1'000'000;

  explicit OrderSolver(Rules rules);

  Event add_event() { return graph_.add_event(); }
  // In every order. Before the first question only.
  void order(Event first, Event second);

  Literal proposition();
  Literal before(Event first, Event second);
  Literal truth() const { return Literal(0, false); }
  // One of them has to be true. The opposite of a proposition stands first, if there is any: a clause is
  // looked at only while that proposition is true.
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }

  // With `assumed` true, this time. kUnknown: it took more than `limit` steps, or it is to stop.
  Answer solve(std::span<const Literal> assumed, const Objections& objections, std::uint64_t limit,
               const Watch& watch);

  // Of the last solution, until something is added.
  bool is_true(Literal literal) const { return value(literal) == Truth::kTrue; }
  std::uint32_t place(Event event) const { return graph_.place(event); }
  // So far: what it has cost, about ten nanoseconds each.
  std::uint64_t steps() const { return steps_ + graph_.work(); }
  std::uint64_t conflicts() const { return conflicts_; }

 private:
  enum class Truth : std::uint8_t { kFalse, kTrue, kOpen };
  struct Variable {
    ClauseId reason = kNoClause;
    std::uint32_t level = 0;
    Event first = 0, second = 0;  // is_order
    double activity = 0;
    bool is_order = false;
    bool is_told = false;  // its rules are
    bool is_seen = false;  // while clauses are taken apart
  };
  struct Watcher {
    ClauseId clause;
    Literal other;  // if that holds, so does the clause
  };
  struct Level {
    std::size_t trail, edges, next_condition;
  };
  struct Learnt {
    ClauseId id;
    std::uint32_t levels;  // how many different ones its literals were decided at
  };

  Truth value(Literal literal) const { return truths_[literal.code()]; }
  std::uint32_t level_of(Literal literal) const { return variables_[literal.variable()].level; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(levels_.size()); }

  std::uint32_t add_variable();
  bool simplify(std::span<const Literal> clause);
  void install();
  void watch_clause(ClauseId id);
  void assign(Literal literal, ClauseId reason);
  bool propagate();
  bool insert_edge(Literal literal);
  bool propagate_clauses(Literal falsified);
  void push_level();
  void backtrack(std::uint32_t to);
  bool resolve_conflict();
  void analyse();
  bool is_redundant(Literal literal) const;
  void learn();
  std::uint32_t count_levels();
  void bump(std::uint32_t variable);
  void forget_clauses();
  std::optional<Literal> needed_decision();
  std::optional<Literal> open_literal(Watcher& watcher);
  bool holds_by_default(Literal literal) const;

  Rules rules_;
  OrderGraph graph_;
  std::vector<Variable> variables_;
  std::vector<Truth> truths_;  // by literal
  ClauseStore clauses_;
  std::vector<std::vector<Watcher>> watchers_;    // by literal: clauses to look at when it becomes false
  std::vector<std::vector<Watcher>> conditions_;  // by variable: clauses to look at when it is true
  PairTable orders_;                              // pairs of events that have a variable
  std::vector<Literal> trail_;                    // what is true, in the order in which it became so
  std::vector<Level> levels_;                     // what was decided
  std::size_t next_ = 0;                          // on the trail: what follows from it was not worked out yet
  std::size_t next_condition_ = 0;                // on the trail: its clauses were not looked at yet
  bool has_changed_ = false;                      // since the trail was last looked at from its beginning
  bool is_searching_ = false;
  bool is_impossible_ = false;

  std::vector<Literal> conflict_;  // one of them has to be true, and none is
  bool has_conflict_ = false;
  std::vector<Literal> learnt_, simplified_;
  std::vector<OrderGraph::Reason> cycle_;
  std::vector<Learnt> learnt_clauses_;
  std::size_t most_learnt_ = kLeastLearnt;
  std::vector<std::uint32_t> levels_met_;
  double increment_ = 1;
  std::uint64_t steps_ = 0, conflicts_ = 0, added_ = 0;
};

}  // namespace heddle::causality
