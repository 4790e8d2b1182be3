// Tests in GoogleTest's own runner, death tests among them: these fork, or start the program again.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

int lost_update() {
  std::atomic<int> count{0};
  const auto add = [&] { count = count + 1; };
  std::thread first(add), second(add);
  first.join();
  second.join();
  return count;
}

TEST(Correct, LockKeepsVectorTogether) {
  std::mutex mutex;
  std::vector<int> numbers;
  const auto add = [&](int number) {
    std::lock_guard lock(mutex);
    numbers.push_back(number);
  };
  std::thread first(add, 1), second(add, 2);
  first.join();
  second.join();
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_EQ(numbers[0] + numbers[1], 3);
  EXPECT_THROW(numbers.at(2), std::out_of_range);
}

// Expectations of several threads.
TEST(Correct, ThreadsExpect) {
  std::thread first([] { EXPECT_EQ(1 + 1, 2); }), second([] { EXPECT_NE(1, 2); });
  first.join();
  second.join();
}

class Death : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { ::testing::FLAGS_gtest_death_test_style = GetParam(); }
};

TEST_P(Death, IsExpected) {
  std::atomic<int> count{0};
  std::thread other([&] { ++count; });
  EXPECT_DEATH(std::abort(), "");
  EXPECT_EXIT(
      {
        std::fprintf(stderr, "last words\n");
        std::exit(3);
      },
      ::testing::ExitedWithCode(3), "last words");
  EXPECT_DEATH(
      {
        std::thread inner([] { std::abort(); });
        inner.join();
      },
      "");
  other.join();
  EXPECT_EQ(count, 1);
}
INSTANTIATE_TEST_SUITE_P(Styles, Death, ::testing::Values("fast", "threadsafe"));

TEST(Failing, DISABLED_Assertion) {
  ASSERT_EQ(lost_update(), 2);
}

TEST(Failing, DISABLED_Crash) {
  if (lost_update() != 2) *static_cast<volatile int*>(nullptr) = 1;
}

}  // namespace
