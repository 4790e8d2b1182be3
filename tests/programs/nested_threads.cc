// Adds up an array in parallel: each level starts a helper thread for the left half, which starts its own.
// Bug: the helper's result is read before the helper is joined.
// Fails when some helper has not stored its result by then.
#include <array>
#include <cassert>
#include <thread>

int sum(const int* begin, const int* end) {
  if (end - begin == 1) return *begin;
  const int* middle = begin + (end - begin) / 2;
  int left = 0;
  std::thread helper([&left, begin, middle] { left = sum(begin, middle); });
  const int total = sum(middle, end) + left;
  helper.join();
  return total;
}

int main() {
  const std::array<int, 4> numbers{1, 2, 3, 4};
  const int total = sum(numbers.data(), numbers.data() + numbers.size());
  assert(total == 10);
}
