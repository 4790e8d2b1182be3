// `heddle test --known`: a run fails for new bugs only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kSome = {"--executions", "100",      "--time",
                                        "1m",           "--filter", "Counter.*:Locks.*"};

std::vector<std::string> with(std::vector<std::string> options, const std::vector<std::string>& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

TEST(Known, BugsDoNotFailARun) {
  const Workplace workplace;
  const std::vector<std::string> known = with(kSome, {"--known", "known.json"});
  EXPECT_EQ(run_tests(workplace, "gtest_cases", known).status, 2);  // there is no such file yet
  const Outcome update = run_tests(workplace, "gtest_cases", with(known, {"--update-known"}));
  EXPECT_EQ(update.status, 0) << describe(update);
  EXPECT_EQ(workplace.json("known.json").at("known").size(), 2u) << workplace.read("known.json");

  // Another seed finds them by other schedules; still they are the same.
  const Outcome again = run_tests(workplace, "gtest_cases", with(known, {"--seed", "7"}));
  EXPECT_EQ(again.status, 0) << describe(again) << workplace.read("known.json");
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("Counter.LosesUpdates").at("verdict"), "known");
  EXPECT_EQ(tests.at("Locks.AreTakenInTwoOrders").at("verdict"), "known");
  // A known bug does not end the search for others.
  EXPECT_EQ(tests.at("Counter.LosesUpdates").at("executions"), 100);
}

TEST(Known, NewBugsFailARun) {
  const Workplace workplace;
  const std::vector<std::string> known = {"--executions", "100", "--known", "known.json"};
  run_tests(workplace, "gtest_cases", with(known, {"--update-known", "--filter", "Counter.*"}));
  const Outcome outcome = run_tests(workplace, "gtest_cases", with(known, {"--filter", "Counter.*:Locks.*"}));
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("Counter.LosesUpdates").at("verdict"), "known");
  EXPECT_EQ(tests.at("Locks.AreTakenInTwoOrders").at("verdict"), "failed");
}

TEST(Known, WhatIsNotSeenIsMentioned) {
  const Workplace workplace;
  workplace.write("known.json",
                  R"({"version": 1, "known": [{"test": "Counter.AddsInOneStep", "kind": "deadlock",
                      "functions": "f", "message": "deadlock"}]})");
  const Outcome outcome = run_tests(workplace, "gtest_cases",
                                    {"--executions", "50", "--known", "known.json", "--filter", "*OneStep"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Known, but not seen this time: Counter.AddsInOneStep (deadlock in f)"));
  run_tests(workplace, "gtest_cases",
            {"--executions", "50", "--known", "known.json", "--update-known", "--filter", "*OneStep"});
  EXPECT_THAT(workplace.read("known.json"), Not(HasSubstr("AddsInOneStep")));
}

#if HEDDLE_FULL_TESTS
// A program under test: the report of a failure has a place, an object without a printer, and a heap object.
constexpr char kProgram[] = R"(#include <gtest/gtest.h>
#include <memory>
#include <thread>
struct Order { void* self; int pieces = 0; bool operator==(const Order& other) const { return pieces == other.pieces; } };
TEST(Orders, AreCounted) {
  auto order = std::make_unique<Order>();
  std::thread one([&] { order->pieces++; });
  std::thread two([&] { order->pieces++; });
  one.join();
  two.join();
  Order expected{order.get(), 2};
  order->self = &expected;
  EXPECT_EQ(*order, expected);
}
)";

TEST(Known, BugsAreKnownAfterARebuildElsewhere) {
  const Workplace workplace;
  const auto compile = [&](const std::string& folder, const std::string& source) {
    std::filesystem::create_directories(workplace.path(folder));
    workplace.write(folder + "/orders_test.cc", source);
    const Outcome compiled = workplace.run_heddle({"c++", "-g", "-std=c++20", folder + "/orders_test.cc",
                                                   "-o", folder + "/orders_test", "-lgtest", "-lgtest_main"});
    ASSERT_EQ(compiled.status, 0) << describe(compiled);
  };
  const auto test = [&](const std::string& program, const std::vector<std::string>& more) {
    return workplace.run_heddle(
        with({"test", "--executions", "300", "--known", "known.json"}, with(more, {"--", program})));
  };
  compile("src", kProgram);
  EXPECT_EQ(test("src/orders_test", {"--update-known"}).status, 0);
  const auto known = workplace.json("known.json").at("known").size();
  EXPECT_GE(known, 1u) << workplace.read("known.json");

  // Lines are added, and the file is elsewhere.
  compile("other/place",
          "// one\n\n// two\n#include <string>\nstd::string unused(99, 'x');\n" + std::string(kProgram));
  const Outcome again = test("other/place/orders_test", {});
  EXPECT_EQ(again.status, 0) << describe(again) << workplace.read("known.json");

  // In another function it is a bug of its own: here by the name of its test.
  std::string renamed = kProgram;
  renamed.replace(renamed.find("AreCounted"), 10, "AreAdded");
  compile("renamed", renamed);
  EXPECT_EQ(test("renamed/orders_test", {}).status, 1);
}
#endif

TEST(Known, DamagedFilesAreWrongUse) {
  const Workplace workplace;
  workplace.write("known.json", "no JSON");
  const Outcome outcome = run_tests(workplace, "gtest_cases", {"--known", "known.json"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("known.json is no file of known bugs"));
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--update-known"}).status, 2);
}

}  // namespace
}  // namespace heddle::e2e
