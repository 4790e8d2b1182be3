// Leaks memory, descriptors and mappings, and ends by a failed assertion if the argument says so.
#include <fcntl.h>
#include <sys/mman.h>

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <thread>

std::mutex mutex;
int counter;

void add() {
  const std::lock_guard guard(mutex);
  ++counter;
}

int main(int, char** arguments) {
  const std::string_view how = arguments[1];
  std::thread first(add), second(add);
  first.join();
  second.join();
  if (how == "assert") assert(counter == 0);
  if (how == "crash") *static_cast<int* volatile>(nullptr) = counter;
  std::memset(std::malloc(10'000), 1, 10'000);
  open("/dev/null", O_RDONLY);
  mmap(nullptr, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
