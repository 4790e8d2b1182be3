// Buffers that only libc and the kernel touch, handed over in order: by a mutex, by a join, and through a
// pipe. The right twin of library_memory_races.cc. What a format does not read (beyond a precision, behind
// %n$) is nobody's business.
//
// run: => nothing
// options: --executions 300
// carriers: contexts
#include <unistd.h>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

std::mutex mutex;
char shared_text[64] = "nothing yet";
char private_halves[8] = {'a', 'b', 'c', 'd'};
char through_pipe[8];
int ends[2];

void write_text(int number) {
  std::lock_guard lock(mutex);
  std::snprintf(shared_text, sizeof shared_text, "%2$s %1$d", number, "number");
}

int main() {
  if (pipe(ends) != 0) return 0;
  std::thread other([] {
    write_text(1);
    std::strcpy(through_pipe, "passed");
    write(ends[1], through_pipe, sizeof through_pipe);
    for (int i = 4; i < 8; ++i) private_halves[i] = 'e';
  });
  write_text(2);
  {
    std::lock_guard lock(mutex);
    std::puts(shared_text);
  }
  char first_half[8];
  std::snprintf(first_half, sizeof first_half, "%.4s%c%ld", private_halves, '!', 7L);
  assert(std::string(first_half) == "abcd!7");
  char received[8];
  if (read(ends[0], received, sizeof received) > 0) std::printf("%s %s\n", received, through_pipe);
  other.join();
  std::printf("%s%%%5.2f\n", shared_text, 1.5);
}
