// Which memory the threads share is seen a little at a time: execution after execution has news.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<unsigned> order;
int cells[4096];

void walk(unsigned me) {
  for (int i = 0; i < 12; ++i) {
    const std::lock_guard lock(mutex);
    order = order * 3 + me;
    ++cells[order % 512 * 8];
  }
}

}  // namespace

int main() {
  std::thread first(walk, 1), second(walk, 2);
  first.join();
  second.join();
}
