#include "analysis/access_patterns.h"

#include <gtest/gtest.h>

#include "pattern_trace.h"

namespace heddle {
namespace {

using Texts = std::set<std::string>;

// The pattern that consists of all accesses of a trace.
std::string whole(int id, const std::vector<Event>& trace) {
  std::string text = std::to_string(id) + ":";
  for (const Event& event : trace) text += " " + element_text(event);
  return text;
}

TEST(AccessPatterns, FindsEachPatternOfTheTable) {
  for (const TableRow& row : kTable) {
    const std::vector<Event> trace = trace_of(row.accesses);
    EXPECT_EQ(with_id(row.id, patterns_of(trace)), Texts{whole(row.id, trace)}) << row.accesses;
  }
}

TEST(AccessPatterns, FindsEachPatternAmongOtherAccesses) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace;
    for (const Event& event : trace_of(row.accesses)) {
      for (const Event& other : trace_of("3Wz@90 3Ra@91 4Ra@92")) trace.push_back(other);
      trace.push_back(event);
    }
    EXPECT_EQ(with_id(row.id, patterns_of(trace)), Texts{whole(row.id, trace_of(row.accesses))})
        << row.accesses;
  }
}

TEST(AccessPatterns, FindsAtomicLoadsAndStoresAsReadsAndWrites) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace = trace_of(row.accesses);
    const std::string expected = whole(row.id, trace);
    for (Event& event : trace)
      event.kind = writes(event.kind) ? OperationKind::kAtomicStore : OperationKind::kAtomicLoad;
    EXPECT_EQ(with_id(row.id, patterns_of(trace)), Texts{expected}) << row.accesses;
  }
}

TEST(AccessPatterns, FindsNothingInWhatOneThreadDoes) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace = trace_of(row.accesses);
    for (Event& event : trace) event.thread = 1;
    EXPECT_EQ(patterns_of(trace), Texts{}) << row.accesses;
  }
}

TEST(AccessPatterns, FindsNothingInReads) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace = trace_of(row.accesses);
    for (Event& event : trace) event.kind = OperationKind::kRead;
    EXPECT_EQ(patterns_of(trace), Texts{}) << row.accesses;
  }
}

TEST(AccessPatterns, NeedsItsVariables) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace = trace_of(row.accesses);
    trace.back().location = 'z';
    EXPECT_EQ(with_id(row.id, patterns_of(trace)), Texts{}) << row.accesses;
  }
}

TEST(AccessPatterns, NeedsTheFirstThreadAgain) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace = trace_of(row.accesses);
    if (trace.size() < 3) continue;
    trace.back().thread = 3;
    EXPECT_EQ(with_id(row.id, patterns_of(trace)), Texts{}) << row.accesses;
  }
}

TEST(AccessPatterns, HasNoWriteWithinAPair) {
  for (const TableRow& row : kTable) {
    const std::vector<Event> accesses = trace_of(row.accesses);
    for (const std::size_t at : {std::size_t{1}, accesses.size() - 1}) {
      std::vector<Event> trace = accesses;
      Event write = trace[at];
      write.thread = 3;
      write.site = 99;
      write.kind = OperationKind::kWrite;
      if (at == 1) write.location = trace[0].location;
      trace.insert(trace.begin() + static_cast<std::ptrdiff_t>(at), write);
      EXPECT_FALSE(patterns_of(trace).contains(whole(row.id, accesses))) << row.accesses << " at " << at;
    }
  }
}

TEST(AccessPatterns, JoinsNoPairsWhoseThreadsAreNotReversed) {
  for (const TableRow& row : kTable) {
    std::vector<Event> trace = trace_of(row.accesses);
    for (Event& event : trace)
      if (event.location == 'y') event.thread = static_cast<ThreadId>(3 - event.thread);
    EXPECT_EQ(quadruples_in(patterns_of(trace)), Texts{}) << row.accesses;
  }
}

TEST(AccessPatterns, AreNotFoundInTheirSerializableNeighbours) {
  const TableRow rows[] = {
      {1, "1Rx 1Wx 2Wx"},      // the write between is the reader's own
      {2, "1Wx 2Wx 2Rx"},      // it reads what it wrote
      {3, "1Wx 2Rx 1Wx"},      // nobody else writes
      {4, "1Rx 2Rx 1Rx"},      // nobody writes
      {4, "1Rx 1Wx 2Wx 1Rx"},  // the first pair begins with a write: that is 5
      {4, "1Rx 2Wx 2Wx 1Rx"},  // two pairs that share no access
      {4, "1Rx 2Wx 1Wx 1Rx"},  // it reads its own write
      {5, "1Wx 2Rx 1Rx"},      //
      {5, "1Wx 2Wx 2Wx 1Rx"},  //
      {5, "1Wx 2Wx 1Wx 1Rx"},  //
      {6, "1Wx 2Rx 1Rx"},      //
      {6, "1Wx 2Rx 2Wx 1Wx"},  // that is 8
      {6, "1Rx 2Rx 1Wx"},      //
      {7, "1Rx 2Rx 1Wx"},      //
      {7, "1Rx 1Wx 2Wx 1Wx"},  //
      {7, "1Rx 2Wx 2Wx 1Wx"},  //
      {8, "1Wx 1Wx 2Wx"},      //
      {8, "1Wx 2Wx 2Wx 1Wx"},  //
      {9, "1Wx 2Wx 2Wx 1Wx"},  // one variable
      {9, "1Wx 2Wx 2Wy 1Ry"},  // pairs of kinds that the table does not join
      {12, "1Wx 2Rx 2Wy 1Wy"}, {12, "1Wx 2Rx 2Wy 1Ry"},
      {14, "1Rx 2Wx 2Ry 1Wy"}, {14, "1Rx 2Wx 2Wy 1Wy"},  // as the paper prints it
      {10, "1Wx 2Wy 2Wy 1Wy"},                           // as the paper prints it
  };
  for (const TableRow& row : rows)
    EXPECT_EQ(with_id(row.id, patterns_of(row.accesses)), Texts{}) << row.id << ": " << row.accesses;
}

