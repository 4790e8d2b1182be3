// What `heddle` makes of an explorer that does not do what it should (scripted_explorer.cc).
#include "host/explorer_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace heddle::host {
namespace {

using ::testing::HasSubstr;

Result<std::unique_ptr<ExplorerProcess>> start(const std::string& script) {
  LaunchOptions options;
  options.program.path = HEDDLE_TEST_SCRIPTED_EXPLORER;
  options.program.links_runtime = true;
  options.arguments = {script};
  return ExplorerProcess::start(options);
}

std::string problem_of_start(const std::string& script) {
  const Result<std::unique_ptr<ExplorerProcess>> explorer = start(script);
  return explorer ? "there is none" : explorer.error();
}

Result<SearchPaused> search(const std::string& script, const Replayer::Watch& watch = nullptr) {
  Result<std::unique_ptr<ExplorerProcess>> explorer = start(script);
  if (!explorer) return Error{explorer.error()};
  SearchRequest request;
  request.executions = 12;
  return (*explorer)->search(request, watch);
}

std::string problem_of_search(const std::string& script) {
  const Result<SearchPaused> paused = search(script);
  return paused ? "there is none" : paused.error();
}

TEST(ExplorerProcess, SearchesAndReplays) {
  Result<std::unique_ptr<ExplorerProcess>> explorer = start("answers");
  ASSERT_TRUE(explorer) << explorer.error();
  EXPECT_EQ((*explorer)->hello().version, HEDDLE_VERSION);
  SearchRequest request;
  request.executions = 12;
  const Result<SearchPaused> paused = (*explorer)->search(request, nullptr);
  ASSERT_TRUE(paused) << paused.error();
  EXPECT_EQ(paused->reason, PauseReason::kBudget);
  EXPECT_EQ(paused->totals.executions, 12u);
  ASSERT_EQ((*explorer)->hello().modules.modules.size(), 1u) << "the program has loaded a library";
  EXPECT_EQ((*explorer)->hello().modules.modules[0].path, "plugin.so");
  for (const std::uint64_t limit : {7u, 8u}) {
    ReplayRequest replay;
    replay.execution.step_limit = limit;
    const Result<Replayed> replayed = (*explorer)->replay(replay);
    ASSERT_TRUE(replayed) << replayed.error();
    EXPECT_EQ(replayed->report.end, End::kFailed);
    EXPECT_EQ((*explorer)->output(100), "step limit " + std::to_string(limit) + "\n") << "of the last replay";
  }
  EXPECT_EQ((*explorer)->output(4), "step");
}

TEST(ExplorerProcess, ShowsTheWordsOfAProgramThatEndsBeforeItIsTakenOver) {
  EXPECT_EQ(problem_of_start("ends"),
            "the program ended before Heddle could take it over; it said:\nno such file\n");
}

TEST(ExplorerProcess, CannotStartWhatIsNotThere) {
  LaunchOptions options;
  options.program.path = "/nowhere/program";
  const Result<std::unique_ptr<ExplorerProcess>> explorer = ExplorerProcess::start(options);
  ASSERT_FALSE(explorer);
  EXPECT_THAT(explorer.error(), HasSubstr("cannot start '/nowhere/program'"));
}

TEST(ExplorerProcess, PassesOnWhyItCannotBegin) {
  EXPECT_EQ(problem_of_start("cannot begin"), "there is no shared memory");
}

TEST(ExplorerProcess, WantsTheSameVersion) {
  EXPECT_THAT(problem_of_start("is old"), HasSubstr("linked with libheddle.so 0.0.1"));
  EXPECT_THAT(problem_of_start("is old"), HasSubstr("rebuild the program"));
}

TEST(ExplorerProcess, SaysWhatIsWrongWithItsMessages) {
  EXPECT_EQ(problem_of_start("says half a hello"),
            "the program's libheddle.so does not understand this heddle");
  EXPECT_EQ(problem_of_search("says half an answer"), "the explorer's report of the search is damaged");
  EXPECT_EQ(problem_of_search("says nothing"), "the explorer sent an empty message");
  EXPECT_EQ(problem_of_search("says something else"), "the explorer sent an unexpected message");
  EXPECT_EQ(problem_of_search("has a problem"), "no such strategy");
}

TEST(ExplorerProcess, SaysThatTheExplorerWasKilled) {
  EXPECT_THAT(problem_of_search("is killed"), HasSubstr("ended by a signal: Killed"));
}

TEST(ExplorerProcess, StopsASearchAtTheEndOfAnExecution) {
  const Result<SearchPaused> paused = search("stops", [] { return true; });
  ASSERT_TRUE(paused) << paused.error();
  EXPECT_EQ(paused->reason, PauseReason::kStopped);
}

TEST(ExplorerProcess, StopsAnExecutionThatDoesNotEnd) {
  const Result<SearchPaused> paused = search("hangs", [] { return true; });
  ASSERT_TRUE(paused) << paused.error();
  EXPECT_EQ(paused->reason, PauseReason::kStopped);
}

// The word that stopped a search must not stop what is asked for next.
TEST(ExplorerProcess, ReplaysAfterASearchThatWasStopped) {
  Result<std::unique_ptr<ExplorerProcess>> explorer = start("stops");
  ASSERT_TRUE(explorer) << explorer.error();
  SearchRequest request;
  ASSERT_TRUE((*explorer)->search(request, [] { return true; }));
  const Result<Replayed> replayed = (*explorer)->replay({});
  ASSERT_TRUE(replayed) << replayed.error();
  EXPECT_EQ(replayed->report.end, End::kFailed);
}

}  // namespace
}  // namespace heddle::host
