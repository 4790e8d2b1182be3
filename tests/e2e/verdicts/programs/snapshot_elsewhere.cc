// The program never comes to the place where executions are to begin, or fails before, or takes too long.
//
// run: nowhere => status 3
// run: fails => status 3
// run: forever => status 3
// options: --executions 10 --snapshot at:test --execution-timeout 1s
// says: never came to 'test'|fails before it comes to 'test' \(assertion\)|did not come to\s+'test'
// carriers: contexts
#include <atomic>
#include <cassert>
#include <string_view>
#include <thread>

std::atomic<int> counter{0};

__attribute__((noinline)) void test() {
  ++counter;
}

int main(int, char** arguments) {
  const std::string_view how = arguments[1];
  std::thread other([] { ++counter; });
  other.join();
  assert(how != "fails");
  while (how == "forever") ++counter;
  if (how == "somewhere") test();
}
