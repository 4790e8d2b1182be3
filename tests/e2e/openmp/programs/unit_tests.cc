// Tests of GoogleTest with OpenMP inside.
#include <gtest/gtest.h>

#include <vector>

int sum_of(const std::vector<int>& values) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (std::size_t i = 0; i < values.size(); ++i) sum += values[i];
  return sum;
}

int count_of(const std::vector<int>& values, int wanted) {
  int count = 0;
#pragma omp parallel for num_threads(2)
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] == wanted) ++count;
  return count;
}

int left_over(int tasks) {
  int left = tasks;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < tasks; ++i)
#pragma omp task shared(left)
  {
    int seen = 0;
#pragma omp atomic read
    seen = left;
#pragma omp atomic write
    left = seen - 1;
  }
  return left;
}

TEST(Sum, IsReduced) {
  EXPECT_EQ(sum_of({1, 2, 3, 4}), 10);
}

TEST(Count, IsRaced) {
  EXPECT_LE(count_of({7, 7, 7, 7}, 7), 4);
}

TEST(Tasks, LoseUpdates) {
  EXPECT_EQ(left_over(2), 0);
}
