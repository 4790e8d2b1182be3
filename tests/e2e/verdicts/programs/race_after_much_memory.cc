// A data race after more memory was written than records are kept for by default. The search remembers
// shared memory only; the replay sees all of it and must still find the race.
//
// run: => data-race
// options: --executions 10 --no-shrink
// make check: gxx contexts
#include <thread>
#include <vector>

int result = 0;

int main() {
  std::vector<int> samples(150'000);
  for (int& sample : samples) sample = 1;
  std::thread first([] { result = 1; }), second([] { result = 2; });
  first.join();
  second.join();
}
