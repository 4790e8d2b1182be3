#include <heddle/heddle.h>

#include <iostream>
#include <thread>

int counter;

int main() {
  const heddle::Exploration result = heddle::explore({}, [] {
    counter = 0;
    std::thread other([] { counter = counter + 1; });
    counter = counter + 1;
    other.join();
    if (counter != 2) __builtin_abort();
  });
  std::cout << result.kind << '\n';
  return result.ok() ? 0 : 1;
}
