#include "classes/test_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <unordered_set>

#include "classes/levenshtein.h"
#include "classes/test_distance.h"
#include "classes/test_space.h"

namespace heddle::classes {
namespace {

// Each letter is an operation without arguments.
CallSequence calls(std::string_view letters) {
  CallSequence sequence;
  for (const char letter : letters) sequence.push_back({static_cast<std::uint32_t>(letter - 'a'), {}});
  return sequence;
}

TestCase test_of(std::string_view prefix, std::string_view s1, std::string_view s2) {
  return {calls(prefix), {calls(s1), calls(s2)}};
}

std::size_t lev(std::string_view a, std::string_view b) {
  return levenshtein(std::span<const char>(a), std::span<const char>(b));
}

TEST(TestCase, ReadsLikeATable) {
  const TestCase test{{{0, {7}}}, {{{1, {1, 2}}, {2, {}}}, {}, {{9, {}}}}};
  const std::string names[] = {"Queue", "push", "pop"};
  EXPECT_EQ(to_text(test, names),
            "before    Queue(7)\n"
            "thread 1  push(1, 2) pop()\n"
            "thread 2  nothing\n"
            "thread 3  #9()\n");
}

TEST(TestCase, HashesTellWhereCallsStand) {
  const TestCase tests[] = {test_of("a", "bc", "d"), test_of("a", "b", "cd"),  test_of("ab", "c", "d"),
                            test_of("a", "d", "bc"), test_of("a", "bc", "dd"), {calls("a"), {calls("bcd")}}};
  std::set<std::uint64_t> hashes;
  for (const TestCase& test : tests) hashes.insert(hash_of(test));
  EXPECT_EQ(hashes.size(), std::size(tests));
  TestCase other_argument = tests[0];
  other_argument.prefix[0].argument_seeds = {0};
  EXPECT_NE(hash_of(other_argument), hash_of(tests[0]));
  EXPECT_NE(other_argument, tests[0]);
  EXPECT_EQ(hash_of(test_of("a", "bc", "d")), hash_of(tests[0]));
}

TEST(Levenshtein, OfKnownWords) {
  EXPECT_EQ(lev("kitten", "sitting"), 3u);
  EXPECT_EQ(lev("", "abc"), 3u);
  EXPECT_EQ(lev("abc", ""), 3u);
  EXPECT_EQ(lev("flaw", "lawn"), 2u);
  EXPECT_EQ(lev("ab", "ba"), 2u) << "swapping is no edit";
  EXPECT_EQ(lev("same", "same"), 0u);
}

TEST(StaticDistance, AddsPrefixAndSuffixes) {
  const TestCase t = test_of("a", "bcd", "bb");
  EXPECT_EQ(static_distance(t, t), 0u);
  EXPECT_EQ(static_distance(t, test_of("ab", "bcd", "bb")), 1u);
  EXPECT_EQ(static_distance(t, test_of("ab", "cd", "bc")), 3u);
  EXPECT_EQ(static_distance(t, test_of("a", "bb", "bcd")), 4u) << "symmetric tests are not the same";
  EXPECT_EQ(static_distance(t, {calls("a"), {calls("bcd")}}), 2u) << "the second thread has no calls there";
}

TEST(StaticDistance, IsAboutMethodsAndNotArguments) {
  const TestCase a{{{0, {}}}, {{{1, {5}}}, {{2, {}}}}}, b{{{0, {}}}, {{{1, {6}}}, {{2, {}}}}};
  EXPECT_NE(a, b);
  EXPECT_EQ(static_distance(a, b), 0u);
}

TEST(StaticDistance, ToASetIsThatToTheNearest) {
  const TestCase t = test_of("a", "b", "c");
  const TestCase executed[] = {test_of("a", "ccc", "c"), test_of("a", "b", "d"), test_of("b", "c", "d")};
  EXPECT_EQ(static_distance(t, executed), 1u);
  EXPECT_EQ(static_distance(t, std::span(executed).first(1)), 3u);
  EXPECT_EQ(static_distance(t, std::span<const TestCase>()), kInfiniteDistance);
}

TEST(DynamicDistance, CountsWhatIsDiscoveredAndNotExposed) {
  EXPECT_EQ(dynamic_distance({1, 2, 3}, {}), 3u);
  EXPECT_EQ(dynamic_distance({1, 2, 3}, {2, 3, 4, 5}), 1u);
  EXPECT_EQ(dynamic_distance({}, {1}), 0u);
  EXPECT_EQ(dynamic_distance({1}, {1}), 0u);
}

// One constructor of one argument, methods of none and one, two values: 2 prefixes without further calls
// and 2 * 3 with one; suffixes of 3 + 9.
const TestSpace kSmall({{0, 1}}, {{1, 0}, {2, 1}},
                       {.threads = 2, .longest_prefix = 1, .longest_suffix = 2, .values = 2});
constexpr std::size_t kSmallSize = (2 + 2 * 3) * 12 * 12;

TEST(TestSpace, EnumeratesEachTestOnce) {
  std::unordered_set<TestCase> seen;
  TestCase test = kSmall.first();
  do {
    EXPECT_TRUE(seen.insert(test).second) << to_text(test, {});
  } while (kSmall.advance(test) && seen.size() <= kSmallSize);
  EXPECT_EQ(seen.size(), kSmallSize);
  EXPECT_EQ(test, kSmall.first()) << "after the last comes the first";
}

TEST(TestSpace, DrawsAllThatItEnumeratesAndNothingElse) {
  const TestSpace single({{0, 1}}, {{1, 0}, {2, 1}},
                         {.threads = 1, .longest_prefix = 1, .longest_suffix = 2, .values = 2});
  std::set<TestCase> all, drawn;
  TestCase test = single.first();
  do all.insert(test);
  while (single.advance(test));
  Random random(5);
  for (int i = 0; i < 15'000; ++i) drawn.insert(single.draw(random));  // the rarest is one in 512
  EXPECT_EQ(all.size(), 8u * 12);
  EXPECT_TRUE(drawn == all);
}

TEST(TestSpace, FindsTheLastUnseenTestAndThenNone) {
  Random random(2);
  std::unordered_set<TestCase> seen;
  const auto is_seen = [&](const TestCase& test) { return seen.contains(test); };
  while (const auto test = kSmall.draw_unseen(random, is_seen)) ASSERT_TRUE(seen.insert(*test).second);
  EXPECT_EQ(seen.size(), kSmallSize);
}

}  // namespace
}  // namespace heddle::classes