// Section III of the paper: s4 reads the variable, s5 writes it.
TEST(AccessPatterns, OfTheWorkedExampleAreThoseOfEquation1) {
  EXPECT_EQ(patterns_of("1Rx@4 1Wx@5 2Rx@4 2Wx@5"), (Texts{"2: 1@5x 2@4x", "3: 1@5x 2@5x"}));
}

TEST(AccessPatterns, OfTheThirdIterationAreThoseOfThePaper) {
  EXPECT_EQ(patterns_of("1Rx@4 2Rx@4 1Wx@5"), Texts{"1: 2@4x 1@5x"});
  EXPECT_EQ(patterns_of("1Rx@4 2Rx@4 2Wx@5"), Texts{"1: 1@4x 2@5x"});
  EXPECT_EQ(patterns_of("2Rx@4"), Texts{});
  EXPECT_EQ(patterns_of("1Rx@4 2Rx@4"), Texts{});
  EXPECT_EQ(patterns_of("1Rx@4 2Rx@4 1Wx@5 2Wx@5"),
            (Texts{"1: 2@4x 1@5x", "3: 1@5x 2@5x", "7: 2@4x 1@5x 2@5x"}))
      << "the failing trace";
}

TEST(AccessPatterns, TakeAnUpdateForAReadAndForAWrite) {
  EXPECT_EQ(patterns_of("1Ux 2Ux"), (Texts{"1: 1@1x 2@2x", "2: 1@1x 2@2x", "3: 1@1x 2@2x"}));
  EXPECT_EQ(patterns_of("1Rx 2Ux"), Texts{"1: 1@1x 2@2x"});
  EXPECT_EQ(patterns_of("1Ux 2Rx"), Texts{"2: 1@1x 2@2x"});
  EXPECT_EQ(patterns_of("1Ux 1Wx 2Wx"), Texts{"3: 1@2x 2@3x"}) << "an update is no later than it happens";
  const Texts triples = patterns_of("1Ux 2Ux 1Ux");
  for (int id = 4; id <= 8; ++id)
    EXPECT_EQ(with_id(id, triples), Texts{std::to_string(id) + ": 1@1x 2@2x 1@3x"});
  EXPECT_EQ(triples.size(), 11u) << "three kinds of each of the two pairs, five of the triple";
  EXPECT_EQ(quadruples_in(patterns_of("1Ux 2Ux 2Uy 1Uy")),
            (Texts{"9: 1@1x 2@2x 2@3y 1@4y", "12: 1@1x 2@2x 2@3y 1@4y", "14: 1@1x 2@2x 2@3y 1@4y"}));
  EXPECT_EQ(quadruples_in(patterns_of("1Ux 2Ry 1Wy 2Rx")), Texts{"17: 1@1x 2@2y 1@3y 2@4x"});
}

TEST(AccessPatterns, TakeAFailedUpdateForARead) {
  EXPECT_EQ(patterns_of("1Fx 2Fx"), Texts{});
  EXPECT_EQ(patterns_of("1Wx 2Fx 1Wx"), patterns_of("1Wx 2Rx 1Wx"));
  EXPECT_EQ(patterns_of("1Wx 3Fx 2Rx"), patterns_of("1Wx 3Rx 2Rx")) << "it does not stand between";
  std::vector<Event> store = trace_of("1Wx 2Sx");
  store[1].detail = 1;
  EXPECT_EQ(patterns_of(store), Texts{"3: 1@1x 2@2x"}) << "only an update can fail";
}

TEST(AccessPatterns, CountNothingButAccessesWithALocation) {
  std::vector<Event> trace = trace_of("1Wx 2Rx");
  trace[1].location = kNoLocation;
  trace[0].location = kNoLocation;
  EXPECT_EQ(patterns_of(trace), Texts{});
  trace = trace_of("1Wx 2Rx");
  for (const OperationKind kind : {OperationKind::kLock, OperationKind::kFence, OperationKind::kReceive,
                                   OperationKind::kThreadJoin, OperationKind::kSemaphorePost}) {
    trace[0].kind = kind;
    EXPECT_EQ(patterns_of(trace), Texts{}) << to_string(kind);
  }
}

}  // namespace
}  // namespace heddle
