// The solver against all truth values and all orders of small formulas.
#include "strategies/mcr/order_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "event/random.h"

namespace heddle::causality {
namespace {

using Answer = OrderSolver::Answer;
using Event = OrderSolver::Event;

constexpr std::uint64_t kNoLimit = 1'000'000'000;

bool never() {
  return false;
}

// A proposition, or "first comes before second"; or the opposite.
struct Term {
  std::size_t first = 0, second = 0;  // the same: that proposition
  bool is_negative = false;

  bool is_order() const { return first != second; }
  bool holds(std::uint32_t truths, const std::vector<std::size_t>& places) const {
    if (is_order()) return (places[first] < places[second]) != is_negative;
    return ((truths >> first & 1) != 0) != is_negative;
  }
};
using Terms = std::vector<Term>;

struct Formula {
  std::size_t propositions = 0, events = 0;
  std::vector<std::pair<std::size_t, std::size_t>> always;  // the first before the second
  std::vector<Terms> clauses;

  bool holds(std::uint32_t truths, const std::vector<std::size_t>& places) const {
    return std::all_of(always.begin(), always.end(),
                       [&](const auto& pair) { return places[pair.first] < places[pair.second]; }) &&
           std::all_of(clauses.begin(), clauses.end(), [&](const Terms& clause) {
             return std::any_of(clause.begin(), clause.end(),
                                [&](const Term& term) { return term.holds(truths, places); });
           });
  }

  bool can_hold() const {
    std::vector<std::size_t> places(events);
    std::iota(places.begin(), places.end(), std::size_t{0});
    do {
      for (std::uint32_t truths = 0; truths < 1u << propositions; ++truths)
        if (holds(truths, places)) return true;
    } while (std::next_permutation(places.begin(), places.end()));
    return false;
  }
};

Formula random_formula(Random& random) {
  Formula formula;
  formula.propositions = 1 + random.below(6);
  formula.events = 2 + random.below(4);
  for (std::uint64_t i = random.below(3); i > 0; --i) {
    const std::size_t a = random.below(formula.events), b = random.below(formula.events);
    if (a != b) formula.always.emplace_back(std::min(a, b), std::max(a, b));
  }
  for (std::uint64_t i = random.below(30); i > 0; --i) {
    Terms clause;
    for (std::uint64_t j = 1 + random.below(4); j > 0; --j) {
      Term term;
      term.is_negative = random.below(2) != 0;
      if (random.below(2) != 0) {
        term.first = random.below(formula.events);
        term.second = (term.first + 1 + random.below(formula.events - 1)) % formula.events;
      } else {
        term.first = term.second = random.below(formula.propositions);
      }
      clause.push_back(term);
    }
    // What a clause is conditional on stands first.
    std::stable_sort(clause.begin(), clause.end(), [](const Term& a, const Term& b) {
      return (a.is_negative && !a.is_order()) > (b.is_negative && !b.is_order());
    });
    formula.clauses.push_back(std::move(clause));
  }
  return formula;
}

// The formula in a solver, said at once or bit by bit.
class Asked {
 public:
  enum class When { kAtOnce, kWhenConditionHolds, kWhenViolated };

  Asked(const Formula& formula, When when)
      : formula_(formula), when_(when), solver_([this](Literal literal) { tell(literal); }) {
    for (std::size_t i = 0; i < formula.events; ++i) solver_.add_event();
    for (std::size_t i = 0; i < formula.propositions; ++i) propositions_.push_back(solver_.proposition());
    for (const auto& [first, second] : formula.always)
      solver_.order(static_cast<Event>(first), static_cast<Event>(second));
    for (const Terms& clause : formula.clauses)
      if (when == When::kAtOnce || (when == When::kWhenConditionHolds && !condition_of(clause))) add(clause);
  }

