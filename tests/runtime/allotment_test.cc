#include "runtime/isolation/allotment.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace heddle::runtime {
namespace {

class AllotmentTest : public ::testing::Test {
 protected:
  AllotmentTest() : allotment_(Allotment::map()) {}
  ~AllotmentTest() override { munmap(allotment_, sizeof(Allotment)); }

  Allotment* allotment_;
};

TEST_F(AllotmentTest, IsCutIntoPieces) {
  allotment_->begin(100, 125, 10);
  const std::optional<Piece> first = allotment_->take(0);
  const std::optional<Piece> second = allotment_->take(1);
  const std::optional<Piece> third = allotment_->take(0);
  ASSERT_TRUE(first && second && third);
  EXPECT_EQ(first->begin, 100u);
  EXPECT_EQ(first->end, 110u);
  EXPECT_EQ(second->begin, 110u);
  EXPECT_EQ(third->begin, 120u);
  EXPECT_EQ(third->end, 125u);
  EXPECT_FALSE(allotment_->take(0));
}

TEST_F(AllotmentTest, TellsWhosePieceItIs) {
  allotment_->begin(0, 100, 10);
  EXPECT_FALSE(allotment_->owner_of(3));
  allotment_->take(4);
  allotment_->take(2);
  EXPECT_EQ(allotment_->owner_of(3), 4u);
  EXPECT_EQ(allotment_->owner_of(19), 2u);
  EXPECT_FALSE(allotment_->owner_of(20));
  EXPECT_EQ(allotment_->piece_of(13).begin, 10u);
}

TEST_F(AllotmentTest, ForgetsTheLastOne) {
  allotment_->begin(0, 100, 10);
  allotment_->take(1);
  allotment_->begin(50, 60, 5);
  EXPECT_FALSE(allotment_->owner_of(50));
  EXPECT_EQ(allotment_->take(3)->begin, 50u);
  EXPECT_EQ(allotment_->owner_of(54), 3u);
}

// More pieces than it remembers at a time: a worker far ahead waits for the explorer.
TEST_F(AllotmentTest, GivesEachPieceToOneOfManyProcesses) {
  constexpr std::uint64_t kEnd = 30'000;
  constexpr int kWorkers = 3;
  allotment_->begin(0, kEnd, 2);
  void* shared = mmap(nullptr, kEnd, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto* const times = static_cast<std::atomic<unsigned char>*>(shared);
  std::vector<pid_t> workers;
  for (int i = 0; i < kWorkers; ++i) {
    workers.push_back(fork());
    if (workers.back() != 0) continue;
    while (const std::optional<Piece> piece = allotment_->take(static_cast<std::size_t>(i)))
      for (std::uint64_t each = piece->begin; each < piece->end; ++each) ++times[each];
    _exit(0);
  }
  for (std::uint64_t next = 0; next < kEnd; next = allotment_->piece_of(next).end) {
    allotment_->forget_before(next);
    while (!allotment_->owner_of(next)) allotment_->wait(next, 100);
    EXPECT_LT(*allotment_->owner_of(next), static_cast<std::size_t>(kWorkers));
  }
  for (const pid_t worker : workers) {
    int status = 0;
    waitpid(worker, &status, 0);
    EXPECT_EQ(status, 0);
  }
  for (std::uint64_t each = 0; each < kEnd; ++each) ASSERT_EQ(times[each], 1) << each;
  munmap(shared, kEnd);
}

}  // namespace
}  // namespace heddle::runtime
