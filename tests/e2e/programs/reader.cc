// Returns 1 unless its standard input is its argument, on every schedule.
#include <atomic>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>

int main(int argc, char** argv) {
  const std::string expected = argc > 1 ? argv[1] : "";
  std::atomic<int> started{0};
  std::string input;
  std::thread other([&] {
    ++started;
    input.assign(std::istreambuf_iterator<char>(std::cin), {});
  });
  ++started;
  other.join();
  return input == expected ? 0 : 1;
}
