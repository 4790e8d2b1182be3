// The repaired twin of volatile_spin: the flag is cleared when the worker has ended.
#include <thread>

volatile bool stop = false;

int main() {
  std::thread worker([] {
    while (!stop) {
    }
  });
  stop = true;
  worker.join();
  stop = false;
}
