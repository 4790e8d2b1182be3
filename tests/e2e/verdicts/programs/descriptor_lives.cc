// The second life of descriptor N and the first of N + 1, opened at one line, are two objects.
//
// run: => nothing
// options: --executions 500
#include <sys/eventfd.h>
#include <unistd.h>
#include <atomic>
#include <cstdint>
#include <thread>

std::atomic<bool> written{false};

int make() {
  return eventfd(0, 0);
}

void add(int descriptor) {
  const std::uint64_t one = 1;
  if (write(descriptor, &one, sizeof one) != sizeof one) _exit(2);
}

int main() {
  close(make());
  const int first = make();
  const int second = make();
  std::thread user([first] { add(first); });
  std::thread writer([second] {
    add(second);
    written = true;
  });
  std::thread closer([second] {
    while (!written) std::this_thread::yield();
    close(second);
  });
  user.join();
  writer.join();
  closer.join();
}
