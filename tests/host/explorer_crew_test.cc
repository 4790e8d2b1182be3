// Explorers that repeat executions at the same time (scripted_explorer.cc): what they answer is what the
// first one alone would.
#include "host/explorer_crew.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace heddle::host {
namespace {

constexpr std::uint64_t kWithoutEnd = 1;  // of a replay that goes on until it is stopped

LaunchOptions launch(const std::string& script) {
  LaunchOptions options;
  options.program.path = HEDDLE_TEST_SCRIPTED_EXPLORER;
  options.program.links_runtime = true;
  options.arguments = {script};
  return options;
}

// A replay is known by its step limit, which its answer repeats.
ReplayRequest replay(std::uint64_t number) {
  ReplayRequest request;
  request.execution.step_limit = number;
  return request;
}

std::vector<ReplayRequest> replays(const std::vector<std::uint64_t>& numbers) {
  std::vector<ReplayRequest> all;
  for (const std::uint64_t number : numbers) all.push_back(replay(number));
  return all;
}

SearchRequest search_of(std::uint64_t executions) {
  SearchRequest request;
  request.executions = executions;
  return request;
}

class CrewOf {
 public:
  explicit CrewOf(const std::string& first, const std::string& others, unsigned jobs = 3,
                  std::chrono::milliseconds worthwhile = {})
      : first_(std::move(*ExplorerProcess::start(launch(first)))),
        crew_(*first_, launch(others), jobs, worthwhile) {}
  ExplorerCrew* operator->() { return &crew_; }

  void expect_answer(std::uint64_t number) {
    const Result<Replayed> answer = crew_.replay(replay(number), nullptr);
    ASSERT_TRUE(answer) << answer.error();
    EXPECT_EQ(answer->event_hash, number);
    EXPECT_EQ(answer->report.end, End::kFailed);
  }

 private:
  std::unique_ptr<ExplorerProcess> first_;
  ExplorerCrew crew_;
};

TEST(ExplorerCrew, AnswersWhatIsAskedFor) {
  CrewOf crew("answers", "answers");
  crew->expect(replays({7, 8, 9}));
  EXPECT_EQ(crew->others(), 2u);
  for (const std::uint64_t number : {7u, 8u, 9u}) crew.expect_answer(number);
  crew.expect_answer(10);  // that nobody expected
  crew->expect(replays({11, 12, 13, 14}));
  crew.expect_answer(13);
  crew.expect_answer(11);
  const Result<SearchPaused> paused = crew->search(search_of(5), nullptr);
  ASSERT_TRUE(paused) << paused.error();
  EXPECT_EQ(paused->totals.executions, 5u);
}

TEST(ExplorerCrew, StopsWhatNobodyWantsAnyMore) {
  CrewOf crew("answers", "answers");
  crew->expect(replays({7, kWithoutEnd, kWithoutEnd + 1}));
  crew.expect_answer(7);
  for (std::uint64_t number = 20; number < 30; ++number) {
    crew->expect(replays({number, number + 1, kWithoutEnd}));
    crew.expect_answer(number);
  }
  crew->expect(replays({kWithoutEnd}));
  ASSERT_TRUE(crew->search(search_of(5), nullptr));
}

TEST(ExplorerCrew, DoesWithoutThoseThatAreLost) {
  CrewOf crew("answers", "dies in replays");
  crew->expect(replays({7, 8, 9}));
  EXPECT_EQ(crew->others(), 2u);
  for (const std::uint64_t number : {7u, 8u, 9u}) crew.expect_answer(number);
  EXPECT_EQ(crew->others(), 0u);
  crew->expect(replays({10, 11}));
  EXPECT_EQ(crew->others(), 0u);
  crew.expect_answer(10);
}

TEST(ExplorerCrew, TellsThatTheFirstIsLost) {
  CrewOf crew("dies in replays", "answers");
  crew->expect(replays({7, 8, 9}));
  EXPECT_FALSE(crew->replay(replay(7), nullptr));
}

TEST(ExplorerCrew, WorksAloneWhereExecutionsWouldMeet) {
  CrewOf first("uses a port", "answers");
  first.expect_answer(7);
  first->expect(replays({8, 9}));
  EXPECT_EQ(first->others(), 0u);

  CrewOf others("answers", "uses a port");
  others->expect(replays({7, 8, 9}));
  for (const std::uint64_t number : {7u, 8u, 9u}) {
    others.expect_answer(number);
  }
  EXPECT_EQ(others->others(), 0u);
}

TEST(ExplorerCrew, StartsNobodyForAFewShortReplays) {
  CrewOf crew("answers", "answers", 3, std::chrono::hours(1));
  crew->expect(replays({7, 8}));
  EXPECT_EQ(crew->others(), 0u);
  crew.expect_answer(7);
  crew.expect_answer(8);
}

}  // namespace
}  // namespace heddle::host
