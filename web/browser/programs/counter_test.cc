// Tests of a counter, as somebody would have written them without Heddle.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

template <typename Number>
int counted_by_two() {
  Number number{0};
  std::thread first([&] { number = number + 1; });
  std::thread second([&] { number = number + 1; });
  first.join();
  second.join();
  return number;
}

TEST(Counter, StartsAtZero) { EXPECT_EQ(std::atomic<int>{0}, 0); }
TEST(Counter, CountsEveryCall) { EXPECT_EQ(counted_by_two<std::atomic<int>>(), 2); }
TEST(Counter, HasOneThread) {
  int number = 0;
  std::thread([&] { ++number; }).join();
  EXPECT_EQ(number, 1);
}
