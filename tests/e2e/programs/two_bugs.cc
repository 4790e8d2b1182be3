// Two threads whose order decides which of two assertions fails, if any.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> last{0};
std::atomic<int> seen{0};

int main() {
  std::thread first([] { last = 1; });
  std::thread second([] {
    seen = last.load();
    last = 2;
  });
  first.join();
  second.join();
  assert(last != 1);  // the first thread came after the second
  assert(seen != 1);  // the first thread came before the second
}
