// A body that forgets to join a thread.
#include <heddle/heddle.h>

#include <iostream>
#include <thread>

int main() {
  const heddle::Exploration result = heddle::explore({}, [] { std::thread([] {}).detach(); });
  std::cout << result.kind << "\n" << result.message << '\n';
  return result.ok() ? 0 : 1;
}
