// Options, identity, bounds and copies; which patterns there are is in access_patterns_test.cc.
#include <gtest/gtest.h>

#include "analysis/access_patterns.h"
#include "pattern_trace.h"

namespace heddle::pattern_extractor_test {
namespace {

using Texts = std::set<std::string>;

Event creation(ThreadId creator, std::uint32_t created) {
  return {kNoLocation, 1, creator, OperationKind::kThreadCreate, 0, created};
}

std::set<std::uint64_t> keys_of(const std::vector<Event>& trace, const PatternOptions& options = {}) {
  PatternExtractor extractor(options);
  std::set<std::uint64_t> keys;
  for (const Event& event : trace)
    extractor.add(event, [&](const Pattern& pattern) { keys.insert(pattern.key()); });
  return keys;
}

std::vector<Event> joined(std::vector<Event> trace, const std::string& accesses) {
  for (const Event& event : trace_of(accesses)) trace.push_back(event);
  return trace;
}

const PatternOptions kFalcon = {.patterns = PatternOptions::Patterns::kFalcon};
const PatternOptions kIgnoringThreads = {.threads = PatternOptions::Threads::kIgnored};

TEST(PatternIdentity, IsTheSameWhenThreadsGotOtherIds) {
  // main.0 and main.1 create a thread each, in one order or the other.
  const auto here = joined({creation(0, 1), creation(0, 2), creation(1, 3), creation(2, 4)},
                           "3Wx@7 4Rx@8 3Wx@9 0Rx@6 2Wx@5");
  const auto there = joined({creation(0, 1), creation(0, 2), creation(2, 3), creation(1, 4)},
                            "4Wx@7 3Rx@8 4Wx@9 0Rx@6 2Wx@5");
  EXPECT_EQ(keys_of(here), keys_of(there));
  const auto other = joined({creation(0, 1), creation(0, 2), creation(2, 3), creation(1, 4)},
                            "3Wx@7 4Rx@8 3Wx@9 0Rx@6 2Wx@5");
  EXPECT_NE(keys_of(here), keys_of(other)) << "the same ids, but other threads";
}

TEST(PatternIdentity, CountsTheCreationsOfEachCreatorAndNoneThatFailed) {
  ThreadNameHashes names;
  names.look_for_creation(creation(0, 1));
  names.look_for_creation(creation(0, kNoThread));
  names.look_for_creation(creation(1, 2));
  names.look_for_creation(creation(0, 3));
  EXPECT_EQ(names.of(1), combine(names.of(0), 0));
  EXPECT_EQ(names.of(2), combine(names.of(1), 0));
  EXPECT_EQ(names.of(3), combine(names.of(0), 1));
  const std::set<std::uint64_t> all = {names.of(0), names.of(1), names.of(2),
                                       names.of(3), names.of(4), names.of(kNoThread - 1)};
  EXPECT_EQ(all.size(), 6u) << "also those that nobody was seen to create";
}

TEST(PatternIdentity, HasSitesAndVariablesAndTheId) {
  const auto base = keys_of(trace_of("1Wx@1 2Rx@2"));
  EXPECT_NE(base, keys_of(trace_of("1Wx@2 2Rx@1")));
  EXPECT_NE(base, keys_of(trace_of("1Wx@1 2Rx@3")));
  EXPECT_NE(base, keys_of(trace_of("1Wy@1 2Ry@2")));
  EXPECT_NE(base, keys_of(trace_of("1Wx@1 2Wx@2")));
  EXPECT_NE(base, keys_of(trace_of("2Wx@1 1Rx@2")));
}

TEST(PatternIdentity, CanIgnoreThreads) {
  EXPECT_EQ(keys_of(trace_of("1Wx@1 2Rx@2"), kIgnoringThreads),
            keys_of(trace_of("4Wx@1 3Rx@2"), kIgnoringThreads));
  EXPECT_NE(keys_of(trace_of("1Wx@1 2Rx@2"), kIgnoringThreads),
            keys_of(trace_of("1Wx@1 2Rx@3"), kIgnoringThreads));
  EXPECT_EQ(keys_of(trace_of("1Wx 1Rx"), kIgnoringThreads).size(), 0u) << "two threads are still needed";
  PatternExtractor extractor(kIgnoringThreads);
  for (const Event& event : trace_of("1Wx 2Wx 2Wy 1Wy"))
    extractor.add(event, [](const Pattern& pattern) {
      for (const PatternElement& element : pattern.elements) EXPECT_EQ(element.thread_name, 0u);
    });
}

TEST(PatternExtractor, LeavesQuadruplesOutForFalcon) {
  for (const TableRow& row : kTable)
    EXPECT_EQ(with_id(row.id, patterns_of(row.accesses, kFalcon)).size(), row.id <= 8 ? 1u : 0u)
        << row.accesses;
}

TEST(PatternExtractor, JoinsPairsWithinTheWindow) {
  const std::string quadruple = "1Wx 2Wx 3Rz 3Rz 2Wy 1Wy";  // the pairs complete four accesses apart
  EXPECT_EQ(quadruples_in(patterns_of(quadruple, {.window = 4})).size(), 1u);
  EXPECT_EQ(quadruples_in(patterns_of(quadruple, {.window = 3})), Texts{});
  EXPECT_EQ(quadruples_in(patterns_of("1Wx 2Wy 1Wy 2Wx", {.window = 1})), Texts{"11: 1@1x 2@2y 1@3y 2@4x"})
      << "how long a pair takes does not matter";
  std::vector<Event> trace = trace_of(quadruple);
  trace[2].location = trace[3].location = kNoLocation;
  EXPECT_EQ(quadruples_in(patterns_of(trace, {.window = 2})).size(), 1u) << "other events do not count";
  for (const TableRow& row : kTable)
    EXPECT_EQ(quadruples_in(patterns_of(row.accesses, {.window = 0})), Texts{}) << row.accesses;
  EXPECT_EQ(patterns_of("1Wx 2Wx 1Wx", {.window = 0}), patterns_of("1Wx 2Wx 1Wx"))
      << "triples have no window";
}

TEST(PatternExtractor, FindsQuadruplesOfAReadThatIsRepeated) {
  const std::string spinning = "1Wx 2Rx@5 2Ry 1Wy 2Rx@5";
  EXPECT_TRUE(patterns_of(spinning).contains("17: 1@1x 2@3y 1@4y 2@5x"));
  EXPECT_TRUE(patterns_of("1Wx 2Rx@5 2Rx@5 2Ry 1Wy").contains("12: 1@1x 2@5x 2@4y 1@5y"));
}

TEST(PatternExtractor, FindsQuadruplesOfAPairThatComesAgain) {
  const Texts found = patterns_of("1Wx@1 2Wy@2 1Wy@3 2Wx@4 1Wx@1 2Wx@4");
  EXPECT_TRUE(found.contains("11: 1@1x 2@2y 1@3y 2@4x"));
  EXPECT_TRUE(found.contains("9: 2@2y 1@3y 1@1x 2@4x")) << "the second time it comes after the other pair";
}

TEST(PatternExtractor, ReportsARepeatedReadOnce) {
  PatternExtractor extractor;
  std::size_t reports = 0;
  const auto count = [&](const Pattern&) { ++reports; };
  for (const Event& event : trace_of("2Rx 2Wy 1Ry 1Wx 2Rx@5")) extractor.add(event, count);
  const std::size_t before = reports;
  for (int i = 0; i < 100; ++i)
    for (const Event& event : trace_of("2Rx@5")) extractor.add(event, count);
  EXPECT_GT(before, 0u);
  EXPECT_EQ(reports, before);
}

TEST(PatternExtractor, KeepsTheLastReadSitesOfAThread) {
  EXPECT_EQ(patterns_of("1Rx@1 1Rx@2 2Wx@9"), (Texts{"1: 1@1x 2@9x", "1: 1@2x 2@9x"}));
  EXPECT_EQ(patterns_of("1Rx@1 1Rx@2 1Rx@3 2Wx@9"), (Texts{"1: 1@2x 2@9x", "1: 1@3x 2@9x"}));
  EXPECT_EQ(patterns_of("1Rx@1 1Rx@2 1Rx@1 1Rx@3 2Wx@9"), (Texts{"1: 1@1x 2@9x", "1: 1@3x 2@9x"}))
      << "those that read last, not those that were new last";
  EXPECT_EQ(with_id(4, patterns_of("1Rx@1 1Rx@2 1Rx@3 2Wx@9 1Rx@5")),
            (Texts{"4: 1@2x 2@9x 1@5x", "4: 1@3x 2@9x 1@5x"}));
}

TEST(PatternExtractor, KeepsTheLastPairsOfTwoThreads) {
  // As many pairs on different variables as are kept, and one more, between the two pairs of pattern 9.
  for (std::size_t others = 0; others <= RecentAccessPairs::kKept; ++others) {
    std::string trace = "1Wx@1 2Wx@2";
    for (std::size_t i = 0; i < others; ++i) {
      const std::string variable(1, static_cast<char>('A' + i));
      trace += " 1W" + variable + "@3 2W" + variable + "@4";
    }
    const Texts found = patterns_of(trace + " 2Wy@5 1Wy@6");
    EXPECT_EQ(found.contains("9: 1@1x 2@2x 2@5y 1@6y"), others < RecentAccessPairs::kKept) << others;
  }
}

TEST(PatternExtractor, GrowsWithLocationsAndThreadsOnly) {
  PatternExtractor extractor;
  const auto ignore = [](const Pattern&) {};
  const auto add_rounds = [&](SiteId rounds) {
    for (SiteId round = 0; round < rounds; ++round)
      for (LocationId location = 1; location <= 100; ++location)
        for (ThreadId thread = 0; thread < 4; ++thread) {
          extractor.add({location, round % 97 + 1, thread, OperationKind::kRead, 4, 0}, ignore);
          extractor.add({location, round % 89 + 1, thread, OperationKind::kAtomicUpdate, 4, round % 2},
                        ignore);
        }
  };
  add_rounds(2);
  const std::size_t bytes = extractor.bytes();
  add_rounds(500);
  EXPECT_EQ(extractor.bytes(), bytes);
  const std::size_t of_two_threads = 800;
  EXPECT_LE(bytes, 100u * 4 * 64 + 4 * 3 / 2 * of_two_threads + 1000);
}

TEST(PatternExtractor, IsCopiedAsAValue) {
  PatternExtractor prefix;
  Texts found;
  const auto collect = [&](const Pattern& pattern) { found.insert(pattern_text(pattern)); };
  for (const Event& event : trace_of("1Rx@4 2Rx@4")) prefix.add(event, collect);
  EXPECT_EQ(found, Texts{});
  PatternExtractor first = prefix;
  PatternExtractor second = prefix;
  first.add(trace_of("1Wx@5")[0], collect);
  EXPECT_EQ(found, Texts{"1: 2@4x 1@5x"});
  found.clear();
  second.add(trace_of("2Wx@5")[0], collect);
  EXPECT_EQ(found, Texts{"1: 1@4x 2@5x"}) << "the first copy's write is not here";
  found.clear();
  first.add(trace_of("2Wx@5")[0], collect);
  EXPECT_EQ(found, (Texts{"3: 1@5x 2@5x", "7: 2@4x 1@5x 2@5x"}));
  found.clear();
  prefix = second;
  prefix.add(trace_of("1Wx@5")[0], collect);
  EXPECT_EQ(found, (Texts{"3: 2@5x 1@5x", "7: 1@4x 2@5x 1@5x"}));
}

TEST(PatternExtractor, CopiesAnywhereContinueAsTheOriginal) {
  for (const TableRow& row : kTable) {
    const std::vector<Event> trace = trace_of(row.accesses);
    for (std::size_t at = 0; at <= trace.size(); ++at) {
      PatternExtractor extractor;
      Texts found;
      for (std::size_t i = 0; i < trace.size(); ++i) {
        if (i == at) extractor = PatternExtractor(extractor);
        extractor.add(trace[i], [&](const Pattern& pattern) { found.insert(pattern_text(pattern)); });
      }
      EXPECT_EQ(found, patterns_of(trace)) << row.accesses << " copied at " << at;
    }
  }
}

}  // namespace
}  // namespace heddle::pattern_extractor_test
