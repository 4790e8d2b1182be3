#include "classes/run/test_choice.h"

#include <algorithm>
#include <functional>
#include <span>

#include "classes/method_pairs.h"
#include "classes/run/judge.h"
#include "classes/test_distance.h"

namespace heddle::classes {

namespace {

constexpr std::size_t kRemembered = 200;  // tests that the next ones are to differ from

bool overlap(const History& history, std::uint32_t first, std::uint32_t second) {
  for (const HistoryCall& one : history.calls)
    for (const HistoryCall& other : history.calls)
      if (one.thread != other.thread && one.call.operation == first && other.call.operation == second &&
          overlapped(one, other))
        return true;
  return false;
}

bool covers(const TestRun& run, std::uint32_t first, std::uint32_t second) {
  const auto shows = [&](const auto& each) { return overlap(each.told.history, first, second); };
  return std::ranges::any_of(run.histories, shows) || std::ranges::any_of(run.failures, shows);
}

}  // namespace

TestChoice::TestChoice(const Operations& operations, const Options& options)
    : operations_(operations),
      options_(options),
      random_(options.seed),
      maker_(operations, random_, options.roles) {
  const MethodPairGroups groups = group_method_pairs(operations.model());
  const auto add = [&](std::span<const GroupedPair> group) {
    for (const GroupedPair& each : group) {
      const auto first = operations.operation_of(each.pair.first);
      const auto second = operations.operation_of(each.pair.second);
      if (first && second && options.roles.allow_pair(*first, *second)) pairs_.emplace_back(*first, *second);
    }
  };
  std::vector<GroupedPair> high = groups.high_priority;
  const auto unlikely = std::ranges::stable_partition(high, std::identity{}, &GroupedPair::is_likely);
  add({high.begin(), unlikely.begin()});
  likely_ = pairs_.size();
  add(unlikely);
  high_priority_ = pairs_.size();
  add(groups.low_priority);
}

TestChoice::TestChoice(const TestChoice& other)
    : operations_(other.operations_),
      options_(other.options_),
      random_(other.random_),
      maker_(other.maker_),
      pairs_(other.pairs_),
      likely_(other.likely_),
      high_priority_(other.high_priority_),
      selection_(other.selection_),
      others_(other.others_),
      atomicity_(other.atomicity_),
      pair_(other.pair_),
      covered_(other.covered_),
      executed_(other.executed_),
      recent_(other.recent_) {
  maker_.draw_from(random_);
  if (selection_) selection_->draw_from(random_);
  if (others_) others_->draw_from(random_);
  if (atomicity_) atomicity_->draw_from(random_);
}

Result<std::unique_ptr<TestChoice>> TestChoice::make(const Operations& operations, const Options& options) {
  std::unique_ptr<TestChoice> choice(new TestChoice(operations, options));
  if (options.algorithm == "contege" || options.algorithm == "nainom") return choice;
  if (options.algorithm == "autocontest") {
    std::vector<std::pair<std::size_t, std::size_t>> methods;
    for (const auto& [first, second] : choice->pairs_)
      methods.emplace_back(operations.methods()[first].method, operations.methods()[second].method);
    choice->atomicity_.emplace(operations.model(), methods, choice->random_);
    return choice;
  }
  const std::size_t low_priority = choice->pairs_.size() - choice->high_priority_;
  if (options.algorithm == "auto") {
    choice->selection_.emplace(bc_contest_score, false, PairSelection::Sizes{choice->likely_, 0},
                               choice->random_);
    choice->others_.emplace(bc_contest_score, true,
                            PairSelection::Sizes{choice->high_priority_ - choice->likely_, low_priority},
                            choice->random_);
    return choice;
  }
  const PairSelection::Sizes sizes{choice->high_priority_, low_priority};
  Result<PairSelection> made = make_pair_selection(options.algorithm, options.groups, sizes, choice->random_);
  if (!made) return Error{made.error()};
  choice->selection_.emplace(std::move(*made));
  return choice;
}

// auto: after each likely pair once, three tests of four are for them still.
void TestChoice::choose_pair() {
  pair_.reset();
  if (atomicity_) pair_ = atomicity_->next();
  if (!selection_) return;
  const bool is_among_others = others_ && executed_ >= likely_ && random_.below(4) == 0;
  if (!is_among_others) pair_ = selection_->next();
  if (pair_ || !others_) return;
  if (const std::optional<std::size_t> other = others_->next()) pair_ = likely_ + *other;
}

// Calls that one thread makes are drawn until two of them, put in two threads, have something to do with each
// other.
TestCase TestChoice::that_interacts() {
  constexpr int kDraws = 100;
  TestCase test = maker_.any({options_.threads, 3, 2});
  for (int i = 1; i < kDraws && options_.orders_differ && !options_.orders_differ(test); ++i)
    test = maker_.any({options_.threads, 3, 2});
  return test;
}

TestCase TestChoice::next() {
  choose_pair();
  if (options_.algorithm == "nainom") return that_interacts();
  if (!pair_) return maker_.any({options_.threads, 3, 3});
  const auto [first, second] = pairs_[*pair_];
  if (options_.algorithm != "auto") return maker_.for_pair(first, second, {options_.threads, 3, 1});
  return diverse(first, second);
}

bool TestChoice::covers_pair(const TestRun& run) const {
  return pair_ && covers(run, pairs_[*pair_].first, pairs_[*pair_].second);
}

void TestChoice::feedback(const TestCase& test, const Outcome& outcome) {
  ++executed_;
  recent_.push_back(test);
  if (recent_.size() > kRemembered) recent_.erase(recent_.begin());
  if (outcome.took_too_long) maker_.avoid_constructor(test.prefix.front());
  if (outcome.has_begun) maker_.learn_from_beginning(test, *outcome.has_begun);
  if (!pair_) return;
  const bool is_covered = outcome.is_covered;
  if (atomicity_ && is_covered) atomicity_->cover(*pair_);
  if (others_ && *pair_ >= likely_)
    others_->feedback(*pair_ - likely_, is_covered);
  else if (selection_)
    selection_->feedback(*pair_, is_covered);
  if (is_covered) covered_.insert(*pair_);
}

// A pair is covered as it was before; one that is new, at the first try.
TestChoice::Outcome TestChoice::usual_outcome() const {
  Outcome usual;
  usual.has_begun = true;
  usual.is_covered = pair_.has_value();
  if (!pair_ || !selection_) return usual;
  const bool is_other = others_ && *pair_ >= likely_;
  const PairRecord& record = is_other ? others_->record(*pair_ - likely_) : selection_->record(*pair_);
  usual.is_covered = record.tries == 0 || 2 * record.covered >= record.tries;
  return usual;
}

// The pair's own calls, without those around them.
bool TestChoice::calls_of_pair_interact(const TestCase& test) const {
  if (!options_.orders_differ) return true;
  const auto [first, second] = pairs_[*pair_];
  TestCase alone = test;
  alone.suffixes.resize(2);
  for (CallSequence& suffix : alone.suffixes) {
    const auto of_pair = std::ranges::find_if(
        suffix, [&](const Call& call) { return call.operation == first || call.operation == second; });
    suffix = {*of_pair};
  }
  settle_results(alone, operations_);
  return options_.orders_differ(alone);
}

// The first test for a pair is the plain one; then the one of several that is least like those before. Most
// of the time it is one in which it matters who of the two comes first.
TestCase TestChoice::diverse(std::uint32_t first, std::uint32_t second) {
  const std::uint64_t tries =
      *pair_ >= likely_ ? others_->record(*pair_ - likely_).tries : selection_->record(*pair_).tries;
  if (tries == 0) return maker_.for_pair(first, second, {options_.threads, 3, 1, true});
  constexpr int kCandidates = 8;
  // Now and then many calls come before the threads: what grows, wraps around or reclaims memory has begun
  // to.
  const std::size_t longest_prefix = tries % 4 == 3 ? 12 : 4;
  const TestShape shape{options_.threads, longest_prefix, 1 + tries % 3, true};
  const bool must_interact = random_.below(4) != 0;
  struct Candidate {
    TestCase test;
    std::size_t distance;
  };
  std::vector<Candidate> candidates;
  for (int i = 0; i < kCandidates; ++i) {
    TestCase test = maker_.for_pair(first, second, shape);
    const std::size_t distance = static_distance(test, recent_);
    candidates.push_back({std::move(test), distance});
  }
  // Whether calls interact is asked of the class, which takes time: of as few as possible.
  std::ranges::stable_sort(candidates, std::greater{}, &Candidate::distance);
  const auto best = std::ranges::find_if(
      candidates, [&](const Candidate& each) { return !must_interact || calls_of_pair_interact(each.test); });
  return (best != candidates.end() ? *best : candidates.front()).test;
}

}  // namespace heddle::classes
