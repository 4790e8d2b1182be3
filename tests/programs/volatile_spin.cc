// A worker waits for a volatile flag that says "stop". Bug: main clears the flag again, and a worker that did
// not look in time waits for ever.
#include <thread>

volatile bool stop = false;

int main() {
  std::thread worker([] {
    while (!stop) {
    }
  });
  stop = true;
  stop = false;
  worker.join();
}
