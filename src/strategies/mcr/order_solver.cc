#include "strategies/mcr/order_solver.h"

#include <algorithm>
#include <utility>

namespace heddle::causality {

namespace {

constexpr std::uint64_t kRestart = 128;  // conflicts, times the Luby sequence
constexpr double kDecay = 0.95, kLargest = 1e100;

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: Luby, Sinclair, Zuckerman, IPL 1993.
std::uint64_t luby(std::uint64_t i) {
  std::uint64_t size = 1, power = 1;
  while (size < i + 1) {
    size = 2 * size + 1;
    power *= 2;
  }
  while (size - 1 != i) {
    size = (size - 1) / 2;
    power /= 2;
    i %= size;
  }
  return power;
}

}  // namespace

OrderSolver::OrderSolver(Rules rules) : rules_(std::move(rules)) {
  const Literal always(add_variable(), false);
  variables_[always.variable()].is_told = true;
  assign(always, kNoClause);
}

std::uint32_t OrderSolver::add_variable() {
  const auto variable = static_cast<std::uint32_t>(variables_.size());
  variables_.emplace_back();
  truths_.resize(truths_.size() + 2, Truth::kOpen);
  watchers_.resize(watchers_.size() + 2);
  conditions_.emplace_back();
  return variable;
}

Literal OrderSolver::proposition() {
  return {add_variable(), false};
}

void OrderSolver::order(Event first, Event second) {
  if (!graph_.add_edge(first, second, truth().code(), cycle_)) is_impossible_ = true;
}

Literal OrderSolver::before(Event first, Event second) {
  const bool is_swapped = second < first;
  if (is_swapped) std::swap(first, second);
  std::uint32_t& known = orders_(first, second);
  if (known == PairTable::kNone) {
    known = add_variable();
    Variable& variable = variables_.back();
    variable.is_order = true;
    variable.first = first;
    variable.second = second;
  }
  return {known, is_swapped};
}

void OrderSolver::add(std::span<const Literal> clause) {
  if (!is_searching_) backtrack(0);
  ++added_;
  if (simplify(clause)) install();
}

// Leaves out what has been decided for good. False: the clause is true anyway.
bool OrderSolver::simplify(std::span<const Literal> clause) {
  simplified_.clear();
  bool is_needed = true;
  for (const Literal literal : clause) {
    Variable& variable = variables_[literal.variable()];
    if (value(literal) != Truth::kOpen && variable.level == 0) {
      is_needed = is_needed && value(literal) == Truth::kFalse;
    } else if (!variable.is_seen) {
      variable.is_seen = true;
      simplified_.push_back(literal);
    } else if (std::find(simplified_.begin(), simplified_.end(), ~literal) != simplified_.end()) {
      is_needed = false;
    }
  }
  for (const Literal literal : simplified_) variables_[literal.variable()].is_seen = false;
  return is_needed;
}

void OrderSolver::install() {
  if (simplified_.empty()) {
    is_impossible_ = true;
    return;
  }
  if (simplified_.size() == 1) {
    if (value(simplified_[0]) == Truth::kFalse) {
      has_conflict_ = true;
      conflict_ = simplified_;
      return;
    }
    backtrack(0);
    assign(simplified_[0], kNoClause);
    return;
  }
  const auto condition = std::find_if(simplified_.begin(), simplified_.end(), [this](Literal literal) {
    return literal.is_negative() && !variables_[literal.variable()].is_order;
  });
  const std::uint32_t where = condition == simplified_.end() ? truth().variable() : condition->variable();
  // In front: what is not false, or was made so last.
  const auto rank = [this](Literal literal) {
    return value(literal) == Truth::kFalse ? level_of(literal) : ~std::uint32_t{0};
  };
  for (std::size_t place = 0; place < 2; ++place)
    for (std::size_t i = place + 1; i < simplified_.size(); ++i)
      if (rank(simplified_[i]) > rank(simplified_[place])) std::swap(simplified_[i], simplified_[place]);
  const ClauseId id = clauses_.add(simplified_);
  conditions_[where].push_back({id, simplified_[0]});
  has_changed_ = true;
  watch_clause(id);
  if (value(simplified_[0]) == Truth::kFalse) {
    // A conflict of one literal is kept nowhere else.
    if (!has_conflict_ || conflict_.size() > 1) conflict_ = simplified_;
    has_conflict_ = true;
  } else if (value(simplified_[0]) == Truth::kOpen && value(simplified_[1]) == Truth::kFalse) {
    backtrack(level_of(simplified_[1]));
    assign(simplified_[0], id);
  }
}

void OrderSolver::watch_clause(ClauseId id) {
  const std::span<Literal> clause = clauses_[id];
  watchers_[clause[0].code()].push_back({id, clause[1]});
  watchers_[clause[1].code()].push_back({id, clause[0]});
}

void OrderSolver::assign(Literal literal, ClauseId reason) {
  if (value(literal) == Truth::kTrue) return;
  if (value(literal) ==
      Truth::kFalse) {  // only at level 0, where one clause of one literal contradicts another
    is_impossible_ = true;
    return;
  }
  truths_[literal.code()] = Truth::kTrue;
  truths_[(~literal).code()] = Truth::kFalse;
  variables_[literal.variable()].level = level();
  variables_[literal.variable()].reason = reason;
  trail_.push_back(literal);
}

// Works out what follows. False: a conflict.
bool OrderSolver::propagate() {
  while (next_ < trail_.size() && !has_conflict_ && !is_impossible_) {
    const Literal literal = trail_[next_++];
    ++steps_;
    Variable& variable = variables_[literal.variable()];
    if (variable.is_order) {
      if (!insert_edge(literal)) return false;
    } else if (!literal.is_negative() && !variable.is_told) {
      variable.is_told = true;
      rules_(literal);
      if (has_conflict_ || is_impossible_) return false;
    }
    if (!propagate_clauses(~literal)) return false;
  }
  return !has_conflict_ && !is_impossible_;
}

bool OrderSolver::insert_edge(Literal literal) {
  const Variable& variable = variables_[literal.variable()];
  const bool is_swapped = literal.is_negative();
  if (graph_.add_edge(is_swapped ? variable.second : variable.first,
                      is_swapped ? variable.first : variable.second, literal.code(), cycle_))
    return true;
  conflict_.assign(1, ~literal);
  for (const OrderGraph::Reason reason : cycle_)
    if (reason != truth().code()) conflict_.push_back(~Literal::of_code(reason));
  has_conflict_ = true;
  return false;
}

// Two literals of each clause are watched; as long as neither is false, nothing follows from it.
bool OrderSolver::propagate_clauses(Literal falsified) {
  std::vector<Watcher>& watchers = watchers_[falsified.code()];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < watchers.size(); ++i) {
    const Watcher watcher = watchers[i];
    if (value(watcher.other) == Truth::kTrue) {
      watchers[kept++] = watcher;
      continue;
    }
    ++steps_;
    const std::span<Literal> clause = clauses_[watcher.clause];
    if (clause[0] == falsified) std::swap(clause[0], clause[1]);
    const Literal first = clause[0];
    if (value(first) != Truth::kTrue) {
      const auto other = std::find_if(clause.begin() + 2, clause.end(),
                                      [this](Literal literal) { return value(literal) != Truth::kFalse; });
      if (other != clause.end()) {
        std::swap(clause[1], *other);
        watchers_[clause[1].code()].push_back({watcher.clause, first});
        continue;
      }
    }
    watchers[kept++] = {watcher.clause, first};
    if (value(first) == Truth::kTrue) continue;
    if (value(first) == Truth::kOpen) {
      assign(first, watcher.clause);
      continue;
    }
    conflict_.assign(clause.begin(), clause.end());
    has_conflict_ = true;
    while (++i < watchers.size()) watchers[kept++] = watchers[i];
  }
  watchers.resize(kept);
  return !has_conflict_;
}

