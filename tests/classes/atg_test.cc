#include "classes/atg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/random.h"

namespace heddle::classes {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using End = AtgResult::End;

// A structure by script. Tests are numbered in the order in which they are generated; they differ from each
// other in one call, so that none is statically farther than another.
class Script : public TestBench {
 public:
  using OnProfile = std::function<TestProfile(std::size_t number)>;  // the how-manieth profile, from 1
  using OnTest = std::function<IRootSet(std::size_t number, const IRootSet& targets)>;

  Script(OnProfile on_profile, OnTest on_test)
      : on_profile_(std::move(on_profile)), on_test_(std::move(on_test)) {}

  static TestCase test_of(std::uint32_t number) { return {{{0, {}}}, {{{1, {}}}, {{number, {}}}}}; }

  std::optional<TestCase> random_test(const IsSeen& is_seen) override {
    for (std::uint32_t tries = 0; tries < available; ++tries) {
      generated_ = generated_ % available + 1;
      if (!is_seen(test_of(generated_))) return test_of(generated_);
    }
    return std::nullopt;
  }
  TestProfile profile(const TestCase& test) override {
    profiled.push_back(test);
    return on_profile_(profiled.size());
  }
  IRootSet actively_test(const TestCase&, const IRootSet& wanted) override {
    targets.push_back(wanted);
    return on_test_(targets.size(), wanted);
  }
  bool is_over() override { return targets.size() >= enough; }

  std::uint32_t available = 1'000'000;
  std::size_t enough = 1'000'000;
  std::vector<TestCase> profiled;
  std::vector<IRootSet> targets;  // of each active test

 private:
  OnProfile on_profile_;
  OnTest on_test_;
  std::uint32_t generated_ = 0;
};

IRootSet expose_all(std::size_t, const IRootSet& targets) {
  return targets;
}

TestProfile discovers(IRootSet roots) {
  return {std::move(roots), {}};
}

AtgBounds counts(const AtgResult& result) {
  return {result.candidates, result.profiles, result.tests};
}

TEST(Mrt, EndsAfterNTestsThatDiscoverNothing) {
  Script script([](std::size_t number) { return discovers(number == 2 ? IRootSet{1, 2} : IRootSet{}); },
                expose_all);
  const AtgResult result = mrt(script, {.N = 3});
  EXPECT_EQ(result.end, End::kNothingDiscovered);
  EXPECT_EQ(counts(result), (AtgBounds{5, 5, 5}));
  EXPECT_THAT(script.targets, ElementsAre(IsEmpty(), IRootSet{1, 2}, IsEmpty(), IsEmpty(), IsEmpty()));
  EXPECT_EQ(result.discovered, (IRootSet{1, 2}));
  EXPECT_EQ(result.exposed, (IRootSet{1, 2}));
}

TEST(SAtg, TargetsWhatAnybodyDiscoveredAndNobodyExposed) {
  Script script(
      [](std::size_t number) {
        if (number == 1) return TestProfile{{1, 2, 3}, {1}};
        return discovers(number == 2 ? IRootSet{4} : IRootSet{});
      },
      [](std::size_t number, const IRootSet&) { return number == 1 ? IRootSet{2} : IRootSet{}; });
  const AtgResult result = s_atg(script, {.N = 2});
  EXPECT_THAT(script.targets, ElementsAre(IRootSet{1, 2, 3}, IRootSet{3, 4}, IRootSet{3, 4}, IRootSet{3, 4}));
  EXPECT_EQ(result.exposed, (IRootSet{1, 2})) << "one by profiling, one actively";
  EXPECT_EQ(result.discovered, (IRootSet{1, 2, 3, 4}));
}

// Tests by hand: a call is a letter.
class ByHand : public TestBench {
 public:
  explicit ByHand(std::vector<std::string> suffixes) : suffixes_(std::move(suffixes)) {}

  static TestCase test_of(const std::string& letters) {
    TestCase test{{{0, {}}}, {{}, {{0, {}}}}};
    for (const char letter : letters) test.suffixes[0].push_back({static_cast<std::uint32_t>(letter), {}});
    return test;
  }
  std::optional<TestCase> random_test(const IsSeen& is_seen) override {
    for (const std::string& each : suffixes_)
      if (!is_seen(test_of(each))) return test_of(each);
    return std::nullopt;
  }
  TestProfile profile(const TestCase&) override { return {}; }
  IRootSet actively_test(const TestCase&, const IRootSet&) override { return {}; }

