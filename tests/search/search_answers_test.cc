// How the explorer answers requests for a search.
#include "search/search_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fake_executor.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Notes what it is told to do.
class FakeGround : public SearchGround {
 public:
  explicit FakeGround(std::vector<Execution> ends = {Execution{}})
      : restored(ends), forked(std::move(ends)) {}

  Executor& executor(const SearchSettings& settings) override {
    return settings.isolation == Isolation::kRestore ? restored : forked;
  }
  void set_task(const SearchRequest& request) override { tasks.push_back(request.task); }
  void observe(const SearchSettings&, Search& search) override {
    ++searches;
    search.observers.add(std::make_unique<Teller>(calls));
  }
  bool must_stop(const Search& search) override { return search.totals().executions >= most; }
  void pause(const Search&, SearchPaused& answer) override {
    calls.emplace_back("pause");
    answer.saw_threads = true;
    answer.fallback = "why not";
    answer.alone = "why alone";
  }

  FakeExecutor restored;
  FakeExecutor forked;
  std::uint64_t most = ~std::uint64_t{0};
  std::vector<std::vector<std::uint8_t>> tasks;
  int searches = 0;
  std::vector<std::string> calls;

 private:
  class Teller : public Observer {
   public:
    explicit Teller(std::vector<std::string>& calls) : calls_(calls) {}
    std::optional<PauseReason> look_at(const Execution&) override { return {}; }
    void tell(SearchPaused&) override { calls_.emplace_back("tell"); }

   private:
    std::vector<std::string>& calls_;
  };
};

SearchRequest ask_for(std::uint64_t executions, bool fresh = true) {
  SearchRequest request;
  request.executions = executions;
  request.fresh = fresh;
  return request;
}

TEST(SearchAnswers, GoesOnWithTheSearchUntilAFreshOneIsAskedFor) {
  FakeGround ground;
  SearchAnswers answers(ground);
  EXPECT_EQ(answers.answer(ask_for(3))->totals.executions, 3u);
  EXPECT_EQ(answers.answer(ask_for(2, false))->totals.executions, 5u);
  EXPECT_EQ(ground.restored.asked.back().number, 4u);
  EXPECT_EQ(answers.answer(ask_for(1))->totals.executions, 1u);
  EXPECT_EQ(ground.restored.asked.back().number, 0u);
  EXPECT_EQ(ground.searches, 2);
}

TEST(SearchAnswers, HasNothingToGoOnWithAtFirst) {
  FakeGround ground;
  SearchAnswers answers(ground);
  EXPECT_EQ(answers.answer(ask_for(3, false))->totals.executions, 3u);
  EXPECT_EQ(ground.searches, 1);
}

TEST(SearchAnswers, GivesTheProgramItsTaskBeforeANewSearch) {
  FakeGround ground;
  SearchAnswers answers(ground);
  SearchRequest request = ask_for(1);
  request.task = {7};
  ASSERT_TRUE(answers.answer(request));
  request.fresh = false;
  request.task = {8};
  ASSERT_TRUE(answers.answer(request));
  EXPECT_THAT(ground.tasks, ElementsAre(ElementsAre(7)));
}

TEST(SearchAnswers, KeepsExecutionsApartAsItIsAskedTo) {
  FakeGround ground;
  SearchAnswers answers(ground);
  SearchRequest request = ask_for(2);
  request.settings.isolation = Isolation::kFork;
  ASSERT_TRUE(answers.answer(request));
  EXPECT_EQ(ground.forked.asked.size(), 2u);
  EXPECT_THAT(ground.restored.asked, IsEmpty());
}

TEST(SearchAnswers, SaysWhatIsWrongWithTheRequestAndKeepsTheSearch) {
  FakeGround ground;
  SearchAnswers answers(ground);
  ASSERT_TRUE(answers.answer(ask_for(2)));
  SearchRequest request = ask_for(1);
  request.settings.strategy = "no-such";
  const Result<SearchPaused> answer = answers.answer(request);
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error(), HasSubstr("no-such"));
  EXPECT_EQ(answers.answer(ask_for(1, false))->totals.executions, 3u);
}

TEST(SearchAnswers, ReportsAFailureAndHowOftenEachWasMet) {
  FakeGround ground({failed_at(10), failed_at(10), failed_at(20), ended(End::kCompleted)});
  SearchAnswers answers(ground);
  const Result<SearchPaused> first = answers.answer(ask_for(9));
  EXPECT_EQ(first->reason, PauseReason::kFailure);
  EXPECT_EQ(first->report.failure.site, 10u);
  const Result<SearchPaused> second = answers.answer(ask_for(9, false));
  EXPECT_EQ(second->report.failure.site, 20u);
  EXPECT_EQ(second->report.number, 2u);
  ASSERT_EQ(second->signatures.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(second->counts[i], second->signatures[i] == failed_at(10).failure.signature() ? 2u : 1u);
  const Result<SearchPaused> last = answers.answer(ask_for(9, false));
  EXPECT_EQ(last->reason, PauseReason::kBudget);
  EXPECT_EQ(last->report.end, End::kCompleted) << "nothing is reported of executions that passed";
}

TEST(SearchAnswers, ReportsAnExecutionThatWasLost) {
  FakeGround ground({ended(End::kRefused)});
  SearchAnswers answers(ground);
  const Result<SearchPaused> answer = answers.answer(ask_for(9));
  EXPECT_EQ(answer->reason, PauseReason::kLost);
  EXPECT_EQ(answer->report.end, End::kRefused);
}

TEST(SearchAnswers, StopsWhenTheProcessIsToldTo) {
  FakeGround ground;
  ground.most = 4;
  SearchAnswers answers(ground);
  const Result<SearchPaused> answer = answers.answer(ask_for(100));
  EXPECT_EQ(answer->reason, PauseReason::kStopped);
  EXPECT_EQ(answer->totals.executions, 4u);
}

TEST(SearchAnswers, ClaimsSomethingOnlyWhenEverythingWasSeen) {
  FakeGround ground;
  SearchAnswers answers(ground);
  SearchRequest request = ask_for(100);
  request.settings.strategy = "dfs";
  const Result<SearchPaused> answer = answers.answer(request);
  EXPECT_EQ(answer->reason, PauseReason::kExhausted);
  EXPECT_NE(answer->claim, "");
  request.settings.strategy = "random";
  EXPECT_EQ(answers.answer(request)->claim, "");
}

// A process that only ran ahead ends in pause(): nothing may be told before.
TEST(SearchAnswers, PausesTheProcessBeforeAnythingIsTold) {
  FakeGround ground;
  SearchAnswers answers(ground);
  const Result<SearchPaused> answer = answers.answer(ask_for(1));
  EXPECT_THAT(ground.calls, ElementsAre("pause", "tell"));
  EXPECT_TRUE(answer->saw_threads);
  EXPECT_EQ(answer->fallback, "why not");
  EXPECT_EQ(answer->alone, "why alone");
}

}  // namespace
}  // namespace heddle
