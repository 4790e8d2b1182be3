// Ends with the status that its argument says, on every schedule.
#include <atomic>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  std::atomic<int> started{0};
  std::thread other([&] { ++started; });
  ++started;
  other.join();
  return argc > 1 ? std::atoi(argv[1]) : 0;
}
