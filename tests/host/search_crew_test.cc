// Explorers that run searches at the same time (scripted_explorer.cc): what they answer is what the first one
// alone would.
#include "host/search_crew.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace heddle::host {
namespace {

constexpr std::uint64_t kEndless = 1;  // of a search that goes on until it is stopped

LaunchOptions launch_of(const std::string& script) {
  LaunchOptions options;
  options.program.path = HEDDLE_TEST_SCRIPTED_EXPLORER;
  options.program.links_runtime = true;
  options.arguments = {script};
  return options;
}

// A search is known by its number of executions, which its answer repeats.
SearchRequest search_number(std::uint64_t number) {
  SearchRequest request;
  request.executions = number;
  return request;
}

std::vector<SearchRequest> searches_of(const std::vector<std::uint64_t>& numbers) {
  std::vector<SearchRequest> all;
  for (const std::uint64_t number : numbers) all.push_back(search_number(number));
  return all;
}

class SearchersOf {
 public:
  explicit SearchersOf(const std::string& first, const std::string& others, unsigned jobs = 3,
                       std::chrono::milliseconds worthwhile = {})
      : crew_(std::move(*ExplorerProcess::start(launch_of(first))), launch_of(others), jobs, worthwhile) {}
  SearchCrew* operator->() { return &crew_; }

  void expect_answer(std::uint64_t number) {
    const Result<SearchPaused> answer = crew_.search(search_number(number), nullptr);
    ASSERT_TRUE(answer) << answer.error();
    EXPECT_EQ(answer->totals.executions, number);
    EXPECT_EQ(answer->reason, PauseReason::kBudget);
  }

 private:
  SearchCrew crew_;
};

TEST(SearchCrew, AnswersWhatIsAskedFor) {
  SearchersOf crew("answers", "answers");
  crew->expect(searches_of({7, 8, 9, 10}));
  EXPECT_EQ(crew->members(), 3u);
  for (const std::uint64_t number : {7u, 8u, 9u, 10u}) crew.expect_answer(number);
  crew.expect_answer(11);  // that nobody expected
  crew->expect(searches_of({12, 13, 14}));
  crew.expect_answer(14);
  crew.expect_answer(12);
}

TEST(SearchCrew, GoesOnWhereTheSearchWasPaused) {
  SearchersOf crew("answers", "answers");
  crew->expect(searches_of({7, 8}));
  crew.expect_answer(8);
  SearchRequest more = search_number(20);
  more.fresh = false;
  const Result<SearchPaused> answer = crew->search(more, nullptr);
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->totals.executions, 20u);
  crew.expect_answer(7);
}

TEST(SearchCrew, StopsWhatNobodyWantsAnyMore) {
  SearchersOf crew("answers", "answers");
  crew->expect(searches_of({7, kEndless}));
  crew.expect_answer(7);
  for (std::uint64_t number = 20; number < 30; ++number) {
    crew->expect(searches_of({number, number + 1, kEndless}));
    crew.expect_answer(number);
  }
  crew->expect(searches_of({kEndless}));
  crew.expect_answer(31);
  crew.expect_answer(32);
  crew.expect_answer(33);
}

TEST(SearchCrew, AsksAgainWhatAMemberTookWithIt) {
  SearchersOf crew("answers", "is killed");
  crew->expect(searches_of({7, 8, 9}));
  EXPECT_EQ(crew->members(), 3u);
  for (const std::uint64_t number : {7u, 8u, 9u}) crew.expect_answer(number);
  EXPECT_EQ(crew->members(), 1u);
  EXPECT_EQ(crew->at_a_time(), 1u);
}

TEST(SearchCrew, TellsThatTheFirstIsLost) {
  SearchersOf crew("is killed", "answers");
  crew->expect(searches_of({7, 8, 9}));
  EXPECT_FALSE(crew->search(search_number(7), nullptr));
}

TEST(SearchCrew, WorksAloneWhereExecutionsWouldMeet) {
  SearchersOf first("uses a port", "answers");
  first.expect_answer(7);
  EXPECT_EQ(first->at_a_time(), 1u);
  first->expect(searches_of({8, 9}));
  EXPECT_EQ(first->members(), 1u);

  SearchersOf others("answers", "uses a port");
  others->expect(searches_of({7, 8, 9}));
  EXPECT_EQ(others->members(), 3u);
  for (const std::uint64_t number : {7u, 8u, 9u}) others.expect_answer(number);
  EXPECT_EQ(others->members(), 1u);
}

TEST(SearchCrew, StartsNobodyForAShortSearch) {
  SearchersOf crew("answers", "answers", 3, std::chrono::hours(1));
  crew->expect(searches_of({7, 8}));
  EXPECT_EQ(crew->members(), 1u);
  EXPECT_EQ(crew->at_a_time(), 2u);
  crew.expect_answer(7);
  crew.expect_answer(8);
}

}  // namespace
}  // namespace heddle::host
