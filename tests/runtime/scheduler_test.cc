// The engine with scripted threads: what it announces, whom it lets run, and what it says when no thread can.
#include "runtime/engine/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "scripted_program.h"
#include "strategies/fifo.h"
#include "strategies/random_walk.h"
#include "strategies/replay.h"

namespace heddle::runtime {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ScriptedProgram;
using ::testing::SizeIs;

// Chooses the threads in the order that the test gives, then the first that is enabled.
class InOrder : public Strategy {
 public:
  explicit InOrder(std::vector<ThreadId> order = {}) : order_(std::move(order)) {}

  Facets facets() override { return {.needs = {.executed = true}}; }
  void begin(const RunContext&) override { next_ = 0; }
  Decision choose(const Choice& choice) override {
    std::vector<ThreadId> enabled;
    for (const Candidate& candidate : choice.enabled) enabled.push_back(candidate.thread);
    choices.push_back(enabled);
    const ThreadId wanted = next_ < order_.size() ? order_[next_++] : enabled.front();
    if (choice.is_enabled(wanted)) return Decision::go(wanted);
    ADD_FAILURE() << "the test wants thread " << wanted << ", which cannot go on, at choice " << next_;
    return Decision::go(enabled.front());
  }
  void executed(const Event& event) override { seen.push_back(event); }

  std::vector<std::vector<ThreadId>> choices;  // the enabled threads, each time that there was a choice
  std::vector<Event> seen;

 private:
  std::vector<ThreadId> order_;
  std::size_t next_ = 0;
};

// 0: main; 1 and 2: threads that it starts and joins.
class SchedulerTest : public ::testing::Test {
 protected:
  static constexpr LocationId kX = 1, kY = 2, kA = 3, kB = 4, kCondition = 5;

  void main_and(ScriptedProgram::Script first, ScriptedProgram::Script second) {
    program_.add({program_.start(1), program_.start(2), program_.join(1), program_.join(2)});
    program_.add(std::move(first));
    program_.add(std::move(second));
  }
  static ExecutionOptions options(std::uint64_t seed, std::uint64_t step_limit = 50'000) {
    ExecutionOptions options;
    options.seed = seed;
    options.step_limit = step_limit;
    return options;
  }
  End end() const { return program_.recording().end; }

  ScriptedProgram program_;
};

TEST_F(SchedulerTest, OneThreadIsNeverAsked) {
  program_.add({program_.write(kX), program_.read(kX)});
  InOrder strategy;
  program_.run(strategy);
  EXPECT_EQ(end(), End::kCompleted);
  EXPECT_THAT(program_.story(), ElementsAre("0 start", "0 write 1", "0 read 1"));
  EXPECT_THAT(strategy.choices, IsEmpty());
  EXPECT_EQ(program_.recording().points, 0u);
}

TEST_F(SchedulerTest, TheStrategyChoosesAmongThreadsThatCanGoOn) {
  main_and({program_.write(kX)}, {program_.write(kY)});
  // Main has started both: the second thread goes first.
  InOrder strategy({0, 2, 2, 1, 1});
  program_.run(strategy);
  EXPECT_EQ(end(), End::kCompleted);
  EXPECT_THAT(program_.story(), ElementsAre("0 start", "0 create thread", "0 create thread", "2 start",
                                            "2 write 2", "1 start", "1 write 1", "0 join", "0 join"));
  EXPECT_THAT(strategy.seen, SizeIs(9));
  EXPECT_THAT(strategy.choices.front(), ElementsAre(0, 1));
}

TEST_F(SchedulerTest, AThreadThatWaitsForALockIsNoCandidate) {
  main_and({program_.lock(kA), program_.write(kX), program_.unlock(kA)},
           {program_.lock(kA), program_.write(kX), program_.unlock(kA)});
  InOrder strategy({0, 1, 1, 2});  // the second thread announces its lock while the first one holds it
  program_.run(strategy);
  EXPECT_EQ(end(), End::kCompleted);
  const std::vector<std::string> story = program_.story();
  const auto at = [&](const char* what) {
    return std::find(story.begin(), story.end(), what) - story.begin();
  };
  EXPECT_LT(at("1 unlock 3"), at("2 lock 3"));
  EXPECT_LT(at("2 start"), at("1 write 1")) << "it was there before, and could not have the lock";
}

TEST_F(SchedulerTest, ACycleOfLocksIsADeadlock) {
  main_and({program_.lock(kA), program_.lock(kB)}, {program_.lock(kB), program_.lock(kA)});
  InOrder strategy({0, 1, 1, 2, 2, 1});
  program_.run(strategy);
  ASSERT_EQ(end(), End::kFailed);
  const Failure failure = program_.failure();
  EXPECT_EQ(failure.kind, FailureKind::kDeadlock);
  EXPECT_EQ(failure.shape, DeadlockShape::kCycle);
  EXPECT_THAT(failure.cycle, ::testing::UnorderedElementsAre(1, 2));
  ASSERT_THAT(failure.threads, SizeIs(3));
  EXPECT_EQ(failure.threads[1].waits_for, 2);
  EXPECT_EQ(failure.threads[2].waits_for, 1);
  EXPECT_EQ(program_.debugger.failures, 1u);
}

TEST_F(SchedulerTest, TheSameLocksInOneOrderAreNone) {
  main_and({program_.lock(kA), program_.lock(kB), program_.unlock(kB), program_.unlock(kA)},
           {program_.lock(kA), program_.lock(kB), program_.unlock(kB), program_.unlock(kA)});
  RandomWalk strategy;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    program_.run(strategy, options(seed));
    ASSERT_EQ(end(), End::kCompleted) << "seed " << seed;
  }
}

