// heddle replay --gdb, along the schedule: heddle step, goto and their relatives stop at the events of the
// schedule file, in both directions, and suspended threads can be looked into on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// gdb on the first bug; the commands are echoed, so that what follows each can be found.
struct Session {
  Outcome outcome;

  Session(const Workplace& workplace, const std::vector<std::string>& commands,
          const std::string& schedule = "heddle-out/bug-1.schedule") {
    std::vector<std::string> words{"replay", schedule, "--gdb", "--", "-nx", "-batch"};
    for (std::size_t i = 0; i < commands.size(); ++i)
      words.insert(words.end(), {"-ex", "echo [" + std::to_string(i) + "]\\n", "-ex", commands[i]});
    outcome = workplace.run_heddle(words);
  }

  // What the command printed; errors of gdb are on the other channel.
  std::string after(std::size_t command) const {
    const std::string mark = "[" + std::to_string(command) + "]\n";
    const std::size_t begin = outcome.out.find(mark);
    if (begin == std::string::npos) return "gdb did not come to command " + std::to_string(command);
    const std::size_t end = outcome.out.find("[" + std::to_string(command + 1) + "]\n", begin);
    return outcome.out.substr(begin + mark.size(),
                              end == std::string::npos ? end : end - begin - mark.size());
  }
};

// The threads of the schedule file's steps, in order.
std::vector<std::string> threads_of_steps(const std::string& schedule) {
  std::vector<std::string> threads;
  static const std::regex run("\n  ([a-z0-9.]+)\\*(\\d+) ");
  const std::size_t start = schedule.find("\nschedule\n");
  for (std::sregex_iterator each(schedule.begin() + static_cast<std::ptrdiff_t>(start), schedule.end(), run),
       end;
       each != end; ++each)
    threads.insert(threads.end(), std::stoul((*each)[2]), (*each)[1]);
  return threads;
}

std::string at_event(std::size_t number, const std::vector<std::string>& threads) {
  return "At event " + std::to_string(number) + " of " + std::to_string(threads.size()) + ": " +
         threads[number - 1] + ": ";
}

// Break at the failure, list the threads, look into one, step, go back: the session that docs/replay.md
// shows.
TEST(DebuggerEvents, ARecordedSession) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  const std::size_t count = threads.size();
  ASSERT_GT(count, 10u);
  const std::string last = std::to_string(count);
  const Session session(
      workplace, {"heddle where", "heddle goto 5", "heddle step", "heddle step 3", "heddle reverse-step",
                  "heddle step -2", "heddle threads", "heddle goto " + last, "heddle step", "heddle step",
                  "heddle goto 5", "heddle where"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_EQ(session.outcome.status, 1);
  EXPECT_THAT(session.after(0), HasSubstr("After event " + last + " of " + last + ": main: counter → 1 at "));
  EXPECT_THAT(session.after(1), HasSubstr(at_event(5, threads)));
  EXPECT_THAT(session.after(2), HasSubstr(at_event(6, threads)));
  EXPECT_THAT(session.after(3), HasSubstr(at_event(9, threads)));
  EXPECT_THAT(session.after(4), HasSubstr(at_event(8, threads)));
  EXPECT_THAT(session.after(5), HasSubstr(at_event(6, threads)));
  EXPECT_THAT(session.after(6), HasSubstr("1 main: is here\n"));
  EXPECT_THAT(session.after(7), HasSubstr(at_event(count, threads) + "counter → 1 at "));
  EXPECT_THAT(session.after(7), HasSubstr("lost_update.cc:18"));
  EXPECT_THAT(session.after(8), HasSubstr("assertion at "));
  EXPECT_THAT(session.outcome.err, HasSubstr("The schedule has " + last + " events. All have happened"));
  EXPECT_THAT(session.after(10), HasSubstr(at_event(5, threads)));
  EXPECT_THAT(session.after(11), HasSubstr(at_event(5, threads)));
  EXPECT_THAT(session.outcome.out, Not(HasSubstr("heddle_debugger_event"))) << "the user does not see how";
}

TEST(DebuggerEvents, EveryStepIsTheOneOfTheScheduleFile) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  std::vector<std::string> commands{"heddle goto 1"};
  for (std::size_t i = 2; i <= threads.size(); ++i) commands.push_back("heddle step");
  const Session session(workplace, commands);
  SCOPED_TRACE(describe(session.outcome));
  for (std::size_t i = 0; i < threads.size(); ++i) {
    EXPECT_THAT(session.after(i), HasSubstr(at_event(i + 1, threads)));
    const bool switched = i > 0 && threads[i] != threads[i - 1];
    const std::string message =
        switched ? "Switch from " + threads[i - 1] + " to " + threads[i] + ".\n" : "Switch ";
    EXPECT_THAT(session.after(i), switched ? ::testing::Matcher<std::string>(HasSubstr(message))
                                           : ::testing::Matcher<std::string>(Not(HasSubstr(message))));
  }
}

