// Two threads read a file of 60,000 equal bytes, one byte at a time under a lock, to its end. Neither
// registers nor memory tell how far they are: only the system knows. That ends.
//
// run: => nothing
// options: --executions 3
// never: livelock:
#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
int file;

bool skip_byte() {
  std::lock_guard lock(mutex);
  char byte;
  return read(file, &byte, 1) == 1;
}

void skip_all() {
  while (skip_byte()) {
  }
}

int main() {
  char name[] = "/tmp/reading_a_file.XXXXXX";
  file = mkstemp(name);
  unlink(name);
  const std::string text(60'000, 'x');
  if (write(file, text.data(), text.size()) != 60'000) return 2;
  lseek(file, 0, SEEK_SET);
  std::thread first(skip_all), second(skip_all);
  first.join();
  second.join();
  close(file);
}
