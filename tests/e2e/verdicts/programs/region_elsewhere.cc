// No execution comes to the region: threads were never switched, which is said.
//
// run: nowhere => status 3
// run: somewhere => nothing
// options: --executions 10 --region test
#include <atomic>
#include <string_view>
#include <thread>

std::atomic<int> counter{0};

__attribute__((noinline)) void test() {
  ++counter;
}

int main(int, char** arguments) {
  std::thread other([] { ++counter; });
  if (std::string_view(arguments[1]) == "somewhere") test();
  other.join();
}
