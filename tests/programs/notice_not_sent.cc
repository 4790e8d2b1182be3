// Main waits for a worker: if the work is not done yet, it announces that it waits and reads from a pipe,
// into which the worker then writes a byte. Bug: the worker may be done, and have found nobody waiting,
// between main's look and its announcement. Deadlock when it is.
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

int ends[2];
std::atomic<bool> done{false};
std::atomic<bool> somebody_waits{false};

void work() {
  done = true;
  if (somebody_waits) {
    [[maybe_unused]] const ssize_t written = write(ends[1], "!", 1);
    assert(written == 1);
  }
}

int main() {
  [[maybe_unused]] const int result = pipe(ends);
  assert(result == 0);
  std::thread worker(work);
  if (!done) {
    somebody_waits = true;
    char notice;
    [[maybe_unused]] const ssize_t got = read(ends[0], &notice, 1);
    assert(got == 1 && notice == '!');
  }
  worker.join();
}
