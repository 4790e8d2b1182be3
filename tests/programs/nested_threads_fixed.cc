// The repaired twin of nested_threads: adds up an array in parallel, with helper threads that start helpers.
// Each helper is joined before its result is read.
#include <array>
#include <cassert>
#include <thread>

int sum(const int* begin, const int* end) {
  if (end - begin == 1) return *begin;
  const int* middle = begin + (end - begin) / 2;
  int left = 0;
  std::thread helper([&left, begin, middle] { left = sum(begin, middle); });
  const int right = sum(middle, end);
  helper.join();
  return left + right;
}

int main() {
  const std::array<int, 4> numbers{1, 2, 3, 4};
  const int total = sum(numbers.data(), numbers.data() + numbers.size());
  assert(total == 10);
}