void OrderSolver::push_level() {
  levels_.push_back({trail_.size(), graph_.edges(), next_condition_});
}

void OrderSolver::backtrack(std::uint32_t to) {
  if (level() <= to) return;
  const Level& target = levels_[to];
  for (std::size_t i = trail_.size(); i-- > target.trail;) {
    truths_[trail_[i].code()] = Truth::kOpen;
    truths_[(~trail_[i]).code()] = Truth::kOpen;
  }
  trail_.resize(target.trail);
  graph_.shrink_to(target.edges);
  next_condition_ = target.next_condition;
  has_changed_ = true;
  next_ = trail_.size();
  levels_.resize(to);
}

// Learns from it, and goes back to where that makes a difference. False: there is no way out.
bool OrderSolver::resolve_conflict() {
  has_conflict_ = false;
  ++conflicts_;
  std::uint32_t last = 0;
  for (const Literal literal : conflict_) last = std::max(last, level_of(literal));
  backtrack(last);
  if (last == 0) {
    is_impossible_ = true;
    return false;
  }
  analyse();
  learn();
  increment_ /= kDecay;
  return true;
}

// The first unique implication point.
void OrderSolver::analyse() {
  learnt_.assign(1, truth());
  std::size_t open = 0, at = trail_.size();
  std::span<const Literal> reason = conflict_;
  Literal point = truth();
  for (;;) {
    for (const Literal literal : reason) {
      Variable& variable = variables_[literal.variable()];
      if (variable.is_seen || variable.level == 0 || literal == point) continue;
      variable.is_seen = true;
      bump(literal.variable());
      if (variable.level == level())
        ++open;
      else
        learnt_.push_back(literal);
    }
    do --at;
    while (!variables_[trail_[at].variable()].is_seen);
    point = trail_[at];
    variables_[point.variable()].is_seen = false;
    if (--open == 0) break;
    reason = clauses_[variables_[point.variable()].reason];
    steps_ += reason.size();
  }
  learnt_[0] = ~point;
  // What follows from the others is not needed.
  simplified_.assign(learnt_.begin() + 1, learnt_.end());
  const auto needless = std::remove_if(learnt_.begin() + 1, learnt_.end(),
                                       [this](Literal literal) { return is_redundant(literal); });
  learnt_.erase(needless, learnt_.end());
  for (const Literal literal : simplified_) variables_[literal.variable()].is_seen = false;
}

