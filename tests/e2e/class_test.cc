// `heddle class` on small classes (classes/): what it finds, what it leaves alone, what it writes, and what
// it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "classes/reproducer_texts.h"
#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

const fs::path kHeaders = fs::path(HEDDLE_TEST_SOURCES) / "classes";
const fs::path kTool = HEDDLE_TEST_TOOL;

using Words = std::vector<std::string>;

// A text for a person without folders of this machine, without figures that any change to the search changes,
// and without what `heddle explain` says in between: that has tests of its own, and names lines of the
// standard library.
std::string tidied(std::string text, const std::string& folder) {
  const std::string end = " show it.\n";
  const std::size_t shown = text.find(end), files = text.find("\n  the test:");
  if (shown != text.npos && files != text.npos) text.erase(shown + end.size(), files - shown - end.size());
  text = replaced(std::move(text), kHeaders.string() + "/", "");
  text = replaced(std::move(text), folder + "/", "");
  text = std::regex_replace(text, std::regex("[0-9,]+ (schedule|test|execution)s?\\b"), "SOME $1s");
  return std::regex_replace(text, std::regex("in [0-9.]+ s;"), "in SOME s;");
}

// The commands at its top, as they stand there: any compiler compiles it, and replayed it fails every time.
void expect_that_commands_hold(const Workplace& workplace) {
  std::vector<std::string> commands;
  std::istringstream lines(workplace.read("heddle-out/reproducer.cpp"));
  for (std::string line; std::getline(lines, line) && line.starts_with("//");)
    if (line.starts_with("//   ")) commands.push_back(line.substr(5));
  ASSERT_THAT(commands, SizeIs(3));
  for (const std::string& command : commands) {
    const Outcome done =
        run({.words = {"sh", "-c", "PATH=" + kTool.parent_path().string() + ":$PATH; " + command},
             .folder = workplace.path("heddle-out")});
    EXPECT_EQ(done.status, command == commands.back() ? 1 : 0) << command << '\n' << describe(done);
  }
  const Outcome replayed = workplace.run_heddle({"replay", "--repeat", "5", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(replayed.out, HasSubstr("5 of 5 replays were identical")) << describe(replayed);
}

class ClassCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!HEDDLE_TEST_HAS_CLASS_MODEL)
      GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  }

  Outcome test(const std::string& header, const std::string& name, const Words& options = {}) const {
    Words words = {"class", (kHeaders / header).string(), "--class", name, "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    return workplace_.run_heddle(words);
  }

  Json bug() const { return workplace_.results().at("bugs").at(0); }

  void expect_clean(const std::string& header, const std::string& name, const Words& options = {}) const {
    Words words = {"--tests", "15"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = test(header, name, words);
    EXPECT_EQ(outcome.status, 0) << describe(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("no violation found"));
    const Json results = workplace_.results();
    EXPECT_THAT(results.at("bugs"), IsEmpty());
    EXPECT_GT(results.at("executions"), 500);
    EXPECT_EQ(results.at("tests_not_judged"), 0);
  }

  // As the comment at its top says.
  void expect_reproduced() const {
    const Outcome compiled = run(
        {.words = {"g++", "-Wall", "-Wextra", "-g", "-pthread", "heddle-out/reproducer.cpp", "-o", "plain"},
         .folder = workplace_.folder()});
    EXPECT_EQ(compiled.status, 0) << describe(compiled);
    EXPECT_EQ(compiled.err, "");
    const Outcome replayed = workplace_.run_heddle({"replay", "--repeat", "5", "heddle-out/bug-1.schedule"});
    EXPECT_EQ(replayed.status, 1) << describe(replayed);
    EXPECT_THAT(replayed.out, HasSubstr("5 of 5 replays were identical"));
  }

  void expect_violation(const Outcome& outcome, const std::string& kind) const {
    ASSERT_EQ(outcome.status, 1) << describe(outcome);
    const Json results = workplace_.results();
    ASSERT_THAT(results.at("bugs"), SizeIs(1));
    EXPECT_EQ(bug().at("kind"), kind) << bug().dump(2);
    EXPECT_GT(bug().at("failing_schedules"), 0);
    EXPECT_EQ(bug().at("reproducer"), "reproducer.cpp");
    EXPECT_EQ(bug().at("schedule"), "bug-1.schedule");
  }

  void expect_found(const Outcome& outcome, const std::string& kind) const {
    expect_violation(outcome, kind);
    if (!HasFatalFailure()) expect_reproduced();
  }

  void expect_golden_text(const std::string& name, const Outcome& outcome) const {
    expect_golden("class/" + name, tidied(outcome.out, workplace_.folder()));
  }

  Workplace workplace_;
};

TEST_F(ClassCommand, FindsALostUpdate) {
  const Outcome outcome = test("lost_update.h", "Counter");
  expect_found(outcome, "not-linearizable");
  EXPECT_EQ(bug().at("test").at("threads"), Json::parse(R"json([["increment()"], ["increment()"]])json"));
  EXPECT_EQ(bug().at("test").at("before"), Json::array());
  EXPECT_EQ(bug().at("final_state"), "get() is 1");
  const Json results = workplace_.results();
  EXPECT_EQ(results.at("class"), "Counter");
  EXPECT_EQ(results.at("algorithm"), "auto");
  EXPECT_EQ(results.at("seed"), 1);
  EXPECT_GE(results.at("pairs").at("all"), 2);
  EXPECT_GE(results.at("pairs").at("covered"), 1);
  expect_golden_text("lost_update.txt", outcome);
}

// With several jobs, tests are run before it is known that they come next.
TEST_F(ClassCommand, TestsTheSameWithAnyNumberOfJobs) {
  const auto result_with = [this](const char* jobs) {
    const Outcome outcome = test("buffered.h", "Tally", {"--jobs", jobs});
    Json results = workplace_.results();
    for (const char* time : {"seconds", "seconds_to_first_test"}) results.erase(time);
    return std::pair(outcome.status, results.dump(1));
  };
  EXPECT_EQ(result_with("3"), result_with("1"));
}

TEST_F(ClassCommand, FindsAnOrderThatIsTooWeak) {
  const Outcome outcome = test("mailbox.h", "LeakyMailbox");
  expect_found(outcome, "not-linearizable");
  EXPECT_THAT(outcome.out, HasSubstr("no common time under the C++ memory model")) << describe(outcome);
  const Outcome sequential = test("mailbox.h", "LeakyMailbox", {"--memory", "sc", "--tests", "20"});
  EXPECT_EQ(sequential.status, 0) << describe(sequential);
}

TEST_F(ClassCommand, OrdersCallsByWhatHappensBeforeWhat) {
  expect_clean("mailbox.h", "Mailbox", {"--memory", "c++"});
  expect_clean("mailbox.h", "RelaxedCounter", {"--memory", "c++"});
}

TEST_F(ClassCommand, SaysFirstWhichMainMethodsWereNotTested) {
  const Outcome outcome = test("hollow.h", "Vault", {"--tests", "5"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.out, StartsWith("insert was NOT tested:\n  insert: cannot construct a Secret"));
  EXPECT_EQ(workplace_.results().at("not_tested").at(0).at("method"), "insert");
#if HEDDLE_FULL_TESTS
  EXPECT_EQ(test("hollow.h", "Vault", {"--tests", "5", "--partial"}).status, 0);
#endif
}

TEST_F(ClassCommand, OffersTheOracleThatWouldExplainWhatWasSeen) {
  const Outcome outcome = test("spurious.h", "Slot");
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("--oracle spurious:try_put"));
#if HEDDLE_FULL_TESTS
  EXPECT_EQ(test("spurious.h", "Slot", {"--oracle", "spurious:try_put", "--tests", "20"}).status, 0);
#endif
}

#if HEDDLE_FULL_TESTS
TEST_F(ClassCommand, KnowsBags) {
  const Outcome outcome = test("lanes.h", "Lanes<true>");
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("--oracle bag"));
  EXPECT_EQ(test("lanes.h", "Lanes<true>", {"--oracle", "bag", "--tests", "100"}).status, 0);
  EXPECT_EQ(test("lanes.h", "Lanes<false>", {"--oracle", "bag"}).status, 1);
}