 private:
  std::vector<std::string> suffixes_;
};

TEST(SAtg, TakesTheStaticallyFarthestOfMoreAndMoreCandidates) {
  ByHand bench({"aa", "ab", "ac", "bbb", "aac", "cccc"});
  const AtgResult result = s_atg(bench, {.N = 2});
  // Of {aa, ab}: all infinitely far. Of {ab, ac, bbb, aac}, with m = 4: bbb is 3 from aa, the others 1.
  EXPECT_THAT(result.executed, ElementsAre(ByHand::test_of("aa"), ByHand::test_of("bbb")));
  EXPECT_EQ(result.candidates, 6u);
  // With N = 3 the second is chosen from all that are left, where cccc is 4 from aa, and the third again.
  ByHand same({"aa", "ab", "ac", "bbb", "aac", "cccc"});
  const AtgResult longer = s_atg(same, {.N = 3});
  EXPECT_THAT(longer.executed,
              ElementsAre(ByHand::test_of("aa"), ByHand::test_of("cccc"), ByHand::test_of("bbb")));
}

TEST(AllLoops, EndWhenThereIsNoUnseenTest) {
  for (const auto loop : {mrt, s_atg, d_atg, sd_atg}) {
    Script script([](std::size_t number) { return discovers({number}); }, expose_all);
    script.available = 4;
    const AtgResult result = loop(script, {.N = 3});
    EXPECT_EQ(result.end, End::kNoUnseenTest);
    EXPECT_EQ(result.profiles, 4u);
    EXPECT_EQ(result.tests, 4u);
    EXPECT_THAT(result.exposed, SizeIs(4));
  }
}

TEST(AllLoops, EndWhenNobodyWantsMore) {
  for (const auto loop : {mrt, s_atg, d_atg, sd_atg}) {
    Script script([](std::size_t number) { return discovers({number}); }, expose_all);
    script.enough = 5;
    const AtgResult result = loop(script, {.N = 3});
    EXPECT_EQ(result.end, End::kOver);
    EXPECT_EQ(result.tests, 5u);
  }
}

TEST(DAtg, ExecutesWhatDiscoversMostThatIsNotExposed) {
  const IRootSet found[] = {{1, 2}, {1, 2, 3}, {4}, {2, 3}, {5, 4}};
  Script script([&](std::size_t number) { return discovers(number <= 5 ? found[number - 1] : IRootSet{}); },
                expose_all);
  const AtgResult result = d_atg(script, {.N = 3});
  // R = {12, 123, 4}: 123. R = {12, 4, 23}: only 4 is news. R = {12, 23, 54}: only 5.
  EXPECT_THAT(result.executed, ElementsAre(Script::test_of(2), Script::test_of(3), Script::test_of(5)));
  EXPECT_THAT(script.targets, ElementsAre(IRootSet{1, 2, 3}, IRootSet{4}, IRootSet{5}));
  EXPECT_EQ(result.end, End::kNothingToExpose);
  EXPECT_EQ(counts(result), (AtgBounds{9, 9, 3})) << "three, and one for each of six iterations";
  EXPECT_EQ((std::set<TestCase>{script.profiled.begin(), script.profiled.end()}).size(), 9u)
      << "each is profiled once, when it enters R";
}

TEST(DAtg, AimsAgainAtWhatEarlierTestsDiscoveredInVain) {
  Script script(
      [](std::size_t number) { return discovers({number}); },
      [](std::size_t number, const IRootSet& targets) { return number == 3 ? targets : IRootSet{}; });
  script.enough = 4;
  d_atg(script, {.N = 3});
  EXPECT_THAT(script.targets, ElementsAre(IRootSet{1}, IRootSet{1, 2}, IRootSet{1, 2, 3}, IRootSet{4}));
}

TEST(DAtg, CountsWhatProfilingExposesWhenTold) {
  const auto seen_at_once = [](std::size_t number) { return TestProfile{{number}, {number}}; };
  const auto nothing = [](std::size_t, const IRootSet&) { return IRootSet{}; };
  Script script(seen_at_once, nothing);
  const AtgResult result = d_atg(script, {.N = 3, .profiles_expose = true});
  EXPECT_EQ(result.tests, 0u);
  EXPECT_EQ(result.end, End::kNothingToExpose);
  EXPECT_THAT(result.exposed, SizeIs(6));
  Script as_in_the_figures(seen_at_once, nothing);
  as_in_the_figures.available = 4;
  EXPECT_EQ(d_atg(as_in_the_figures, {.N = 3}).tests, 4u);
}

TEST(SdAtg, EndsWhenNothingNewIsDiscovered) {
  // The same root again and again; something else is exposed each time, so that neither l nor u grows.
  Script script([](std::size_t) { return discovers({1}); },
                [](std::size_t number, const IRootSet&) { return IRootSet{100 + number}; });
  const AtgResult result = sd_atg(script, {.N = 3});
  EXPECT_EQ(result.end, End::kNothingDiscovered);
  EXPECT_EQ(result.tests, 4u) << "the first discovers it, three more do not";
  // R takes 3 * 3; then m is 3, 6, 9, 12.
  EXPECT_EQ(result.candidates, 9u + 3 + 6 + 9 + 12);
}

TEST(SdAtg, ExecutesWhatDiscoversMostThatIsNotExposed) {
  Script script([](std::size_t number) { return discovers(number == 2 ? IRootSet{1, 2} : IRootSet{1}); },
                expose_all);
  const AtgResult result = sd_atg(script, {.N = 2});
  EXPECT_THAT(result.executed, ElementsAre(script.profiled[1]));
  EXPECT_EQ(result.end, End::kNothingToExpose);
  EXPECT_EQ(counts(result), (AtgBounds{2 * 2 + 3 * 2, 2 + 3, 1}));
}

// Table 1, column by column: the worst structures that there are.

TEST(Table1, SAtgMayNeedAllOfIt) {
  for (std::uint64_t N = 1; N <= 5; ++N)
    for (std::uint64_t r = 0; r <= 4; ++r) {
      // Every Nth test discovers something.
      Script script(
          [&](std::size_t number) {
            return discovers(number % N == 0 && number / N <= r ? IRootSet{number} : IRootSet{});
          },
          expose_all);
      const AtgResult result = s_atg(script, {.N = static_cast<std::uint32_t>(N)});
      EXPECT_EQ(counts(result), s_atg_bounds(N, r)) << N << ' ' << r;
      EXPECT_THAT(result.exposed, SizeIs(r));
    }
}

// Only every Nth candidate discovers anything, and only every Nth active test exposes it.
Script worst_for_dynamic(std::uint64_t N, std::uint64_t r) {
  return Script(
      [=](std::size_t number) {
        if ((number + 1) % N != 0 || number + 1 < 2 * N) return discovers({});
        const std::uint64_t attempt = (number + 1) / N - 2;
        return discovers(attempt < N * r ? IRootSet{attempt / N} : IRootSet{});
      },
      [=](std::size_t number, const IRootSet& targets) { return number % N == 0 ? targets : IRootSet{}; });
}

TEST(Table1, DAtgMayNeedAllOfIt) {
  for (std::uint64_t N = 1; N <= 4; ++N)
    for (std::uint64_t r = 1; r <= 4; ++r) {
      Script script = worst_for_dynamic(N, r);
      const AtgResult result = d_atg(script, {.N = static_cast<std::uint32_t>(N)});
      EXPECT_EQ(counts(result), d_atg_bounds(N, r)) << N << ' ' << r;
      EXPECT_EQ(result.end, End::kNothingToExpose);
      EXPECT_THAT(result.exposed, SizeIs(r));
    }
}

// After the last root m is still N * N, not N as the paper counts: N (N - 1) candidates more than it allows.
TEST(Table1, SdAtgMayNeedMoreCandidates) {
  for (std::uint64_t N = 1; N <= 4; ++N)
    for (std::uint64_t r = 1; r <= 3; ++r) {
      Script script = worst_for_dynamic(N, r);
      const AtgResult result = sd_atg(script, {.N = static_cast<std::uint32_t>(N)});
      AtgBounds expected = sd_atg_bounds(N, r);
      expected.candidates += N * (N - 1);
      EXPECT_EQ(counts(result), expected) << N << ' ' << r;
      EXPECT_EQ(result.end, End::kNothingToExpose);
      EXPECT_THAT(result.exposed, SizeIs(r));
    }
}

TEST(Table1, TheBoundOnTestsFailsWhenNothingMoreCanBeExposed) {
  for (const auto loop : {d_atg, sd_atg}) {
    Script script([](std::size_t number) { return discovers({number}); },
                  [](std::size_t number, const IRootSet&) { return number == 1 ? IRootSet{1} : IRootSet{}; });
    const AtgResult result = loop(script, {.N = 3});
    EXPECT_EQ(result.end, End::kNothingExposed);
    EXPECT_THAT(result.exposed, SizeIs(1));
    EXPECT_EQ(result.tests, 4u);
    EXPECT_GT(result.tests, d_atg_bounds(3, 1).tests);
  }
}

TEST(Table1, TheBoundOnTestsFailsAfterARootThatCannotBeExposed) {
  const IRootSet found[] = {{9}, {1}, {8}};
  Script script([&](std::size_t number) { return discovers(number <= 3 ? found[number - 1] : IRootSet{}); },
                [](std::size_t, const IRootSet& targets) { return without(targets, {8, 9}); });
  const AtgResult result = d_atg(script, {.N = 2});
  EXPECT_EQ(result.end, End::kNothingToExpose);
  EXPECT_EQ(result.exposed, (IRootSet{1}));
  EXPECT_EQ(result.tests, 3u);
  EXPECT_GT(result.tests, d_atg_bounds(2, 1).tests);
}

// The bounds count up to the last test that exposes anything. Where more are made, they are those for one
// root more.
TEST(Table1, HoldsForRandomStructuresUpToTheLastExposure) {
  Random random(11);
  int in_vain = 0, not_in_vain = 0;
  for (int i = 0; i < 200; ++i) {
    const auto N = static_cast<std::uint32_t>(2 + random.below(3));
    const std::uint64_t roots = 1 + random.below(12), feasible = random.below(roots + 1);
    bool has_exposed = true;  // the last test
    const auto on_profile = [&](std::size_t) {
      TestProfile profile;
      for (std::uint64_t root = 0; root < roots; ++root)
        if (random.below(6) == 0) profile.discovered.insert(root);
      return profile;
    };
    const auto on_test = [&](std::size_t, const IRootSet& targets) {
      IRootSet exposed;
      for (const std::uint64_t root : targets)
        if (root < feasible && random.coin()) exposed.insert(root);
      has_exposed = !exposed.empty();
      return exposed;
    };

    Script for_s(on_profile, on_test);
    const AtgResult s = s_atg(for_s, {.N = N});
    const AtgBounds s_bounds = s_atg_bounds(N, s.discovered.size());
    EXPECT_LE(s.candidates, s_bounds.candidates);
    EXPECT_LE(s.profiles, s_bounds.profiles);
    EXPECT_EQ(s.tests, s.profiles);

    has_exposed = true;
    Script for_d(on_profile, on_test);
    const AtgResult d = d_atg(for_d, {.N = N});
    ++(has_exposed ? not_in_vain : in_vain);
    const AtgBounds d_bounds = d_atg_bounds(N, d.exposed.size() + (has_exposed ? 0 : 1));
    EXPECT_LE(d.profiles, d_bounds.profiles);
    EXPECT_LE(d.tests, d_bounds.tests);
    EXPECT_EQ(d.candidates, d.profiles);

    has_exposed = true;
    Script for_sd(on_profile, on_test);
    const AtgResult sd = sd_atg(for_sd, {.N = N});
    const AtgBounds sd_bounds = sd_atg_bounds(N, sd.exposed.size() + (has_exposed ? 0 : 1));
    EXPECT_LE(sd.candidates, sd_bounds.candidates + N * (N - 1));
    EXPECT_LE(sd.profiles, sd_bounds.profiles);
    EXPECT_LE(sd.tests, sd_bounds.tests);
  }
  EXPECT_GT(in_vain, 20);
  EXPECT_GT(not_in_vain, 20);
}

}  // namespace
}  // namespace heddle::classes
