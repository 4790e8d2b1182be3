// heddle coverage: what was exercised, what is left, and searches that end when nothing new comes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// The two threads of the TSA paper's Figure 2: each locks twice.
constexpr char kFigure2[] = R"(#include <mutex>
#include <thread>
std::mutex m;
int x;
void first() {
  { std::lock_guard lock(m); ++x; }
  { std::lock_guard lock(m); ++x; }
}
void second() {
  { std::lock_guard lock(m); ++x; }
  { std::lock_guard lock(m); ++x; }
}
int main() {
  std::thread one(first), two(second);
  one.join();
  two.join();
}
)";

class Coverage : public ::testing::Test {
 protected:
  Coverage() {
    workplace_.write("figure2.cc", kFigure2);
    const Outcome built = workplace_.run_heddle({"c++", "-g", "figure2.cc", "-o", "figure2"});
    EXPECT_EQ(built.status, 0) << describe(built);
  }
  Outcome run(std::vector<std::string> options) const {
    options.insert(options.begin(), "run");
    options.insert(options.end(), {"--", "./figure2"});
    return workplace_.run_heddle(options);
  }

  Workplace workplace_;
};

TEST_F(Coverage, OfFigure2HasTenPairs) {
  for (const char* isolation : {"restore", "fork"}) {
    const Outcome outcome = run({"--strategy", "tsa", "--executions", "20", "--isolation", isolation});
    ASSERT_EQ(outcome.status, 0) << describe(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("synchronization pairs: 10 of 10 covered (100 %)"));
    const Json pairs = workplace_.results()["coverage"]["sync-pairs"];
    EXPECT_EQ(pairs["required"], 10);
    EXPECT_EQ(pairs["covered"], 10);
    EXPECT_EQ(pairs["discovered"], 0);
    EXPECT_GT(workplace_.results()["decisions"]["rule-1"], 2);
  }
}

TEST_F(Coverage, ShowsWhatIsLeftAsLines) {
  ASSERT_EQ(run({"--strategy", "fifo", "--executions", "5"}).status, 0);
  const Outcome outcome = workplace_.run_heddle({"coverage", "heddle-out"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("synchronization pairs: 3 of 10 covered (30 %)"));
  EXPECT_THAT(outcome.out, HasSubstr("figure2.cc:10 → figure2.cc:6 never followed each other on `m`"));
  EXPECT_THAT(outcome.out, HasSubstr("How it grew: heddle-out/coverage.svg"));
  EXPECT_THAT(workplace_.read("heddle-out/coverage.svg"), StartsWith("<svg "));
}

TEST_F(Coverage, OfSeveralRunsIsPutTogether) {
  ASSERT_EQ(run({"--strategy", "fifo", "--executions", "5", "--out", "one"}).status, 0);
  ASSERT_EQ(run({"--strategy", "tsa", "--executions", "20", "--out", "two"}).status, 0);
  const Outcome outcome = workplace_.run_heddle({"coverage", "one", "two", "--json", "both.json"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  const Json both = Json::parse(workplace_.read("both.json"));
  EXPECT_EQ(both["executions"], 25);
  EXPECT_EQ(both["metrics"]["sync-pairs"]["covered"], 10);
  EXPECT_EQ(both["metrics"]["sync-pairs"]["items"][0]["execution"], 1) << "the first run comes first";
}

TEST_F(Coverage, RequirementsAreReadFromAFile) {
  ASSERT_EQ(run({"--strategy", "fifo", "--executions", "2"}).status, 0);
  ASSERT_EQ(workplace_.run_heddle({"coverage", "heddle-out", "--requirements", "pairs.txt"}).status, 0);
  const std::string text = workplace_.read("pairs.txt");
  EXPECT_THAT(text, StartsWith("# heddle sync-pairs 1: ./figure2\n"));
  // The first pair alone.
  const std::size_t start = text.find("\nfigure2+0x") + 1;
  workplace_.write("one.txt",
                   "# heddle sync-pairs 1\n" + text.substr(start, text.find('\n', start) - start) + "\n");
  ASSERT_EQ(run({"--strategy", "tsa", "--executions", "1", "--requirements", "one.txt"}).status, 0);
  const Json pairs = workplace_.results()["coverage"]["sync-pairs"];
  EXPECT_EQ(pairs["required"].get<int>() - pairs["discovered"].get<int>(), 1) << "nothing was estimated";
  workplace_.write("wrong.txt", "# heddle sync-pairs 1\nelsewhere+0x10 elsewhere+0x20\n");
  const Outcome wrong = run({"--requirements", "wrong.txt"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("wrong.txt: line 2: 'elsewhere+0x10' is no place in this program"));
}

TEST_F(Coverage, IsSaturatedWhenNothingNewComes) {
  const Outcome outcome = run({"--strategy", "tsa", "--until", "saturation", "--saturation-window", "50"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Saturated: what the search covers no longer grows."));
  const Json results = workplace_.results();
  EXPECT_EQ(results["saturated"], true);
  EXPECT_EQ(results["end"], "saturated");
  EXPECT_GE(results["executions"], 50);
  EXPECT_LT(results["executions"], 120);
}

TEST_F(Coverage, OfRootsAndPatternsIsMeasuredWhereItIsAskedFor) {
  ASSERT_EQ(run({"--strategy", "random", "--executions", "50", "--coverage", "all"}).status, 0);
  const Json coverage = workplace_.results()["coverage"];
  EXPECT_GT(coverage["patterns"]["covered"], 3);
  EXPECT_GT(coverage["iroots"]["covered"], 3);
  EXPECT_GE(coverage["iroots"]["required"], coverage["iroots"]["covered"]);
  const Outcome outcome = workplace_.run_heddle({"coverage", "heddle-out"});
  EXPECT_THAT(outcome.out, HasSubstr("memory-access patterns: "));
  EXPECT_THAT(outcome.out, HasSubstr("interleaving roots: "));
}

TEST_F(Coverage, TellsWhatIsWrong) {
  EXPECT_THAT(workplace_.run_heddle({"coverage"}).err, HasSubstr("DIR is required"));
  EXPECT_THAT(workplace_.run_heddle({"coverage", "nowhere"}).err, HasSubstr("nowhere"));
  EXPECT_THAT(run({"--coverage", "everything"}).err,
              HasSubstr("'everything' is not a coverage metric; write a list of sync-pairs, iroots, "
                        "patterns, or all, or none"));
  EXPECT_THAT(run({"--coverage", "none", "--until", "saturation"}).err, HasSubstr("needs a coverage metric"));
  ASSERT_EQ(run({"--coverage", "none", "--executions", "2"}).status, 0);
  const Outcome outcome = workplace_.run_heddle({"coverage", "heddle-out"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("there is no coverage in 'heddle-out'"));
}

// What is measured does not depend on the machine, nor on how executions are kept apart.
TEST_F(Coverage, IsTheSameWithTheSameSeed) {
  std::vector<std::string> documents;
  for (const char* isolation : {"restore", "fork", "restore"}) {
    ASSERT_LE(
        workplace_
            .run_heddle({"run", "--quiet", "--strategy", "tsa:vary=true", "--until", "budget", "--executions",
                         "60", "--coverage", "all", "--isolation", isolation, "--", program("lock_order")})
            .status,
        1);
    documents.push_back(workplace_.read("heddle-out/coverage.json"));
  }
  EXPECT_EQ(documents[0], documents[1]);
  EXPECT_EQ(documents[0], documents[2]);
}

}  // namespace
}  // namespace heddle::e2e