  Answer solve(std::vector<Literal> assumed = {}) {
    return solver_.solve(assumed, [this] { object(); }, kNoLimit, never);
  }
  OrderSolver& solver() { return solver_; }
  Literal proposition(std::size_t i) const { return propositions_[i]; }
  bool solution_holds() const { return formula_.holds(truths(), places()); }

 private:
  const Term* condition_of(const Terms& clause) const {
    const Term& first = clause.front();
    return first.is_negative && !first.is_order() ? &first : nullptr;
  }
  Literal literal(const Term& term) {
    const Literal positive =
        term.is_order() ? solver_.before(static_cast<Event>(term.first), static_cast<Event>(term.second))
                        : propositions_[term.first];
    return term.is_negative ? ~positive : positive;
  }
  void add(const Terms& clause) {
    std::vector<Literal> literals;
    for (const Term& term : clause) literals.push_back(literal(term));
    solver_.add(literals);
  }
  void tell(Literal told) {
    if (when_ != When::kWhenConditionHolds) return;
    for (const Terms& clause : formula_.clauses)
      if (const Term* condition = condition_of(clause))
        if (propositions_[condition->first] == told) add(clause);
  }
  void object() {
    if (when_ != When::kWhenViolated) return;
    for (const Terms& clause : formula_.clauses)
      if (std::none_of(clause.begin(), clause.end(),
                       [&](const Term& term) { return term.holds(truths(), places()); }))
        return add(clause);
  }
  std::uint32_t truths() const {
    std::uint32_t truths = 0;
    for (std::size_t i = 0; i < propositions_.size(); ++i)
      if (solver_.is_true(propositions_[i])) truths |= 1u << i;
    return truths;
  }
  std::vector<std::size_t> places() const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < formula_.events; ++i) places.push_back(solver_.place(static_cast<Event>(i)));
    return places;
  }

  const Formula& formula_;
  When when_;
  std::vector<Literal> propositions_;
  OrderSolver solver_;
};

class SmallFormulas : public ::testing::TestWithParam<Asked::When> {};

TEST_P(SmallFormulas, AreSolvedIfTheyCanBe) {
  Random random(7);
  int solved = 0;
  for (int i = 0; i < 3000; ++i) {
    const Formula formula = random_formula(random);
    Asked asked(formula, GetParam());
    const bool can_hold = formula.can_hold();
    ASSERT_EQ(asked.solve(), can_hold ? Answer::kSolved : Answer::kImpossible) << "formula " << i;
    if (!can_hold) continue;
    ASSERT_TRUE(asked.solution_holds()) << "formula " << i;
    ++solved;
  }
  EXPECT_GT(solved, 1000);
  EXPECT_LT(solved, 2500) << "most of them should be hard to tell";
}

// Asked again and again, with one thing assumed after the other: what was learnt must be true of all answers.
TEST_P(SmallFormulas, AreSolvedUnderAssumptions) {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    const Formula formula = random_formula(random);
    Asked asked(formula, GetParam());
    for (std::size_t each = 0; each < formula.propositions; ++each)
      for (const bool negative : {false, true}) {
        Formula assumed = formula;
        assumed.clauses.push_back({{each, each, negative}});
        const Literal literal = negative ? ~asked.proposition(each) : asked.proposition(each);
        ASSERT_EQ(asked.solve({literal}), assumed.can_hold() ? Answer::kSolved : Answer::kImpossible)
            << "formula " << i << ", assumption " << each << (negative ? " is false" : "");
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Told, SmallFormulas,
                         ::testing::Values(Asked::When::kAtOnce, Asked::When::kWhenConditionHolds,
                                           Asked::When::kWhenViolated),
                         [](const auto& when) {
                           switch (when.param) {
                             case Asked::When::kAtOnce:
                               return std::string("AtOnce");
                             case Asked::When::kWhenConditionHolds:
                               return std::string("WhenTheirConditionHolds");
                             default:
                               return std::string("WhenViolated");
                           }
                         });

}  // namespace
}  // namespace heddle::causality