TEST_F(ClassCommand, ExplainsResultsByThreadsOfTheClass) {
  expect_clean("pool.h", "Pool");
}

TEST_F(ClassCommand, GoesOnWithoutWhatItReported) {
  EXPECT_EQ(test("lost_update.h", "Counter").status, 1);
  const Outcome outcome = test("lost_update.h", "Counter", {"--continue", "--tests", "20"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_GT(workplace_.results().at("tests_that_failed_as_known"), 0);
  EXPECT_EQ(workplace_.results().at("known").size(), 1u);
}

TEST_F(ClassCommand, FindsADeadlockOfTwoObjects) {
  const Outcome outcome = test("accounts.h", "Account");
  expect_found(outcome, "deadlock");
  EXPECT_THAT(bug().at("test").at("threads").dump(),
              AnyOf(R"json([["first.take_all_of(second)"],["second.take_all_of(first)"]])json",
                    R"json([["second.take_all_of(first)"],["first.take_all_of(second)"]])json"));
  expect_golden_text("deadlock.txt", outcome);
}

TEST_F(ClassCommand, FindsADataRaceUnlessTheyAreIgnored) {
  expect_found(test("race.h", "Thermometer"), "data-race");
  expect_clean("race.h", "Thermometer", {"--races", "ignore"});
}
#endif

TEST_F(ClassCommand, FindsMemoryThatIsUsedAfterItWasFreed) {
  expect_found(test("use_after_free.h", "Slot"), "heap-error");
}

#if HEDDLE_FULL_TESTS
TEST_F(ClassCommand, FindsAnExceptionThatOnlyThreadsCause) {
  const Outcome outcome = test("exception.h", "Cache", {"--oracle", "thread-safety"});
  expect_found(outcome, "not-thread-safe");
  EXPECT_THAT(bug().at("calls").dump(), HasSubstr("threw std::out_of_range"));
  expect_golden_text("exception.txt", outcome);
  expect_violation(test("exception.h", "Cache"), "not-linearizable");
}
#endif

// 10 tests of two calls for each of two objects. One lock orders two calls in two ways, and in each the
// second one begins before the first is over, or after it.
TEST_F(ClassCommand, VerifiesEveryUse) {
  const std::string examples = (kHeaders / "../../../examples/").lexically_normal().string();
  const Outcome proved = test(examples + "bounded_queue_fixed.h", "BoundedQueue", {"--verify", "1"});
  EXPECT_EQ(proved.status, 0) << describe(proved);
  EXPECT_THAT(
      replaced(proved.out, "\n", " "),
      StartsWith("Verified: every use of these 3 methods by 2 threads with at most 1 call each is "
                 "linearizable: 20 tests, 80 behaviours.  Methods: try_push, try_pop and size. Objects: "
                 "BoundedQueue(1) and BoundedQueue(2). Arguments: 1 and 2 (int). "));
  const Json verification = workplace_.results().at("verification");
  EXPECT_EQ(verification.at("tests"), 20);
  EXPECT_EQ(verification.at("complete"), 20);
  EXPECT_EQ(verification.at("executions"), 20 * 4);
  const Outcome refuted = test(examples + "bounded_queue.h", "BoundedQueue", {"--verify", "1"});
  expect_violation(refuted, "not-linearizable");
  EXPECT_THAT(replaced(refuted.out, "\n", " "),
              StartsWith("Refuted: not every use of these 3 methods by 2 threads with at most 1 call each is "
                         "linearizable.  BoundedQueue is not thread-safe"));
}

// Which calls are over when others begin is a part of what is executed.
TEST_F(ClassCommand, VerifiesEveryOrderInTime) {
  const Words bounds = {"--verify", "1", "--threads", "3", "--values", "1"};
  const auto verify = [&](const char* name, Words options) {
    options.insert(options.end(), bounds.begin(), bounds.end());
    return test("axes.h", name, options);
  };
  expect_violation(verify("Axes", {}), "not-linearizable");
  EXPECT_THAT(bug().at("test").at("threads"), SizeIs(3));
#if HEDDLE_FULL_TESTS
  const Outcome without_time = verify("Axes", {"--oracle", "program-order"});
  EXPECT_EQ(without_time.status, 0) << describe(without_time);
  const Outcome locked = verify("LockedAxes", {});
  EXPECT_EQ(locked.status, 0) << describe(locked);
  EXPECT_EQ(workplace_.results().at("verification").at("tests"), 6 + 10);
#endif
}

TEST_F(ClassCommand, SaysWhatIsNotVerified) {
  const Outcome few = test("lazy.h", "Lazy", {"--verify", "2", "--tests", "1", "--executions", "20"});
  EXPECT_EQ(few.status, 4) << describe(few);
  EXPECT_THAT(
      replaced(few.out, "\n", " "),
      StartsWith("Undecided: 2 of 3 tests were not begun within the budget and 1 test was not executed "
                 "to the end; none of 1 test fails, 0 of them in all of its executions.   Not executed "
                 "to the end: Lazy(); get() | get()"));
#if HEDDLE_FULL_TESTS
  const Outcome hollow = test("hollow.h", "Vault", {"--verify", "1"});
  EXPECT_EQ(hollow.status, 4) << describe(hollow);
  EXPECT_THAT(hollow.out, HasSubstr("main methods could not be called"));
  EXPECT_EQ(test("lazy.h", "Lazy", {"--verify", "1", "--memory", "c++"}).status, 2);
#endif
}

#if HEDDLE_FULL_TESTS
TEST_F(ClassCommand, VerifiesTheSameWithAnyNumberOfJobs) {
  const auto result_with = [this](const char* jobs) {
    const std::string examples = (kHeaders / "../../../examples/").lexically_normal().string();
    const Outcome outcome = test(examples + "bounded_queue_fixed.h", "BoundedQueue",
                                 {"--verify", "2", "--time", "10m", "--jobs", jobs});
    EXPECT_EQ(outcome.status, 0) << describe(outcome);
    return workplace_.results().at("verification");
  };
  EXPECT_EQ(result_with("3"), result_with("1"));
}
#endif

TEST_F(ClassCommand, LeavesACorrectTemplateAlone) {
  expect_clean("correct.h", "Box<int>");
  EXPECT_THAT(workplace_.results().at("not_called"), IsEmpty());
  const std::string driver = workplace_.read("heddle-out/driver.cpp");
  EXPECT_THAT(driver, HasSubstr("std::make_unique<int>(1)"));
  EXPECT_THAT(driver, HasSubstr("[](auto&&...)"));
  EXPECT_THAT(driver, HasSubstr("context.put_out("));
  EXPECT_THAT(driver, HasSubstr("Box<int>::Side::kBack"));
}

TEST_F(ClassCommand, LeavesOutWhatDoesNotCompile) {
  const Outcome outcome = test("one_compiler.h", "Gauge", {"--tests", "5", "--without", "twice"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("not called: void reset(): a program that calls it does not compile"));
  EXPECT_THAT(workplace_.read("heddle-out/driver.cpp"), Not(HasSubstr("reset")));
}

#if HEDDLE_FULL_TESTS
TEST_F(ClassCommand, KnowsTheOthersWhenOneDoesNotCompile) {
  expect_violation(test("one_compiler.h", "Gauge"), "not-linearizable");
  expect_clean("one_compiler.h", "Gauge", {"--ignore", "twice"});
}

TEST_F(ClassCommand, LeavesAloneWhatFailsWithoutThreads) {
  expect_clean("waits.h", "WaitingQueue");
  EXPECT_GT(workplace_.results().at("tests_that_do_not_count"), 0);
}

TEST_F(ClassCommand, CallsDestructorsWithoutThreadsToo) {
  expect_clean("destructor.h", "Strict");
  expect_found(test("destructor.h", "Hasty"), "assertion");
}

TEST_F(ClassCommand, LeavesAloneWhatOtherCallsLetGoOn) {
  const Outcome barrier = test("meeting.h", "Barrier", {"--tests", "8"});
  EXPECT_EQ(barrier.status, 0) << describe(barrier);
  const Outcome bell = test("meeting.h", "Bell", {"--tests", "15"});
  EXPECT_EQ(bell.status, 0) << describe(bell);
  expect_violation(test("meeting.h", "CountingBell"), "not-linearizable");
}

TEST_F(ClassCommand, NeverComparesAddresses) {
  expect_clean("addresses.h", "Register");
  expect_found(test("addresses.h", "ForgetfulRegister"), "not-linearizable");
  EXPECT_THAT(bug().at("calls").dump(), HasSubstr("ticket 1 at an address"));
}

TEST_F(ClassCommand, LooksForFailuresWithoutOverlapFirst) {
  expect_clean("owned.h", "Desk");
  expect_violation(test("owned.h", "Careless"), "not-linearizable");
}

TEST_F(ClassCommand, KnowsQuiescentConsistency) {
  expect_found(test("buffered.h", "Tally"), "not-linearizable");
  expect_clean("buffered.h", "Tally", {"--quiescent"});
}

TEST_F(ClassCommand, IgnoresResultsThatDoNotCount) {
  expect_violation(test("dice.h", "Dice"), "not-linearizable");
  expect_clean("dice.h", "Dice", {"--ignore", "estimate"});
}

TEST_F(ClassCommand, MakesArgumentsWithAFactory) {
  const Outcome without = test("stack.h", "Stack", {"--tests", "5"});
  EXPECT_EQ(without.status, 3) << describe(without);
  EXPECT_THAT(without.out, StartsWith("push was NOT tested:\n"));
  EXPECT_THAT(without.out, HasSubstr("not called: void push(Token"));
  expect_clean("stack.h", "Stack", {"--factory", (kHeaders / "stack_factory.h").string()});
  EXPECT_THAT(workplace_.results().at("not_called"), IsEmpty());
}

TEST_F(ClassCommand, BelievesASpecification) {
  const std::string factory = (kHeaders / "stack_factory.h").string(),
                    specification = (kHeaders / "stack_specification.h").string();
  expect_found(
      test("stack.h", "Stack", {"--factory", factory, "--specification", specification + ":RightStack"}),
      "not-linearizable");
  expect_clean("stack.h", "Stack", {"--factory", factory, "--specification", specification + ":Queue"});
}

TEST_F(ClassCommand, HasSmallerTestsForManyThreads) {
  const Outcome outcome = test("lost_update.h", "Counter", {"--threads", "3", "--algorithm", "contege"});
  expect_violation(outcome, "not-linearizable");
  EXPECT_THAT(bug().at("test").at("threads"), SizeIs(2));
}
#endif

TEST_F(ClassCommand, PrintsTheModel) {
  const Outcome outcome = test("accounts.h", "Account", {"--model-only", "--json", "model.json"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Pairs of methods to try first"));
  EXPECT_EQ(workplace_.json("model.json").at("class"), "Account");
  EXPECT_FALSE(workplace_.exists("heddle-out"));
}

TEST_F(ClassCommand, ExplainsMistakes) {
  workplace_.write("broken.h", "class Broken { void\n");
  struct Mistake {
    Words words;
    std::string named;
  };
  const std::string counter = (kHeaders / "lost_update.h").string();
  const std::vector<Mistake> mistakes = {
      {{"missing.h", "--class", "Counter"}, "missing.h"},
      {{counter}, "--class"},
      {{counter, "--class", "Nobody"}, "Nobody"},
      {{"broken.h", "--class", "Broken"}, "broken.h"},
      {{counter, "--class", "Counter", "--algorithm", "telepathy"}, "telepathy"},
      {{counter, "--class", "Counter", "--algorithm", "bc-contest:groups=maybe"}, "groups=maybe"},
      {{counter, "--class", "Counter", "--oracle", "delphi"}, "delphi"},
      {{counter, "--class", "Counter", "--strategy", "telepathy"}, "telepathy"},
      {{counter, "--class", "Counter", "--ignore", "nothing"}, "nothing"},
      {{counter, "--class", "Counter", "--specification", "somewhere"}, "--specification"},
      {{counter, "--class", "Counter", "--specification", "missing.h:Right"}, "missing.h"},
      {{counter, "--class", "Counter", "--factory", "missing.h"}, "missing.h"},
      {{counter, "--class", "Counter", "--threads", "1"}, "--threads"},
      {{counter, "--class", "Counter", "--time", "soon"}, "soon"},
  };
  for (const Mistake& mistake : mistakes) {
    Words words = {"class"};
    words.insert(words.end(), mistake.words.begin(), mistake.words.end());
    const Outcome outcome = workplace_.run_heddle(words);
    EXPECT_EQ(outcome.status, 2) << mistake.named << '\n' << describe(outcome);
    EXPECT_THAT(outcome.err, HasSubstr(mistake.named));
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(workplace_.exists("heddle-out")) << mistake.named;
  }
}

// Otherwise a reproducer would find wrong what its driver found right.
TEST_F(ClassCommand, ReproducersWriteValuesAsDriversDo) {
  const std::string includes =
      "#include <heddle/class_library_values.h>\n#include <array>\n#include <functional>\n#include "
      "<list>\n#include "
      "<map>\n";
  const std::string comparison = R"cpp(
    struct Opaque {};
    struct Named {
      operator std::string_view() const { return "named"; }
    };
    struct Printed {};
    std::ostream& operator<<(std::ostream& stream, const Printed&) {
      return stream << "printed";
    }
    enum class Colour : unsigned char { kRed = 3 };
    struct Leave {
      void operator()(int*) const {}
    };

    int failed = 0;
    template <typename T>
    void compare(const T& value) {
      std::string told;
      heddle::driver::describe(told, value);
      if (told == text_of(value)) return;
      ++failed;
      std::printf("%s: %s, %s\n", __PRETTY_FUNCTION__, told.c_str(), text_of(value).c_str());
    }

    int main() {
      static int number = 7;
      compare(true), compare('x'), compare(static_cast<signed char>(-5)), compare(42ul), compare(1.5),
          compare(1e100f);
      compare(Colour::kRed), compare("text"), compare(static_cast<const char*>(nullptr)), compare(&number);
      compare(static_cast<int*>(nullptr)), compare(std::string("s")), compare(std::string_view("v")),
          compare(Named());
      compare(std::optional<int>()), compare(std::optional<std::string>("there"));
      compare(std::make_shared<int>(3)), compare(std::unique_ptr<int>()),
          compare(std::unique_ptr<int, Leave>(&number));
      compare(std::pair(1, std::string("one"))), compare(std::tuple(1, 'c', true)), compare(std::tuple<>());
      compare(std::vector<bool>{true, false}), compare(std::vector<Printed>(2)),
          compare(std::array<int, 2>{1, 2});
      compare(std::map<int, std::tuple<int, std::string>>{{1, {2, "three"}}}),
          compare(std::list<std::optional<char>>(1));
      compare(Printed()), compare(Opaque()), compare(std::function<void()>());
      std::ostringstream text;
      text << "at " << text_of(1) << &failed << ", " << std::this_thread::get_id() << ", 12345678901, 0x12";
      compare(text.str()), compare(std::this_thread::get_id()), compare(std::thread::id());
      compare(reinterpret_cast<std::uintptr_t>(&number)), compare(12345678901ul), compare(-5l);
      return failed == 0 ? 0 : 1;
    }
  )cpp";
  workplace_.write("values.cc", includes + "#include <cstdio>\nnamespace {\n" +
                                    classes::value_texts(true, false) + "}\n" + comparison);
  const Outcome compiled =
      run({.words = {"g++", "-std=c++17", "-I", HEDDLE_TEST_INCLUDES, "values.cc", "-o", "values"},
           .folder = workplace_.folder()});
  ASSERT_EQ(compiled.status, 0) << describe(compiled);
  const Outcome compared = run({.words = {workplace_.path("values")}});
  EXPECT_EQ(compared.status, 0) << describe(compared);
}

// A class as most are written: its methods are in a source file.
class TwoFiles : public ClassCommand {
 protected:
  void SetUp() override {
    ClassCommand::SetUp();
    workplace_.write("ticket.h",
                     "#pragma once\n#include \"number.h\"\n"
                     "class Ticket {\n public:\n  Number next();\n private:\n  Number last_ = 0;\n};\n");
    fs::create_directory(workplace_.path("include"));
    workplace_.write("include/number.h", "#pragma once\nusing Number = int;\n");
    workplace_.write("ticket.cc",
                     "#include \"ticket.h\"\n#include <mutex>\n"
                     "static std::mutex mutex;\n"
                     "int Ticket::next() {\n"
                     "  int mine;\n"
                     "  { std::scoped_lock lock(mutex); mine = last_ + 1; }\n"
                     "  std::scoped_lock lock(mutex);\n"
                     "  return last_ = mine;\n"
                     "}\n");
  }
};

TEST_F(TwoFiles, AreReadAndCompiledTogether) {
  const Outcome model = workplace_.run_heddle(
      {"class", "ticket.h", "ticket.cc", "--class", "Ticket", "--model-only", "--", "-Iinclude"});
  EXPECT_EQ(model.status, 0) << describe(model);
  EXPECT_THAT(model.out, HasSubstr("writes last_ under mutex"));
  const Outcome outcome =
      workplace_.run_heddle({"class", "ticket.h", "ticket.cc", "--class", "Ticket", "--", "-Iinclude"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_EQ(bug().at("kind"), "not-linearizable");
  expect_that_commands_hold(workplace_);
}

TEST_F(TwoFiles, AreAskedFor) {
  const Outcome alone =
      workplace_.run_heddle({"class", "ticket.h", "--class", "Ticket", "--", "-I", "include"});
  EXPECT_EQ(alone.status, 3) << describe(alone);
  EXPECT_THAT(alone.err, HasSubstr("Ticket::next()"));
  EXPECT_THAT(alone.err, HasSubstr("heddle class HEADER SOURCE --class NAME"));
  const Outcome as_flag =
      workplace_.run_heddle({"class", "ticket.h", "--class", "Ticket", "--", "-Wall", "ticket.cc"});
  EXPECT_EQ(as_flag.status, 2) << describe(as_flag);
  EXPECT_THAT(as_flag.err, HasSubstr("name 'ticket.cc' before '--'"));
}

// An installation without it, as where Clang's libraries were not found.
TEST_F(ClassCommand, SaysThatTheModelProgramIsMissing) {
  fs::create_directories(workplace_.path("bin"));
  fs::create_directories(workplace_.path("lib"));
  fs::copy_file(kTool, workplace_.path("bin/heddle"));
  fs::create_symlink(HEDDLE_TEST_RUNTIME, workplace_.path("lib/libheddle.so"));
  const Outcome outcome = run({.words = {workplace_.path("bin/heddle"), "class",
                                         (kHeaders / "lost_update.h").string(), "--class", "Counter"},
                               .folder = workplace_.folder()});
  EXPECT_EQ(outcome.status, 2) << describe(outcome);
  EXPECT_THAT(outcome.err, HasSubstr("heddle-class-model is not there"));
}

#if HEDDLE_FULL_TESTS
// ---- The classes and data structures of the papers.

struct Subject {
  std::string header;
  std::string name;
  std::vector<std::string> wrong;  // flags, each alone, with which there is a bug
  std::string right;               // the flag without which there is one; empty: none
};

const std::vector<Subject> kSubjects = {
    {"linked-list-11/linked_list.h", "LinkedList", {""}, "-DHEDDLE_FIXED"},
    {"synchronized-map/synchronized_map.h", "SynchronizedMap", {""}, "-DHEDDLE_FIXED"},
    {"xy-series/xy_series.h", "XYSeries", {""}, "-DHEDDLE_FIXED"},
    {"hash-set/hash_set.h", "HashSet", {""}, "-DHEDDLE_FIXED"},
    {"buffered-input-stream/buffered_input_stream.h", "BufferedInputStream", {""}, "-DHEDDLE_FIXED"},
    {"day/day.h", "Day", {""}, "-DHEDDLE_FIXED"},
    {"time-series/time_series.h", "TimeSeries", {""}, "-DHEDDLE_FIXED"},
    {"array-list/array_list.h", "ArrayList", {""}, "-DHEDDLE_FIXED"},
    {"logger/logger.h", "Logger", {""}, "-DHEDDLE_FIXED"},
    {"shared-pool-data-source/shared_pool_data_source.h", "SharedPoolDataSource", {""}, "-DHEDDLE_FIXED"},
    {"linked-list-15/linked_list.h", "LinkedList", {""}, "-DHEDDLE_FIXED"},
    {"per-user-pool-data-source/per_user_pool_data_source.h",
     "PerUserPoolDataSource",
     {""},
     "-DHEDDLE_FIXED"},
    {"string-buffer-16/string_buffer.h", "StringBuffer", {""}, "-DHEDDLE_FIXED"},
    {"vector/vector.h", "Vector", {""}, "-DHEDDLE_FIXED"},
    {"xstream/xstream.h", "XStream", {""}, "-DHEDDLE_FIXED"},
    {"concurrent-hash-map/concurrent_hash_map.h", "ConcurrentHashMap", {""}, "-DHEDDLE_FIXED"},
    {"string-buffer-10/string_buffer.h", "StringBuffer", {""}, "-DHEDDLE_FIXED"},
    {"number-axis/number_axis.h", "NumberAxis", {""}, "-DHEDDLE_FIXED"},
    {"period-axis/period_axis.h", "PeriodAxis", {""}, "-DHEDDLE_FIXED"},
    {"xy-plot/xy_plot.h", "XYPlot", {""}, "-DHEDDLE_FIXED"},
    {"lockfree-list/lockfree_list.h", "LockfreeList", {"11"}, ""},
    {"optimistic-list/optimistic_list.h", "OptimisticList", {"21", "22"}, ""},
    {"lazy-list/lazy_list.h", "LazyList", {"31", "32"}, ""},
    {"simple-queue/simple_queue.h", "SimpleQueue", {"41", "42", "43", "44"}, ""},
    {"ring-queue/ring_queue.h", "RingQueue", {}, ""},
    {"lockfree-queue/lockfree_queue.h", "LockfreeQueue", {}, ""},
    {"ms-queue/ms_queue.h", "MSQueue", {}, ""},
    {"backoff-stack/backoff_stack.h", "BackoffStack", {}, ""},
    {"lock-based-hash-table/lock_based_hash_table.h", "LockBasedHashTable", {"91"}, ""},
};

class ClassSubjects : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    if (!HEDDLE_TEST_HAS_CLASS_MODEL)
      GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  }

  Outcome test(const Words& options, const std::string& flag) const {
    Words words = {"class", std::string(HEDDLE_TEST_CLASS_SUBJECTS) + "/" + GetParam().header, "--class",
                   "subjects::" + GetParam().name, "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    if (!flag.empty()) words.insert(words.end(), {"--", flag});
    return workplace_.run_heddle(words);
  }

  Workplace workplace_;
};

class BrokenClassSubjects : public ClassSubjects {};

TEST_P(BrokenClassSubjects, BugIsFound) {
  for (const std::string& mutant : GetParam().wrong) {
    const Outcome outcome = mutant.empty()
                                ? test({"--time", "60s"}, "")
                                : test({"--time", "60s", "--races", "ignore"}, "-DHEDDLE_MUTANT=" + mutant);
    EXPECT_EQ(outcome.status, 1) << mutant << '\n' << describe(outcome);
    expect_that_commands_hold(workplace_);
  }
}

TEST_P(ClassSubjects, NothingIsFoundWhereNothingIsWrong) {
  const Outcome outcome = test({"--tests", "1000", "--time", "10m"}, GetParam().right);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_GE(workplace_.results().at("executions"), 100'000);
}

std::string subject_name(const ::testing::TestParamInfo<Subject>& subject) {
  std::string name = subject.param.header.substr(0, subject.param.header.find('/'));
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, ClassSubjects, ::testing::ValuesIn(kSubjects), subject_name);

std::vector<Subject> broken_subjects() {
  std::vector<Subject> all = kSubjects;
  std::erase_if(all, [](const Subject& subject) { return subject.wrong.empty(); });
  return all;
}
INSTANTIATE_TEST_SUITE_P(All, BrokenClassSubjects, ::testing::ValuesIn(broken_subjects()), subject_name);
#endif

}  // namespace
}  // namespace heddle::e2e