TEST(DebuggerEvents, GoesToTheNextSwitchAndListsEvents) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  std::vector<std::size_t> switches;
  for (std::size_t i = 1; i < threads.size(); ++i)
    if (threads[i] != threads[i - 1]) switches.push_back(i + 1);
  ASSERT_GE(switches.size(), 2u);
  const Session session(workplace,
                        {"heddle goto 2", "heddle next-switch", "heddle next-switch", "heddle list",
                         "heddle goto " + std::to_string(switches.back()), "heddle next-switch"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_THAT(session.after(1), HasSubstr(at_event(switches[0], threads)));
  EXPECT_THAT(session.after(2), HasSubstr(at_event(switches[1], threads)));
  EXPECT_THAT(session.after(3), ::testing::ContainsRegex("\n=>>> +" + std::to_string(switches[1]) + "  "));
  EXPECT_THAT(session.after(5), HasSubstr("There was no switch any more."));
  EXPECT_THAT(session.after(5), HasSubstr("assertion at "));
}

#if HEDDLE_FULL_TESTS
TEST(DebuggerEvents, NumbersThatDoNotExistAreRefused) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  const std::size_t count = threads_of_steps(workplace.read("heddle-out/bug-1.schedule")).size();
  const Session session(
      workplace, {"heddle goto 0", "heddle goto 10000", "heddle goto nowhere", "heddle goto", "heddle step 0",
                  "heddle goto 1", "heddle reverse-step", "kill", "heddle step", "heddle goto 3"});
  const std::string& said = session.outcome.err;
  const std::string has =
      "The schedule has " + std::to_string(count) + " events. They are numbered from 1.\n";
  EXPECT_THAT(said, HasSubstr(has + has)) << describe(session.outcome);
  EXPECT_THAT(said, HasSubstr("'nowhere' is not a number."));
  EXPECT_THAT(said, HasSubstr("Which event?"));
  EXPECT_THAT(said, HasSubstr("By how many events?"));
  EXPECT_THAT(said, HasSubstr("That is before the first event."));
  EXPECT_THAT(said, HasSubstr("The program is not running under Heddle"));
  EXPECT_THAT(session.after(9), HasSubstr("At event 3 of "))
      << "goto starts it: " << describe(session.outcome);
}
#endif

