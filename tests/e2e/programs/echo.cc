// Prints its arguments, its standard input and an environment variable, and fails where an update gets lost.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>

std::atomic<int> counter{0};

void increment() {
  counter = counter + 1;
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::cout << "argument [" << argv[i] << "]\n";
  const char* greeting = std::getenv("GREETING");
  std::cout << "greeting [" << (greeting != nullptr ? greeting : "") << "]\n";
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  std::cout << "input [" << input << "]" << std::endl;
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(counter == 2);
}