bool OrderSolver::is_redundant(Literal literal) const {
  const ClauseId reason = variables_[literal.variable()].reason;
  if (reason == kNoClause) return false;
  const std::span<const Literal> clause = clauses_[reason];
  return std::all_of(clause.begin(), clause.end(), [&](Literal other) {
    const Variable& variable = variables_[other.variable()];
    return variable.is_seen || variable.level == 0 || other == ~literal;
  });
}

void OrderSolver::learn() {
  if (learnt_.size() == 1) {
    backtrack(0);
    assign(learnt_[0], kNoClause);
    return;
  }
  const auto last = std::max_element(learnt_.begin() + 1, learnt_.end(),
                                     [this](Literal a, Literal b) { return level_of(a) < level_of(b); });
  std::swap(learnt_[1], *last);
  const std::uint32_t different = count_levels();
  backtrack(level_of(learnt_[1]));
  const ClauseId id = clauses_.add_learnt(learnt_);
  learnt_clauses_.push_back({id, different});
  watch_clause(id);
  assign(learnt_[0], id);
}

std::uint32_t OrderSolver::count_levels() {
  levels_met_.clear();
  for (const Literal literal : learnt_) levels_met_.push_back(level_of(literal));
  std::sort(levels_met_.begin(), levels_met_.end());
  return static_cast<std::uint32_t>(std::unique(levels_met_.begin(), levels_met_.end()) -
                                    levels_met_.begin());
}

void OrderSolver::bump(std::uint32_t variable) {
  variables_[variable].activity += increment_;
  if (variables_[variable].activity < kLargest) return;
  for (Variable& each : variables_) each.activity /= kLargest;
  increment_ /= kLargest;
}

