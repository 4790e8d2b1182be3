// Adds up the numbers on standard input with two threads, prints the sum and returns 1 if it is wrong.
// Bug: the threads add to one plain total without a lock.
// Fails when one thread's addition falls between the other's read and write. Give it at least two numbers.
#include <cstddef>
#include <iostream>
#include <iterator>
#include <numeric>
#include <thread>
#include <vector>

std::vector<int> numbers;
int total = 0;

void add_every_second(std::size_t first) {
  for (std::size_t index = first; index < numbers.size(); index += 2) total += numbers[index];
}

int main() {
  numbers.assign(std::istream_iterator<int>(std::cin), std::istream_iterator<int>());
  std::thread even(add_every_second, 0);
  std::thread odd(add_every_second, 1);
  even.join();
  odd.join();
  std::cout << "the sum is " << total << '\n';
  return total == std::accumulate(numbers.begin(), numbers.end(), 0) ? 0 : 1;
}
