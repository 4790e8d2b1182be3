#include "classes/run/test_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "small_models.h"

namespace heddle::classes::testing::test_choice_test {
namespace {

constexpr AccessType kRead = AccessType::kRead, kWrite = AccessType::kWrite;

enum AccountOperation : std::uint32_t { kWithdraw, kDeposit, kBalance, kName };

Method under(Method made, std::string field, AccessType how, std::uint32_t critical_section) {
  made = touching(std::move(made), std::move(field), how);
  made.accesses.back().held = {{"mutex_", LockMode::kExclusive, LockOwner::kObject, critical_section}};
  return made;
}

// withdraw() looks at the balance and then changes it, with the lock in each step but not between them.
Operations account() {
  Method withdraw = method("withdraw", kBoolType, {parameter(kIntType)});
  withdraw = under(under(std::move(withdraw), "balance_", kRead, 0), "balance_", kWrite, 1);
  withdraw.critical_sections = 2;
  Method deposit = under(method("deposit", kVoidType, {parameter(kIntType)}), "balance_", kWrite, 0);
  Method balance = under(const_method("balance", kIntType), "balance_", kRead, 0);
  for (Method* each : {&deposit, &balance}) each->critical_sections = 1;
  return Operations(class_model("Account", {constructor("Account"), withdraw, deposit, balance,
                                            touching(const_method("name", kTextType), "name_", kRead)}));
}

std::unique_ptr<TestChoice> auto_choice(const Operations& operations, std::uint64_t seed,
                                        std::function<bool(const TestCase&)> orders_differ) {
  TestChoice::Options options;
  options.seed = seed;
  options.orders_differ = std::move(orders_differ);
  Result<std::unique_ptr<TestChoice>> made = TestChoice::make(operations, options);
  EXPECT_TRUE(made);
  return std::move(*made);
}

using Operated = std::pair<std::uint32_t, std::uint32_t>;

Operated firsts_of(const TestCase& test) {
  return {test.suffixes[0].front().operation, test.suffixes[1].front().operation};
}

TEST(TestChoice, AutoBeginsWithPairsThatMayInterfere) {
  const Operations operations = account();
  std::set<Operated> first, all;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto tests = auto_choice(operations, seed, [](const TestCase&) { return true; });
    for (int i = 0; i < 100; ++i) {
      const TestCase test = tests->next();
      tests->feedback(test, TestChoice::Outcome());
      all.insert(firsts_of(test));
      if (i < 2) first.insert(firsts_of(test));
    }
  }
  EXPECT_EQ(first, (std::set<Operated>{{kWithdraw, kWithdraw}, {kWithdraw, kDeposit}}));
  EXPECT_EQ(all.count({kWithdraw, kBalance}), 1u) << "no pair is left out";
  EXPECT_EQ(all.count({kName, kName}), 1u);
}

// Few arguments interact here, but many more tests have one when it is asked for.
TEST(TestChoice, AutoAsksWhetherTheCallsInteract) {
  const Operations operations = account();
  const auto is_wanted = [](const Call& call) {
    return call.operation <= kDeposit && call.argument_seeds.front() == 3;
  };
  const auto wanted_of = [&](const std::function<bool(const TestCase&)>& orders_differ) {
    const auto tests = auto_choice(operations, 1, orders_differ);
    int wanted = 0;
    for (int i = 0; i < 400; ++i) {
      const TestCase test = tests->next();
      tests->feedback(test, TestChoice::Outcome());
      if (std::ranges::any_of(test.suffixes[0], is_wanted)) ++wanted;
    }
    return wanted;
  };
  const int asked = wanted_of([&](const TestCase& test) {
    EXPECT_EQ(test.suffixes[0].size(), 1u) << "it is about the pair's own calls";
    return is_wanted(test.suffixes[0].front());
  });
  EXPECT_GT(asked, 2 * wanted_of([](const TestCase&) { return true; }));
  EXPECT_LT(asked, 400) << "what does not seem to matter is tried, too";
}

// Each question is an execution.
TEST(TestChoice, AutoAsksNoMoreThanItNeedsToChoose) {
  const Operations operations = account();
  int questions = 0, tests = 0;
  const auto choice = auto_choice(operations, 1, [&](const TestCase&) {
    ++questions;
    return true;
  });
  for (; tests < 100; ++tests) choice->feedback(choice->next(), TestChoice::Outcome());
  EXPECT_GT(questions, tests / 2);
  EXPECT_LE(questions, tests) << "the candidate that is least like the tests before is as good as any";
}

}  // namespace
}  // namespace heddle::classes::testing::test_choice_test