// Keeps the better half of what was learnt: clauses of few levels (Audemard and Simon, IJCAI 2009). At level
// 0, where nothing needs a reason.
void OrderSolver::forget_clauses() {
  std::vector<Learnt> kept = learnt_clauses_;
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Learnt& a, const Learnt& b) { return a.levels < b.levels; });
  kept.resize(kept.size() / 2);
  std::vector<std::vector<Literal>> literals;
  for (const Learnt& each : kept) literals.emplace_back(clauses_[each.id].begin(), clauses_[each.id].end());
  for (std::vector<Watcher>& watchers : watchers_)
    std::erase_if(watchers, [](const Watcher& watcher) { return ClauseStore::is_learnt(watcher.clause); });
  clauses_.clear_learnt();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i].id = clauses_.add_learnt(literals[i]);
    watch_clause(kept[i].id);
  }
  learnt_clauses_ = std::move(kept);
  most_learnt_ += most_learnt_ / 10;
}

// What is not known: a proposition is false, and events come in the order of the graph.
bool OrderSolver::holds_by_default(Literal literal) const {
  const Truth truth = value(literal);
  if (truth != Truth::kOpen) return truth == Truth::kTrue;
  const Variable& variable = variables_[literal.variable()];
  if (variable.is_order) return graph_.comes_first(variable.first, variable.second) != literal.is_negative();
  return literal.is_negative();
}

// Of a clause that does not hold by default: the literal that was in most of the latest conflicts.
std::optional<Literal> OrderSolver::open_literal(Watcher& watcher) {
  ++steps_;
  if (holds_by_default(watcher.other)) return std::nullopt;
  std::optional<Literal> best;
  for (const Literal literal : clauses_[watcher.clause]) {
    ++steps_;
    if (holds_by_default(literal)) {
      watcher.other = literal;
      return std::nullopt;
    }
    if (value(literal) != Truth::kOpen) continue;
    const double activity = variables_[literal.variable()].activity;
    if (!best || activity > variables_[best->variable()].activity) best = literal;
  }
  return best;
}

// A clause that would not hold if all that is unknown was what it is by default.
std::optional<Literal> OrderSolver::needed_decision() {
  for (;;) {
    for (; next_condition_ < trail_.size(); ++next_condition_) {
      const Literal literal = trail_[next_condition_];
      if (literal.is_negative()) continue;
      for (Watcher& watcher : conditions_[literal.variable()])
        if (const std::optional<Literal> open = open_literal(watcher)) {
          has_changed_ = true;
          return open;
        }
    }
    if (!has_changed_) return std::nullopt;
    has_changed_ = false;
    next_condition_ = 0;
  }
}

OrderSolver::Answer OrderSolver::solve(std::span<const Literal> assumed, const Objections& objections,
                                       std::uint64_t limit, const Watch& watch) {
  backtrack(0);
  has_conflict_ = false;
  next_condition_ = 0;
  is_searching_ = true;
  const std::uint64_t most = steps() + limit;
  std::uint64_t restarts = 0, until_restart = conflicts_ + kRestart;
  std::uint64_t until_watch = steps() + kStepsBetweenWatches;
  Answer answer = Answer::kUnknown;
  for (;;) {
    if (!propagate()) {
      if (is_impossible_ || !resolve_conflict()) {
        answer = Answer::kImpossible;
        break;
      }
      continue;
    }
    if (steps() > most || clauses_.size() > kMostLiterals) break;
    if (steps() > until_watch) {
      if (watch()) break;
      until_watch = steps() + kStepsBetweenWatches;
    }
    if (conflicts_ > until_restart) {
      until_restart = conflicts_ + kRestart * luby(++restarts);
      backtrack(0);
      if (learnt_clauses_.size() > most_learnt_) forget_clauses();
    }
    if (level() < assumed.size()) {
      const Literal literal = assumed[level()];
      if (value(literal) == Truth::kFalse) {
        answer = Answer::kImpossible;
        break;
      }
      push_level();
      assign(literal, kNoClause);
      continue;
    }
    if (const std::optional<Literal> decision = needed_decision()) {
      push_level();
      assign(*decision, kNoClause);
      continue;
    }
    const std::uint64_t before = added_;
    objections();
    if (added_ == before) {
      answer = Answer::kSolved;
      break;
    }
  }
  is_searching_ = false;
  return answer;
}

}  // namespace heddle::causality
