// Main waits for a worker: if the work is not done yet, it reads from a pipe, into which the worker writes a
// byte. The worker writes whether anybody waits or not.
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

int ends[2];
std::atomic<bool> done{false};

void work() {
  done = true;
  [[maybe_unused]] const ssize_t written = write(ends[1], "!", 1);
  assert(written == 1);
}

int main() {
  [[maybe_unused]] const int result = pipe(ends);
  assert(result == 0);
  std::thread worker(work);
  if (!done) {
    char notice;
    [[maybe_unused]] const ssize_t got = read(ends[0], &notice, 1);
    assert(got == 1 && notice == '!');
  }
  worker.join();
}
