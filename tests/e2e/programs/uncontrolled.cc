// How often a thread counts depends on what Heddle does not control: the number of the process (`process`),
// or what a file of the kernel says of it (`file`).
#include <fcntl.h>
#include <unistd.h>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

std::atomic<int> counted;

unsigned decided_by_process() {
  return static_cast<unsigned>(getpid());
}

unsigned decided_by_file() {
  char text[64] = {};
  const int file = open("/proc/self/stat", O_RDONLY);
  (void)!read(file, text, sizeof text - 1);
  close(file);
  return static_cast<unsigned>(std::atoi(text));
}

void count(unsigned rounds) {
  for (unsigned i = 0; i < rounds % 1024; ++i) ++counted;
}

}  // namespace

int main(int, char** arguments) {
  std::thread counter(
      [=] { count(std::strcmp(arguments[1], "file") == 0 ? decided_by_file() : decided_by_process()); });
  const int seen = counted;
  counter.join();
  assert(seen < 0);
}
