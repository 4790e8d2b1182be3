// heddle study: small studies of tiny programs, ended and gone on with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Two programs with the names of subjects.
class Study : public ::testing::Test {
 protected:
  Study() {
    workplace_.copy_of(program("lock_order"), "hawknl");
    workplace_.copy_of(program("lock_order"), "sqlite");
  }

  Outcome rpro(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words{"study",        "rpro", "--subjects", ".",
                                   "--executions", "30",   "--only",     "hawknl,sqlite"};
    words.insert(words.end(), options.begin(), options.end());
    return workplace_.run_heddle(words);
  }

  Outcome strategies(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> words{"study",        "strategies", "--subjects", ".",
                                   "--executions", "200",        "--seeds",    "3",
                                   "--strategies", "random;auto"};
    words.insert(words.end(), options.begin(), options.end());
    return workplace_.run_heddle(words);
  }

  Workplace workplace_;
};

TEST_F(Study, OfRproMakesTablesAndAPlot) {
  const Outcome first = rpro();
  ASSERT_EQ(first.status, 0) << describe(first);
  EXPECT_THAT(first.out, HasSubstr("Table 2"));
  EXPECT_THAT(first.out, HasSubstr("Table 3"));
  EXPECT_THAT(first.err, HasSubstr("hawknl: done"));
  EXPECT_EQ(lines(workplace_.read("heddle-study/rpro-table2.csv")), 3);
  EXPECT_EQ(lines(workplace_.read("heddle-study/rpro-table3.csv")), 3);
  EXPECT_THAT(workplace_.read("heddle-study/rpro-figure7.csv"), HasSubstr("sqlite,150,30,"));
  EXPECT_THAT(workplace_.read("heddle-study/rpro-figure7.svg"), StartsWith("<svg "));
}

