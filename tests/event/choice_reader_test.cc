#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/execution.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Event event(ThreadId thread, OperationKind kind, SiteId site) {
  return {kNoLocation, site, thread, kind, 0, 0};
}

// main creates two threads and joins the first; main.0 takes a lock and writes; main.1 blocks on that lock
// for ever.
struct Example {
  std::vector<Event> events = {
      event(0, OperationKind::kThreadCreate, 10),  // 0
      event(0, OperationKind::kThreadCreate, 11),  // 1
      event(1, OperationKind::kThreadStart, 10),   // 2
      event(1, OperationKind::kLock, 20),          // 3
      event(2, OperationKind::kThreadStart, 11),   // 4
      event(1, OperationKind::kWrite, 21),         // 5
      event(0, OperationKind::kThreadJoin, 12),    // 6
  };
  std::vector<EnabledChange> changes = {
      {0, 0, true},   // main
      {1, 1, true},   // main.0 was created
      {2, 2, true},   // main.1 was created
      {2, 0, false},  // main joins
      {5, 2, false},  // main.1 wants the lock
      {6, 1, false},  // main.0 is over
      {6, 0, true},
  };
  Execution execution;

  Example() {
    execution.events = events;
    execution.changes = changes;
    execution.threads = {"main", "main.0", "main.1"};
    execution.unfinished.resize(3);
    execution.unfinished[2].kind = OperationKind::kLock;
    execution.unfinished[2].site = 30;
  }
};

TEST(ChoiceReader, ReconstructsWhoWasEnabled) {
  const Example example;
  ChoiceReader reader(example.execution);
  const std::vector<std::vector<ThreadId>> expected = {{0}, {0, 1}, {1, 2}, {1, 2}, {1, 2}, {1}, {0}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(reader.index(), i);
    EXPECT_EQ(reader.enabled(), expected[i]) << "before event " << i;
    EXPECT_EQ(reader.next(), i + 1 < expected.size());
  }
}

TEST(ChoiceReader, TellsWhatEachThreadWasAboutToDo) {
  const Example example;
  ChoiceReader reader(example.execution);
  const auto announced = [&reader](ThreadId thread) { return reader.announced(thread); };
  EXPECT_EQ(announced(0), (StepKind{OperationKind::kThreadCreate, 10}));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(announced(0), (StepKind{OperationKind::kThreadCreate, 11}));
  EXPECT_EQ(announced(1), (StepKind{OperationKind::kThreadStart, 10}));
  ASSERT_TRUE(reader.next() && reader.next() && reader.next());  // main.0 holds the lock
  EXPECT_EQ(announced(0), (StepKind{OperationKind::kThreadJoin, 12}));
  EXPECT_EQ(announced(1), (StepKind{OperationKind::kWrite, 21}));
  EXPECT_EQ(announced(2), (StepKind{OperationKind::kThreadStart, 11}));
}

TEST(ChoiceReader, TellsWhatAThreadNeverCameToDo) {
  const Example example;
  ChoiceReader reader(example.execution);
  while (reader.next()) {
  }
  EXPECT_EQ(reader.announced(2), (StepKind{OperationKind::kLock, 30}));
}

TEST(ChoiceReader, TellsNothingOfAThreadThatIsOver) {
  Example example;
  example.execution.unfinished.clear();
  ChoiceReader reader(example.execution);
  while (reader.next()) {
  }
  EXPECT_EQ(reader.announced(1), StepKind{});
}

TEST(ChoiceReader, AgreesWithEveryEventThatHappened) {
  const Example example;
  ChoiceReader reader(example.execution);
  do {
    const Event& happened = example.events[reader.index()];
    EXPECT_THAT(reader.enabled(), ::testing::Contains(happened.thread));
    EXPECT_EQ(reader.announced(happened.thread), (StepKind{happened.kind, happened.site}));
  } while (reader.next());
}

TEST(ChoiceReader, TakesTheLastOfSeveralChangesAtOnce) {
  Example example;
  example.changes = {{0, 0, true}, {0, 1, true}, {0, 0, false}, {0, 0, true}, {0, 1, false}, {0, 1, false}};
  example.execution.changes = example.changes;
  EXPECT_THAT(ChoiceReader(example.execution).enabled(), ElementsAre(0));
}

TEST(ChoiceReader, HasNoChoiceInAnEmptyExecution) {
  const Execution nothing;
  ChoiceReader reader(nothing);
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.index(), 0u);
  EXPECT_THAT(reader.enabled(), IsEmpty());
}

TEST(ChoiceReader, StaysAtTheEnd) {
  const Example example;
  ChoiceReader reader(example.execution);
  while (reader.next()) {
  }
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.next());
  EXPECT_LE(reader.index(), example.events.size());
}

}  // namespace
}  // namespace heddle
