// The search against brute force: all orders of all calls, judged by the definitions.
#include <gtest/gtest.h>

#include <algorithm>

#include "classes/linearizability.h"
#include "event/random.h"
#include "model_object.h"

namespace heddle::classes::linearizability_random_test {
namespace {

using namespace testing;
using Answer = Linearization::Answer;

// Threads call, the calls take effect at some time, and return; some never do. Then a lie is told, perhaps.
History random_history(Random& random, std::uint32_t first_operation, std::uint32_t operations) {
  struct Running {
    std::optional<std::size_t> call;
    std::optional<Outcome> outcome;
  };
  History history;
  ModelObject object;
  const std::size_t most_calls = 2 + random.below(4);
  std::vector<Running> threads(2 + random.below(2));
  const std::uint64_t end = 6 + random.below(40);
  for (std::uint64_t now = 1; now < end; ++now) {
    Running& thread = threads[random.below(threads.size())];
    const auto number = static_cast<std::uint32_t>(&thread - threads.data());
    if (!thread.call) {
      if (history.calls.size() == most_calls) continue;
      const auto operation = first_operation + static_cast<std::uint32_t>(random.below(operations));
      thread = {history.calls.size(), std::nullopt};
      history.calls.push_back(
          {number, {operation, {random.below(2)}}, std::nullopt, now, HistoryCall::kNever});
    } else if (!thread.outcome) {
      const Outcome outcome = object.step(history.calls[*thread.call].call);
      if (outcome.kind != Outcome::Kind::kBlocks) thread.outcome = outcome;
    } else if (random.below(8) != 0) {
      history.calls[*thread.call].outcome = thread.outcome;
      history.calls[*thread.call].returned = now;
      thread = {};
    }
  }
  if (random.coin()) history.final_state = object.final_state();
  HistoryCall& liar = history.calls[random.below(history.calls.size())];
  if (random.coin() && liar.outcome) {
    const Outcome lies[] = {Outcome::value("0"), Outcome::value("1"), Outcome::value("true"),
                            Outcome::value("false"), Outcome::exception("empty")};
    liar.outcome = lies[random.below(std::size(lies))];
  }
  return history;
}

bool was_quiet_between(const History& history, const HistoryCall& a, const HistoryCall& b) {
  for (std::uint64_t after = a.returned; after < b.invoked; ++after)
    if (std::ranges::none_of(history.calls, [&](const HistoryCall& call) {
          return call.invoked <= after && call.returned > after;
        }))
      return true;
  return false;
}

bool must_precede(const History& history, std::size_t a, std::size_t b, CallOrder order) {
  const HistoryCall &first = history.calls[a], &second = history.calls[b];
  const bool ended_before = first.returned < second.invoked;
  switch (order) {
    case CallOrder::kRealTime:
      return ended_before;
    case CallOrder::kQuiescent:
      return ended_before && was_quiet_between(history, first, second);
    case CallOrder::kProgram:
      return ended_before && first.thread == second.thread;
  }
  return false;
}

bool respects(const History& history, const std::vector<std::size_t>& row, CallOrder order) {
  for (std::size_t i = 0; i < row.size(); ++i)
    for (std::size_t j = i + 1; j < row.size(); ++j)
      if (must_precede(history, row[j], row[i], order)) return false;
  return true;
}

// How many calls of the row happen as they did.
std::size_t explained_calls(const History& history, const std::vector<std::size_t>& row,
                            const std::set<std::uint32_t>& ignored, ModelObject& object) {
  object.reset();
  for (std::size_t i = 0; i < row.size(); ++i) {
    const HistoryCall& made = history.calls[row[i]];
    const Outcome outcome = object.step(made.call);
    const bool may_be_any = made.is_pending() || ignored.contains(made.call.operation);
    if (outcome.kind == Outcome::Kind::kBlocks || (!may_be_any && outcome != *made.outcome)) return i;
  }
  return row.size();
}

std::size_t returned_calls(const History& history, const std::vector<std::size_t>& row, std::size_t length) {
  return static_cast<std::size_t>(
      std::count_if(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(length),
                    [&](std::size_t call) { return !history.calls[call].is_pending(); }));
}

struct BruteForce {
  bool is_explained = false;
  std::size_t longest = 0;  // calls that returned
};

BruteForce brute_force(const History& history, const LinearizabilityOptions& options) {
  BruteForce found;
  ModelObject object;
  std::vector<std::size_t> returned, pending;
  for (std::size_t call = 0; call < history.calls.size(); ++call)
    (history.calls[call].is_pending() ? pending : returned).push_back(call);
  for (std::size_t taken = 0; taken < std::size_t{1} << pending.size(); ++taken) {
    std::vector<std::size_t> row = returned;
    for (std::size_t i = 0; i < pending.size(); ++i)
      if (((taken >> i) & 1) != 0) row.push_back(pending[i]);
    std::ranges::sort(row);
    do {
      if (!respects(history, row, options.order)) continue;
      const std::size_t length = explained_calls(history, row, options.ignored, object);
      found.longest = std::max(found.longest, returned_calls(history, row, length));
      if (length == row.size() && (!history.final_state || *history.final_state == object.final_state()))
        found.is_explained = true;
    } while (std::ranges::next_permutation(row).found);
  }
  return found;
}

struct Family {
  const char* name;
  std::uint32_t first;
  std::uint32_t count;
};

class AgainstBruteForce : public ::testing::TestWithParam<CallOrder> {};

TEST_P(AgainstBruteForce, OnRandomHistories) {
  constexpr Family kFamilies[] = {
      {"queue", kPush, 3}, {"register", kWrite, 2}, {"counter", kIncrement, 1}, {"set", kInsert, 3}};
  for (const Family& family : kFamilies) {
    Random random(2026);
    int explained = 0, not_explained = 0;
    for (int i = 0; i < 1000; ++i) {
      const History history = random_history(random, family.first, family.count);
      LinearizabilityOptions options{.order = GetParam(), .ignored = {}};
      if (random.below(4) == 0) options.ignored = {family.first};
      const BruteForce expected = brute_force(history, options);
      for (const bool has_key : {true, false}) {
        ModelObject object(has_key);
        SpecificationTree tree(object);
        const Linearization found = linearize(history, tree, options);
        ASSERT_EQ(found.answer == Answer::kExplained, expected.is_explained)
            << family.name << ' ' << i << '\n'
            << explain(found, history, kModelNames);
        ASSERT_TRUE(respects(history, found.row, options.order)) << family.name << ' ' << i;
        ASSERT_EQ(explained_calls(history, found.row, options.ignored, object), found.row.size());
        ASSERT_EQ(returned_calls(history, found.row, found.row.size()), expected.longest)
            << family.name << ' ' << i;
        ASSERT_EQ(
            found.misfits.empty(),
            expected.longest == static_cast<std::size_t>(std::ranges::count_if(
                                    history.calls, [](const HistoryCall& c) { return !c.is_pending(); })))
            << family.name << ' ' << i;
      }
      ++(expected.is_explained ? explained : not_explained);
    }
    EXPECT_GT(explained, 300) << family.name;
    EXPECT_GT(not_explained, 30) << family.name;
  }
}

INSTANTIATE_TEST_SUITE_P(AllOrders, AgainstBruteForce,
                         ::testing::Values(CallOrder::kRealTime, CallOrder::kQuiescent, CallOrder::kProgram),
                         [](const auto& each) {
                           return each.param == CallOrder::kRealTime    ? "RealTime"
                                  : each.param == CallOrder::kQuiescent ? "Quiescent"
                                                                        : "Program";
                         });

}  // namespace
}  // namespace heddle::classes::linearizability_random_test