TEST_F(Study, OfTsaMakesTablesAndPlots) {
  workplace_.copy_of(program("lock_order"), "pool");
  const Outcome outcome =
      workplace_.run_heddle({"study", "tsa", "--subjects", ".", "--only", "pool", "--runs", "2",
                             "--executions", "20", "--window", "20", "--longer-search", "50"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  for (const char* const title :
       {"Study 1 (Table 2)", "Study 2 (Table 3)", "Study 3 (Table 4)", "Study 4 (Table 5)"})
    EXPECT_THAT(outcome.out, HasSubstr(title));
  EXPECT_EQ(lines(workplace_.read("heddle-study/tsa-study1.csv")), 1 + 18);
  EXPECT_EQ(lines(workplace_.read("heddle-study/cells.csv")), 1 + 2 + 18 * 2 + 3);
  EXPECT_THAT(workplace_.read("heddle-study/tsa-figure4.svg"), StartsWith("<svg "));
  const Outcome nothing = workplace_.run_heddle({"study", "tsa", "--subjects", ".", "--only", "hawknl"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("there is no subject 'hawknl'; there are: arraylist-1"));
}

// On programs of the paper, which stand beside the tool.
TEST_F(Study, OfHarsMakesTablesAndAPage) {
  const std::vector<std::string> words{"study",        "hars",        "--only",   "checkfield,consistency",
                                       "--strategies", "random hars", "--repeat", "3"};
  const Outcome first = workplace_.run_heddle(words);
  ASSERT_EQ(first.status, 0) << describe(first);
  for (const char* const title :
       {"Table II. Executions", "Table II. Time", "What a completed execution costs", "Table III.",
        "Figures 4 and 5.", "Figure 3.", "Figure 6."})
    EXPECT_THAT(first.out, HasSubstr(title));
  EXPECT_THAT(first.err, HasSubstr("checkfield: done"));
  EXPECT_EQ(lines(workplace_.read("heddle-study/hars-table2.csv")), 1 + 4);
  EXPECT_EQ(lines(workplace_.read("heddle-study/hars-table3.csv")), 1 + 2);
  EXPECT_THAT(workplace_.read("heddle-study/hars-figure3.csv"), HasSubstr("\nhars,1,"));
  EXPECT_THAT(workplace_.read("heddle-study/hars-figure6.csv"), HasSubstr("\nhars,500,"));
  EXPECT_THAT(workplace_.read("heddle-study/hars.html"), HasSubstr("</svg>"));
  const std::string cells = workplace_.read("heddle-study/cells.csv");
  EXPECT_EQ(lines(cells), 1 + 2 * (2 * 3 + 2 * 3 + 1)) << "searches, those of Figure 6, the long run";

  const Outcome again = workplace_.run_heddle(words);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "") << "nothing was left to do";
  EXPECT_EQ(workplace_.read("heddle-study/cells.csv"), cells);
}

#if HEDDLE_FULL_TESTS
// On classes of the papers, which are read by a program that needs the libraries of Clang.
TEST_F(Study, OfBcContestMakesTablesAndAPage) {
  if (!HEDDLE_TEST_HAS_CLASS_MODEL)
    GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  const std::vector<std::string> words{"study",        "bc-contest",
                                       "--only",       "linked-list-11",
                                       "--algorithms", "bc-contest bc-contest-ng",
                                       "--repeat",     "2",
                                       "--executions", "50"};
  const Outcome first = workplace_.run_heddle(words);
  ASSERT_EQ(first.status, 0) << describe(first);
  for (const char* const title :
       {"Table 2. Tests", "Table 2. Seconds", "Table 3.", "Table 1.", "Figures 7 and 8.", "Figure 10."})
    EXPECT_THAT(first.out, HasSubstr(title));
  EXPECT_THAT(first.err, HasSubstr("linked-list-11: compiled"));
  EXPECT_EQ(lines(workplace_.read("heddle-study/bc-contest-table2.csv")), 1 + 2);
  EXPECT_THAT(workplace_.read("heddle-study/bc-contest-table3.csv"), HasSubstr("\nbc-contest-ng,tests,2,"));
  EXPECT_THAT(workplace_.read("heddle-study/bc-contest-classes.csv"), HasSubstr("linked-list-11,10,"));
  EXPECT_THAT(workplace_.read("heddle-study/bc-contest.html"), HasSubstr("</svg>"));
  const Outcome again = workplace_.run_heddle(words);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "") << "nothing was left to do, nor to compile";
}
#endif

// The analysis is Clang and sees a method that g++ does not.
#if HEDDLE_FULL_TESTS
TEST_F(Study, OfClassesLeavesOutWhatDoesNotCompile) {
  if (!HEDDLE_TEST_HAS_CLASS_MODEL)
    GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  std::filesystem::create_directories(workplace_.path("classes/linked-list-11"));
  workplace_.write("classes/linked-list-11/linked_list.h",
                   "namespace subjects {\n"
                   "class LinkedList {\n"
                   " public:\n"
                   "#ifdef __clang__\n"
                   "  void clear() { size_ = 0; }\n"
                   "#endif\n"
                   "  int add() { return ++size_; }\n"
                   "  int size() const { return size_; }\n"
                   " private:\n"
                   "  int size_ = 0;\n"
                   "};\n"
                   "}\n");
  const Outcome outcome =
      workplace_.run_heddle({"study", "bc-contest", "--subjects", ".", "--only", "linked-list-11",
                             "--algorithms", "bc-contest", "--repeat", "1", "--time", "5s"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(workplace_.read("heddle-study/drivers/linked-list-11.json"),
              HasSubstr("a program that calls it does not compile"));
  EXPECT_THAT(workplace_.read("heddle-study/bc-contest-classes.csv"), HasSubstr("linked-list-11,2,"));
  // The calls mean in the driver what they mean in the model: the race of add() with itself is found.
  EXPECT_THAT(workplace_.read("heddle-study/bc-contest-table2.csv"),
              HasSubstr("linked-list-11,race,bc-contest,1,1,"));
}
#endif

TEST_F(Study, OfAtgExposesInterleavingRootsAndAMutant) {
  if (!HEDDLE_TEST_HAS_CLASS_MODEL)
    GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  const Outcome outcome =
      workplace_.run_heddle({"study", "atg", "--only", "simple-queue,c41", "--repeat", "1", "--n", "1"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  for (const char* const title : {"Table 2. MRT, N = 1", "Table 5. SD-ATG, N = 1", "Table 6.", "Table 7."})
    EXPECT_THAT(outcome.out, HasSubstr(title));
  EXPECT_THAT(outcome.out, HasSubstr("Every search found the mutant."));
  EXPECT_EQ(lines(workplace_.read("heddle-study/atg-tables2-5.csv")), 1 + 4);
  EXPECT_EQ(lines(workplace_.read("heddle-study/cells.csv")), 1 + 8);
  const Outcome nothing = workplace_.run_heddle({"study", "atg", "--only", "c99"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("there is no subject 'c99'; there are: lockfree-list"));
}

TEST_F(Study, OfHarsEndsASearchThatTakesTooLong) {
  workplace_.copy_of(program("lost_update_fixed"), "dekker");
  const Outcome outcome = workplace_.run_heddle({"study", "hars", "--subjects", ".", "--only", "dekker",
                                                 "--strategies", "random", "--repeat", "1", "--executions",
                                                 "1000000000", "--time", "500ms", "--long-run", "0"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("random found the bug in no run of dekker."));
  EXPECT_THAT(outcome.out, HasSubstr("1 run ended after 0.5 s"));
}

TEST_F(Study, OfHarsListsItsPrograms) {
  const Outcome all = workplace_.run_heddle({"study", "hars", "--list"});
  EXPECT_EQ(all.status, 0) << describe(all);
  EXPECT_EQ(lines(all.out), 2 + 45 + 1);
  EXPECT_THAT(all.out,
              HasSubstr(HEDDLE_FULL_TESTS ? "45 of 45 programs are built" : " of 45 programs are built"));
  EXPECT_THAT(all.out, HasSubstr("/subjects/checkfield\n"));
  const Outcome none = workplace_.run_heddle({"study", "hars", "--list", "--subjects", "nowhere"});
  EXPECT_EQ(none.status, 0) << describe(none);
  EXPECT_THAT(none.out, HasSubstr("0 of 45 programs are built"));
  EXPECT_FALSE(workplace_.exists("heddle-study"));
}

TEST_F(Study, GoesOnWithWhatIsThere) {
  const Outcome first = rpro();
  ASSERT_EQ(first.status, 0) << describe(first);
  const std::string cells = workplace_.read("heddle-study/cells.csv");
  const Outcome again = rpro();
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(again.err, "") << "nothing was left to do";
  EXPECT_EQ(workplace_.read("heddle-study/cells.csv"), cells);

  // As if it had been ended in the middle of its last line.
  workplace_.write("heddle-study/cells.csv", cells.substr(0, cells.size() - 5));
  const Outcome repaired = rpro();
  EXPECT_EQ(repaired.status, 0);
  EXPECT_EQ(repaired.out, first.out) << "a search does not depend on those before it";
  EXPECT_EQ(lines(workplace_.read("heddle-study/cells.csv")), lines(cells));

  const Outcome other = rpro({"--seed", "2"});
  EXPECT_EQ(other.status, 0);
  EXPECT_EQ(lines(workplace_.read("heddle-study/cells.csv")), 2 * lines(cells) - 1);
}

TEST_F(Study, IsTheSameOnAnyNumberOfCores) {
  const Outcome one = rpro({"--jobs", "1", "--out", "one"});
  const Outcome three = rpro({"--jobs", "3", "--out", "three"});
  ASSERT_EQ(one.status, 0) << describe(one);
  EXPECT_EQ(workplace_.read("one/rpro-figure7.csv"), workplace_.read("three/rpro-figure7.csv"));
  EXPECT_EQ(workplace_.read("one/rpro-table2.csv"), workplace_.read("three/rpro-table2.csv"));
}

TEST_F(Study, OfStrategiesCountsExecutionsToTheFirstBug) {
  const Outcome first = strategies();
  ASSERT_EQ(first.status, 0) << describe(first);
  EXPECT_THAT(first.out, HasSubstr("auto finds the bug with at least 95 % of the seeds on 2 of 2 subjects."));
  EXPECT_EQ(lines(workplace_.read("heddle-study/strategies.csv")), 5);
  const std::string cells = workplace_.read("heddle-study/cells.csv");
  EXPECT_EQ(lines(cells), 1 + 2 * 2 * 3);
  const Outcome again = strategies();
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(workplace_.read("heddle-study/cells.csv"), cells);
}

TEST_F(Study, OfStrategiesTakesProgramsOfTheUser) {
  const Outcome outcome = strategies({"--", program("lost_update")});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(workplace_.read("heddle-study/strategies.csv"), HasSubstr("lost_update,auto,3,3,1,"));
}

TEST_F(Study, ThatIsInterruptedKeepsItsCells) {
  Command command = workplace_.heddle({"study", "rpro", "--subjects", ".", "--only", "hawknl", "--executions",
                                       "20000", "--jobs", "1", "--full-sweep"});
  Process study(command);
  ASSERT_TRUE(eventually(30s, [&] {
    return workplace_.exists("heddle-study/cells.csv") &&
           lines(workplace_.read("heddle-study/cells.csv")) >= 3;
  }));
  study.signal(SIGINT);
  const Outcome outcome = study.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("the same command continues from there"));
  EXPECT_GE(lines(workplace_.read("heddle-study/cells.csv")), 3);
  EXPECT_TRUE(eventually(30s, [&] { return processes_running(workplace_.path("hawknl")).empty(); }));
}

TEST_F(Study, SaysWhatIsWrong) {
  const auto complaint = [this](const std::vector<std::string>& words) {
    const Outcome outcome = workplace_.run_heddle(words);
    EXPECT_EQ(outcome.status, 2) << describe(outcome);
    return outcome.err;
  };
  EXPECT_THAT(complaint({"study"}), HasSubstr("which study?"));
  EXPECT_THAT(
      complaint({"study", "rain"}),
      HasSubstr("there is no study 'rain'. There are: rpro, tsa, hars, bc-contest, atg, strategies."));
  EXPECT_THAT(complaint({"study", "rpro", "--subjects", "nowhere"}),
              HasSubstr("there are no subjects in 'nowhere'"));
  EXPECT_THAT(complaint({"study", "strategies", "--subjects", "nowhere"}),
              HasSubstr("name their folder with --subjects"));
  EXPECT_THAT(complaint({"study", "rpro", "--subjects", ".", "--only", "oracle"}),
              HasSubstr("there is no subject 'oracle'; there are: jdbc-1, "));
  EXPECT_THAT(complaint({"study", "rpro", "--subjects", ".", "--only", "hawknl,d1"}),
              HasSubstr("there is no d1 in '.'"));
  EXPECT_THAT(complaint({"study", "strategies", "--subjects", ".", "--strategies", "walk"}),
              HasSubstr("there is no strategy 'walk'"));
  EXPECT_THAT(complaint({"study", "rpro", "--", "./hawknl"}), HasSubstr("choose among them with --only"));
  EXPECT_THAT(complaint({"study", "hars", "--", "./hawknl"}), HasSubstr("choose among them with --only"));
  EXPECT_THAT(complaint({"study", "hars", "--only", "hawknl"}),
              HasSubstr("there is no subject 'hawknl'; there are: account, "));
  EXPECT_THAT(complaint({"study", "hars", "--strategies", "walk"}), HasSubstr("there is no strategy 'walk'"));
  EXPECT_THAT(complaint({"study", "hars", "--time", "soon"}), HasSubstr("soon"));
  EXPECT_FALSE(workplace_.exists("heddle-study"));
}

TEST_F(Study, TellsOfAProgramThatCannotBeControlled) {
  workplace_.copy_of("/bin/true", "mysql-1");
  const Outcome outcome =
      workplace_.run_heddle({"study", "rpro", "--subjects", ".", "--only", "mysql-1", "--executions", "5"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.err, HasSubstr("mysql-1"));
}

}  // namespace
}  // namespace heddle::e2e