TEST_F(SchedulerTest, AWaitThatNoSignalEndsIsADeadlock) {
  main_and({program_.wait(kCondition)}, {program_.signal(kCondition)});
  InOrder early({0, 2, 2});  // the signal comes first, and is lost
  program_.run(early);
  ASSERT_EQ(end(), End::kFailed);
  EXPECT_EQ(program_.failure().kind, FailureKind::kDeadlock);
  InOrder late({0, 1});
  program_.run(late);
  EXPECT_EQ(end(), End::kCompleted) << "the wait began before the signal";
}

TEST_F(SchedulerTest, AStrayThreadMayStillHelp) {
  program_.strays.there = true;
  main_and({program_.wait(kCondition)}, {});
  InOrder strategy;
  program_.run(strategy);
  EXPECT_EQ(end(), End::kRefused);
}

TEST_F(SchedulerTest, SleepersWakeInTheOrderOfTheClock) {
  main_and({ScriptedProgram::sleep(2'000'000'000), program_.write(kX)},
           {ScriptedProgram::sleep(1'000'000), program_.write(kY)});
  InOrder strategy({0, 1, 2});  // both are asleep
  program_.run(strategy);
  EXPECT_EQ(end(), End::kCompleted);
  const std::vector<std::string> story = program_.story();
  EXPECT_LT(std::ranges::find(story, "2 sleep"), std::ranges::find(story, "1 sleep"));
  EXPECT_EQ(program_.recording().points, strategy.choices.size());
}

// Sleepers beside threads that could go on, with different --stall.
class StallTest : public SchedulerTest {
 protected:
  static constexpr std::uint64_t kMillisecond = 1'000'000;

  bool comes_before(const std::string& first, const std::string& second) const {
    const std::vector<std::string> story = program_.story();
    return std::ranges::find(story, first) < std::ranges::find(story, second);
  }
  // In how many executions that holds at the end. Each is replayed and must be the same.
  int times(std::uint64_t stall, const std::function<bool()>& holds, std::uint64_t executions = 200,
            std::uint64_t step_limit = 50'000) {
    int count = 0;
    RandomWalk strategy;
    for (std::uint64_t seed = 1; seed <= executions; ++seed) {
      ExecutionOptions wanted = options(seed, step_limit);
      wanted.stall = stall;
      program_.run(strategy, wanted);
      EXPECT_EQ(end(), End::kCompleted) << "seed " << seed;
      if (holds()) ++count;
      const std::vector<std::string> story = program_.story();
      Replay replay(program_.schedule(), {});
      program_.run(replay, wanted);
      EXPECT_THAT(program_.story(), ElementsAreArray(story)) << "seed " << seed;
    }
    return count;
  }
};

TEST_F(StallTest, DecidesWhetherASleepEndsBeforeOthersAreDone) {
  main_and({ScriptedProgram::sleep(50 * kMillisecond), program_.write(kX)},
           {program_.write(kY), program_.write(kY)});
  const auto sleeps_less = [this] { return comes_before("1 write 1", "2 write 2"); };
  EXPECT_EQ(times(0, sleeps_less), 0);
  EXPECT_EQ(times(49 * kMillisecond, sleeps_less), 0);
  EXPECT_GT(times(100 * kMillisecond, sleeps_less), 0);
  EXPECT_GT(times(kAnyStall, sleeps_less), 0);
}

TEST_F(StallTest, IsTheSumOfAllDelays) {
  main_and({ScriptedProgram::sleep(60 * kMillisecond), program_.write(kX),
            ScriptedProgram::sleep(60 * kMillisecond), program_.write(kA)},
           {program_.write(kY), program_.write(kY)});
  const auto sleeps_less_once = [this] { return comes_before("1 write 1", "2 write 2"); };
  const auto sleeps_less_twice = [this] { return comes_before("1 write 3", "2 write 2"); };
  EXPECT_GT(times(100 * kMillisecond, sleeps_less_once), 0);
  EXPECT_EQ(times(100 * kMillisecond, sleeps_less_twice), 0);
  EXPECT_GT(times(120 * kMillisecond, sleeps_less_twice), 0);
}

TEST_F(StallTest, IsNotNeededWhereNoOtherThreadCanRun) {
  // Main joins: for seconds nothing can happen but that the sleepers wake.
  main_and({ScriptedProgram::sleep(1000 * kMillisecond), program_.write(kX)},
           {ScriptedProgram::sleep(2000 * kMillisecond), program_.write(kX)});
  EXPECT_EQ(times(0, [this] { return comes_before("1 write 1", "2 write 1"); }), 200);
}

TEST_F(StallTest, IsNotNeededWhereOthersOnlyPoll) {
  bool is_set = false;
  const ScriptedProgram::Step look = program_.read(kX), set = program_.write(kX);
  main_and({ScriptedProgram::sleep(500 * kMillisecond),
            [&] {
              set();
              is_set = true;
            }},
           {[&] {
             while (!is_set) look();
             is_set = false;
           }});
  const auto was_set = [&] { return !is_set; };
  EXPECT_EQ(times(0, was_set, 5), 5);
  EXPECT_EQ(times(0, was_set, 5, 1), 5) << "the sleeper wakes before a livelock is suspected";
}

// No other thread can run, so the strategy is not asked.
TEST_F(StallTest, IsNotNeededWhereOneThreadPollsAlone) {
  bool is_set = false;
  const ScriptedProgram::Step look = program_.read(kX), set = program_.write(kX);
  program_.add({program_.start(1),
                [&] {
                  while (!is_set) look();
                  is_set = false;
                },
                program_.join(1)});
  program_.add({ScriptedProgram::sleep(500 * kMillisecond), [&] {
                  set();
                  is_set = true;
                }});
  for (const std::uint64_t step_limit : {1, 50'000}) {
    RandomWalk strategy;
    ExecutionOptions wanted = options(1, step_limit);
    wanted.stall = 0;
    program_.run(strategy, wanted);
    EXPECT_EQ(end(), End::kCompleted);
    EXPECT_LT(program_.recording().steps, 2'000u) << "step limit " << step_limit;
    EXPECT_EQ(program_.recording().early.count, 0u) << "it woke in time";
  }
}

// A strategy that never lets the one thread go on that the other polls for does not wake the sleeper by that.
TEST_F(StallTest, SleepersWaitForThreadsThatHadNoTurn) {
  class Prefers2Then1 : public Strategy {
   public:
    void begin(const RunContext&) override {}
    Decision choose(const Choice& choice) override {
      for (const ThreadId thread : {2, 1, 0})
        if (choice.is_enabled(thread)) return Decision::go(thread);
      return Decision::go(choice.enabled.front().thread);
    }
  };
  bool is_set = false;
  const ScriptedProgram::Step look = program_.read(kX), set = program_.write(kX);
  program_.add({program_.start(1), program_.start(2), program_.start(3), program_.join(1), program_.join(2),
                program_.join(3)});
  program_.add({ScriptedProgram::sleep(500 * kMillisecond), program_.write(kY)});
  program_.add({[&] {
    while (!is_set) look();
    is_set = false;
  }});
  program_.add({[&] {
    set();
    is_set = true;
  }});
  Prefers2Then1 strategy;
  ExecutionOptions wanted = options(1);
  wanted.stall = 0;
  program_.run(strategy, wanted);
  EXPECT_EQ(end(), End::kCompleted);
  EXPECT_LT(program_.recording().steps, 5'000u);
  EXPECT_TRUE(comes_before("3 write 1", "1 write 2"));
}

TEST_F(StallTest, TellsWhichDeadlinesCameEarly) {
  main_and({ScriptedProgram::sleep(50 * kMillisecond), program_.write(kX)},
           {program_.write(kY), program_.write(kY)});
  for (const std::uint64_t stall : {100 * kMillisecond, kAnyStall}) {
    ExecutionOptions wanted = options(1);
    wanted.stall = stall;
    InOrder early({0, 1, 1, 1});
    program_.run(early, wanted);
    ASSERT_EQ(program_.recording().early.count, 1u);
    const EarlyDeadline& deadline = program_.recording().early.first[0];
    EXPECT_EQ(deadline.thread, 1u);
    EXPECT_EQ(deadline.other, 2u);
    EXPECT_EQ(deadline.others, 1u);
    EXPECT_EQ(deadline.lasts, 50 * kMillisecond);
    EXPECT_TRUE(deadline.sleeps);
    EXPECT_FALSE(program_.recording().held_back);
    Replay replay(program_.schedule(), {});
    program_.run(replay, wanted);
    EXPECT_EQ(program_.recording().early.count, 1u);
    InOrder late({0, 1, 2, 2, 2});
    program_.run(late, wanted);
    EXPECT_EQ(program_.recording().early.count, 0u) << "no other thread could go on";
    wanted.in_time = true;
    InOrder impatient({0, 1});
    program_.run(impatient, wanted);
    EXPECT_EQ(end(), End::kCompleted);
    EXPECT_EQ(program_.recording().early.count, 0u);
    EXPECT_TRUE(program_.recording().held_back);
  }
}

// Reading the clock moves it, and is no operation.
TEST_F(StallTest, ReadingTheClockMayBringADeadline) {
  const ScriptedProgram::Step read_often = [] {
    for (int i = 0; i < 2'000; ++i) scheduler().read_clock();
  };
  main_and({ScriptedProgram::sleep(kMillisecond), program_.write(kX)}, {read_often, program_.read(kY)});
  EXPECT_GT(times(0, [this] { return comes_before("1 write 1", "2 read 2"); }), 0) << "and nothing deadlocks";
}

TEST_F(StallTest, OperationsTakeTime) {
  ScriptedProgram::Script busy;
  for (int i = 0; i < 200; ++i) {
    busy.push_back(program_.lock(kA));
    busy.push_back(program_.unlock(kA));
  }
  busy.push_back(program_.write(kY));
  main_and({ScriptedProgram::sleep(kMillisecond / 10), program_.write(kX)}, busy);
  const int woken_meanwhile = times(0, [this] { return comes_before("1 write 1", "2 write 2"); });
  EXPECT_GT(woken_meanwhile, 100);
}

TEST_F(SchedulerTest, AReplayRepeatsEveryEvent) {
  main_and({program_.lock(kA), program_.write(kX), program_.unlock(kA), program_.read(kY)},
           {program_.write(kY), program_.lock(kA), program_.read(kX), program_.unlock(kA)});
  RandomWalk strategy;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    program_.run(strategy, options(seed));
    const std::vector<std::string> story = program_.story();
    const Schedule schedule = program_.schedule();
    Replay replay(schedule, {});
    program_.run(replay, options(1000 + seed));
    EXPECT_EQ(end(), End::kCompleted);
    EXPECT_THAT(program_.story(), ElementsAreArray(story)) << "seed " << seed;
  }
}

TEST_F(SchedulerTest, ADebuggerSeesEveryEventOfAReplay) {
  main_and({program_.write(kX)}, {program_.write(kY)});
  RandomWalk strategy;
  program_.run(strategy);
  Replay replay(program_.schedule(), {});
  program_.debugger.watches = true;
  program_.run(replay);
  EXPECT_EQ(program_.debugger.events, program_.recording().events_count);
}

TEST_F(SchedulerTest, AReplayOfAnotherProgramDiverges) {
  main_and({program_.write(kX)}, {program_.lock(kA), program_.lock(kA)});
  Replay replay({{0, 3}, {1, 5}, {2, 1}}, {});
  program_.run(replay);
  EXPECT_EQ(end(), End::kDiverged);
}

TEST_F(SchedulerTest, AStateThatComesBackIsALivelock) {
  main_and({program_.spin_on(kX)}, {program_.spin_on(kX)});
  RandomWalk strategy;
  program_.run(strategy, options(1, 1000));
  ASSERT_EQ(end(), End::kFailed);
  EXPECT_EQ(program_.failure().kind, FailureKind::kLivelock);
  EXPECT_EQ(program_.failure().text, "nothing changes any more");
}

// Each round looks different, so that patience has to come to its end.
TEST_F(SchedulerTest, WithoutAStateThatComesBackTheVerdictIsLessSure) {
  program_.state.changes = true;
  main_and({program_.spin_on(kX)}, {program_.spin_on(kX)});
  RandomWalk strategy;
  program_.run(strategy, options(1, 100));
  ASSERT_EQ(end(), End::kFailed);
  EXPECT_EQ(program_.failure().kind, FailureKind::kLivelock);
  EXPECT_THAT(program_.failure().text, ::testing::HasSubstr("no progress seen in"));
}

TEST_F(SchedulerTest, OneThatSpinsOnWhatAnotherWritesIsNone) {
  bool written = false;
  main_and({ScriptedProgram::look([&] {
             const ScriptedProgram::Step read = program_.read(kX);
             while (!written) read();
           })},
           {program_.write(kX), ScriptedProgram::look([&] { written = true; })});
  RandomWalk strategy;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    written = false;
    program_.run(strategy, options(seed, 1000));
    EXPECT_EQ(end(), End::kCompleted) << "seed " << seed;
  }
}

TEST_F(SchedulerTest, AHandlerRunsBeforeTheThreadGoesOn) {
  bool handled = false;
  program_.signals.handler = [&] { handled = true; };
  main_and({program_.wait(kCondition), ScriptedProgram::look([&] { EXPECT_TRUE(handled); })},
           {ScriptedProgram::look([&] { scheduler().interrupt(program_.thread_of(1)); }),
            program_.signal(kCondition)});
  InOrder strategy({0, 1, 2, 1, 2});
  program_.run(strategy);
  EXPECT_EQ(end(), End::kCompleted);
  EXPECT_EQ(program_.signals.handled, 1u);
  EXPECT_THAT(program_.story(), Contains("1 handle signal"));
}

TEST_F(SchedulerTest, ExitWaitsForAllOthersWhereItIsHeld) {
  program_.add({program_.start(1), ScriptedProgram::exit()});
  program_.add({program_.write(kX), program_.write(kX)});
  RandomWalk strategy;
  std::map<bool, unsigned> is_last;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    program_.run(strategy, options(seed));
    ++is_last[program_.story().size() == 6];
    ExecutionOptions held = options(seed);
    held.hold_exit = true;
    program_.run(strategy, held);
    EXPECT_THAT(program_.story(), SizeIs(6)) << "seed " << seed;
  }
  EXPECT_GT(is_last[false], 0u) << "without that, exit is an operation like others";
}

TEST_F(SchedulerTest, TheGuardIsAskedAboutTheHeapOnly) {
  const std::uint64_t block = heap::kBase + 4096;
  program_.add({ScriptedProgram::look([&] {
                  scheduler().announce({OperationKind::kUnlock, 4, kNoThread, kNoSite, kX, block});
                  scheduler().performed();
                }),
                program_.unlock(kA)});
  InOrder strategy;
  program_.run(strategy);
  EXPECT_THAT(program_.guard.checked, ElementsAre(block));
}

// Main waits for the first thread, and is chosen all the same.
TEST_F(SchedulerTest, AStrategyMustChooseWhoCanGoOn) {
  class Wrong : public Strategy {
   public:
    void begin(const RunContext&) override {}
    Decision choose(const Choice&) override { return Decision::go(kMainThread); }
  };
  main_and({program_.write(kX)}, {program_.write(kY)});
  Wrong strategy;
  program_.run(strategy);
  EXPECT_EQ(end(), End::kRefused);
}

// A thread that takes a lock again and again works, as far as can be seen; one that reads polls.
TEST_F(SchedulerTest, ManyLocksAreNoPolling) {
  for (const bool locks : {true, false}) {
    bool woke = false;
    unsigned rounds = 0;
    testing::ScriptedProgram program;
    program.make_current();
    program.add({program.start(1), program.start(2), program.join(1), program.join(2)});
    program.add({ScriptedProgram::sleep(2'000'000'000), ScriptedProgram::look([&] { woke = true; })});
    program.add({ScriptedProgram::look([&] {
      const ScriptedProgram::Step lock = program.lock(kA), unlock = program.unlock(kA),
                                  read = program.read(kX);
      for (; rounds < 3000 && !woke; ++rounds) locks ? (lock(), unlock()) : read();
    })});
    RandomWalk strategy;
    ExecutionOptions in_time = options(1);
    in_time.stall = 0;
    program.run(strategy, in_time);
    EXPECT_EQ(rounds == 3000, locks) << rounds << " rounds";
  }
}

class Asked : public RandomWalk {
 public:
  Decision choose(const Choice& choice) override {
    ++times;
    return RandomWalk::choose(choice);
  }
  Facets facets() override { return {}; }  // the engine leaves every choice to it
  unsigned times = 0;
};

// Without a thread inside, each goes on until it ends; accesses are steps of the schedule, but not written
// down.
TEST_F(SchedulerTest, OutsideTheRegionThreadsAreNotSwitched) {
  main_and({program_.write(kX), program_.write(kX)}, {program_.write(kY), program_.write(kX)});
  Asked strategy;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    ExecutionOptions only = options(seed);
    program_.run(strategy, only);
    const std::uint64_t steps = program_.recording().steps;
    strategy.times = 0;
    only.only_in_region = true;
    program_.run(strategy, only);
    EXPECT_EQ(strategy.times, 0u);
    EXPECT_EQ(program_.recording().steps, steps);
    EXPECT_FALSE(program_.recording().entered_region);
    EXPECT_THAT(program_.story(), Not(Contains(HasSubstr("write")))) << "seed " << seed;
    EXPECT_THAT(program_.story(), Contains(HasSubstr("create"))) << "seed " << seed;
  }
}

TEST_F(SchedulerTest, InsideTheRegionTheStrategyChooses) {
  const auto enter = ScriptedProgram::look([] { scheduler().enter_region(); });
  const auto leave = ScriptedProgram::look([] { scheduler().leave_region(); });
  main_and({program_.write(kX), enter, program_.write(kY), program_.write(kY), leave, program_.write(kX)},
           {program_.write(kX), enter, program_.write(kY), program_.write(kY), leave, program_.write(kX)});
  Asked strategy;
  std::set<std::string> stories;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ExecutionOptions only = options(seed);
    only.only_in_region = true;
    program_.run(strategy, only);
    EXPECT_TRUE(program_.recording().entered_region);
    std::string story;
    for (const std::string& each : program_.story()) story += each + "; ";
    stories.insert(story);
  }
  EXPECT_GT(strategy.times, 0u);
  EXPECT_GT(stories.size(), 3u) << "the two threads overtake each other inside";
}

// A thread that polls for what another does outside gives way in the end.
TEST_F(SchedulerTest, OutsideTheRegionAThreadThatPollsGivesWay) {
  bool written = false;
  main_and({ScriptedProgram::look([&] {
             const ScriptedProgram::Step read = program_.read(kX);
             while (!written) read();
           })},
           {program_.write(kX), ScriptedProgram::look([&] { written = true; })});
  Asked strategy;
  ExecutionOptions only = options(1, 1000);
  only.only_in_region = true;
  program_.run(strategy, only);
  EXPECT_EQ(end(), End::kCompleted);
  EXPECT_EQ(strategy.times, 0u);
}

TEST_F(SchedulerTest, TheRunsOfTheScheduleAreAllSteps) {
  main_and({program_.write(kX)}, {program_.write(kY)});
  RandomWalk strategy;
  program_.run(strategy);
  std::uint64_t steps = 0;
  for (const heddle::Run& run : program_.schedule()) steps += run.steps;
  EXPECT_EQ(steps, program_.recording().events_count);
  EXPECT_EQ(steps, program_.recording().steps);
}

}  // namespace
}  // namespace heddle::runtime