TEST(DebuggerEvents, BreakpointsStopOnTheWayForwardsOnlyAndSurvive) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  const std::string last = std::to_string(threads.size());
  const Session session(workplace, {"break lost_update.cc:10", "watch counter", "heddle goto 2",
                                    "heddle goto " + last, "heddle where", "delete 3", "heddle goto " + last,
                                    "bt 1", "heddle goto 1", "info breakpoints"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_THAT(session.after(2), HasSubstr(at_event(2, threads)));
  EXPECT_THAT(session.after(2), Not(HasSubstr("Breakpoint 3, ")));
  EXPECT_THAT(session.after(3), HasSubstr("Breakpoint 3, increment"));
  EXPECT_THAT(session.after(4), HasSubstr("After event "));
  EXPECT_THAT(session.after(6), HasSubstr("New value = 1"));
  EXPECT_THAT(session.after(8), HasSubstr(at_event(1, threads)));
  EXPECT_THAT(session.after(9), ::testing::ContainsRegex("hw watchpoint +keep +y +counter"));
  EXPECT_THAT(session.after(9), Not(HasSubstr("heddle_debugger_event")));
}

struct Kind {
  const char* program;
  const char* configuration;
  const char* kind;
};

class DebuggerEventsOf : public ::testing::TestWithParam<Kind> {};

TEST_P(DebuggerEventsOf, GoesBackFromTheFailureAndThereAgain) {
  const Workplace workplace;
  const Kind& given = GetParam();
  const std::string races = given.kind == std::string("data-race") ? "stop" : "ignore";
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--races", races, "--", program(given.program, given.configuration)}, "1 2 3 4\n");
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace.results().at("bugs").at(0);
  ASSERT_EQ(bug.at("kind"), given.kind);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  const Session session(workplace,
                        {"heddle goto 5", "continue", "heddle where", "heddle reverse-step", "heddle where"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_EQ(session.outcome.status, 1);
  EXPECT_THAT(session.after(0), HasSubstr(at_event(5, threads)));
  EXPECT_THAT(session.after(1), HasSubstr(bug.at("message").get<std::string>()));
  static const std::regex after("After event (\\d+) of (\\d+)");
  std::smatch match;
  const std::string where = session.after(2);
  ASSERT_TRUE(std::regex_search(where, match, after));
  EXPECT_EQ(match[2], std::to_string(threads.size()));
  const std::size_t number = std::stoul(match[1]);
  // A race is met on the way, and a wrong exit status before what the program does at its exit.
  const bool is_at_end = given.kind != std::string("data-race") && given.kind != std::string("exit-status");
  EXPECT_THAT(number, is_at_end ? ::testing::Matcher<std::size_t>(threads.size())
                                : ::testing::Matcher<std::size_t>(::testing::Le(threads.size())));
  EXPECT_THAT(session.after(3), HasSubstr(at_event(number, threads)));
  EXPECT_THAT(session.after(4), HasSubstr(at_event(number, threads)));
}

const Kind kKindsOfEnd[] = {
#if HEDDLE_FULL_TESTS
    {"null_callback", "default", "crash"},
    {"lost_wakeup", "default", "deadlock"},
    {"worker_throws", "default", "uncaught-exception"},
    {"stdin_sum", "default", "exit-status"},
#endif
    {"lost_update", "default", "assertion"},
    {"lost_update", "default", "data-race"},
    {"null_publication", "default", "crash"},
    {"lock_order", "default", "deadlock"},
    {"lock_order_c", "foreign", "deadlock"},
};

INSTANTIATE_TEST_SUITE_P(Kinds, DebuggerEventsOf, ::testing::ValuesIn(kKindsOfEnd), [](const auto& tested) {
  std::string name = std::string(tested.param.program) + "_" + tested.param.kind;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

class SuspendedThreads : public ::testing::TestWithParam<const char*> {};

// In a lock, in a wait, between two accesses: locals, frames and callers are there.
TEST_P(SuspendedThreads, CanBeLookedInto) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--quiet", "--no-shrink", "--races", "ignore", "--strategy", "random",
                            "--", program("suspended", GetParam())});
  ASSERT_EQ(search.status, 1) << describe(search);
  ASSERT_EQ(workplace.results().at("bugs").at(0).at("kind"), "deadlock");
  const Session session(
      workplace,
      {"heddle threads", "heddle thread main.0", "print waiter_secret", "info locals", "heddle thread 3",
       "print toucher_secret", "heddle thread main.2", "bt", "print locker_secret", "heddle thread 2", "up",
       "heddle thread 1", "heddle back", "heddle thread 7", "heddle step"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_THAT(session.after(0), HasSubstr("2 main.0: waits, next operation: wake\n"));
  EXPECT_THAT(session.after(1), HasSubstr("wait_for_nothing (depth="));
  EXPECT_THAT(session.after(2), HasSubstr("= 11\n"));
  EXPECT_THAT(session.after(3), HasSubstr("waiter_secret = 11\n"));
  EXPECT_THAT(session.after(4), HasSubstr("3 main.1: can go on, next operation: "));
  EXPECT_THAT(session.after(4), HasSubstr("touch_memory (depth="));
  EXPECT_THAT(session.after(5), HasSubstr("= 13\n"));
  EXPECT_THAT(session.after(6), HasSubstr("gate.lock();"));
  EXPECT_THAT(session.after(7), HasSubstr("take_gate"));
  EXPECT_THAT(session.after(8), HasSubstr("= 14\n"));
  EXPECT_THAT(session.after(10), ::testing::ContainsRegex(
                                     "^#[0-9]+ .*wait_for_nothing .*\n.*wait_for_nothing\\(depth \\+ 1\\)"));
  EXPECT_THAT(session.after(11), HasSubstr("locker.join();"));
  EXPECT_THAT(session.outcome.err,
              HasSubstr("There is no thread 7. One of: 1 main, 2 main.0, 3 main.1, 4 main.2"));
  EXPECT_THAT(session.outcome.err, HasSubstr(" events. All have happened"));
}

INSTANTIATE_TEST_SUITE_P(Optimisation, SuspendedThreads, ::testing::Values("default", "gxx-O0"),
                         [](const auto& tested) {
                           return tested.param == std::string("default") ? "O1" : "O0";
                         });

#if HEDDLE_FULL_TESTS
// gdb's own stepping goes on from the line that was shown, over the other threads.
TEST(DebuggerEvents, LinesCanBeSteppedOverFromAnEvent) {
  const Workplace workplace;
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  std::size_t in_thread = 0;
  while (threads[in_thread] == "main") ++in_thread;
  const Session session(
      workplace, {"heddle goto " + std::to_string(in_thread + 3), "next", "print counter", "heddle where",
                  "heddle goto " + std::to_string(in_thread + 1), "next", "heddle where"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_THAT(session.after(0), HasSubstr(threads[in_thread] + ": counter → 0 at "));
  EXPECT_THAT(session.after(1), Not(HasSubstr("heddle"))) << "out of the line, and not in the library";
  EXPECT_THAT(session.after(2), HasSubstr("= 1\n"));
  EXPECT_THAT(session.after(3), HasSubstr(": " + threads[in_thread] + ": counter = 1 at "));
  EXPECT_THAT(session.outcome.err, HasSubstr("There is no line of your code to step over"));
  EXPECT_THAT(session.after(6), HasSubstr(at_event(in_thread + 1, threads) + "starts"));
}

// Nothing else than the schedule may be different; where it is, that is said.
TEST(DebuggerEvents, AnotherWayIsTold) {
  const Workplace workplace;
  ASSERT_EQ(workplace
                .run_heddle({"c++", "-g", HEDDLE_TEST_SOURCES "/../programs/double_booking.cc", "-o",
                             "double_booking"})
                .status,
            0);
  ASSERT_EQ(workplace.run_heddle({"run", "--quiet", "--no-shrink", "--", "./double_booking"}).status, 1);
  const Session session(workplace, {"set environment CUSTOMERS 3", "run"});
  EXPECT_THAT(session.outcome.err,
              HasSubstr("heddle: the program went another way than the schedule at event "))
      << describe(session.outcome);
}
#endif

TEST(DebuggerEvents, KernelThreadsAreLeftToGdb) {
  const Workplace workplace;
  ASSERT_EQ(
      workplace.run_heddle({"run", "--quiet", "--carrier", "threads", "--", program("lost_update")}).status,
      1);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-out/bug-1.schedule"));
  std::size_t in_thread = 0;
  while (threads[in_thread] == "main") ++in_thread;
  const Session session(workplace, {"heddle where", "heddle goto " + std::to_string(in_thread + 2),
                                    "heddle threads", "heddle thread main", "heddle step"});
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_THAT(session.after(0), HasSubstr("After event " + std::to_string(threads.size()) + " of "));
  EXPECT_THAT(session.after(1), HasSubstr(at_event(in_thread + 2, threads)));
  EXPECT_THAT(session.after(2), HasSubstr("1 main: waits, next operation: join\n"));
  EXPECT_THAT(session.outcome.err,
              HasSubstr("main runs on a kernel thread of its own: gdb's 'info threads' shows it."));
  EXPECT_THAT(session.after(4), HasSubstr(at_event(in_thread + 3, threads)));
}

TEST(DebuggerEvents, SchedulesOfExploreHaveEventsTooButNoWordsForThem) {
  const Workplace workplace;
  ASSERT_EQ(run({{program("bodies"), "lost_update"}, workplace.folder()}).status, 0);
  const std::vector<std::string> threads = threads_of_steps(workplace.read("heddle-bodies-1.schedule"));
  const Session session(workplace,
                        {"heddle where", "heddle goto 3", "heddle step", "heddle list", "break main", "run",
                         "heddle where", "heddle step"},
                        "heddle-bodies-1.schedule");
  SCOPED_TRACE(describe(session.outcome));
  EXPECT_THAT(session.after(0), HasSubstr("After event "));
  EXPECT_THAT(session.after(1), HasSubstr(at_event(3, threads)));
  EXPECT_THAT(session.after(2), HasSubstr(at_event(4, threads)));
  EXPECT_THAT(session.outcome.err, HasSubstr("one of heddle::explore"));
  EXPECT_THAT(session.outcome.err, HasSubstr("The program is not running under Heddle (yet)"));
}

}  // namespace
}  // namespace heddle::e2e
