// A detached thread fills a buffer in the frame of the function that created it. Nothing else touches the
// buffer, so it stays the thread's own: only the return of the function makes the next access an error.
//
// run: => stack-error
// run: joins => nothing
// options: --executions 300
// says: in\s+the\s+frame\s+of\s+start,|No bug found
#include <atomic>
#include <thread>

std::atomic<int> done{0};

[[gnu::noinline]] void start(bool joins) {
  int buffer[16];
  std::thread filler([&buffer] {
    for (int& value : buffer) {
      value = 1;
      done.fetch_add(1);
    }
  });
  if (joins)
    filler.join();
  else
    filler.detach();
}

int main(int count, char**) {
  start(count > 1);
  while (done.load() < 16) std::this_thread::yield();
}
