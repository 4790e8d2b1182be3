// Two producers tell the consumer through an eventfd, each only if the queue was empty when it looked: one of
// them may look, and add after the consumer has taken all. The consumer then polls forever.
//
// run: => deadlock
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<int> queue;
int event;

void produce() {
  bool was_empty;
  {
    std::lock_guard lock(mutex);
    was_empty = queue.empty();
  }
  {
    std::lock_guard lock(mutex);
    queue.push_back(1);
  }
  const std::uint64_t one = 1;
  if (was_empty) (void)!write(event, &one, sizeof one);
}

int main() {
  event = eventfd(0, EFD_NONBLOCK);
  std::thread first(produce), second(produce);
  std::size_t taken = 0;
  while (taken < 2) {
    pollfd ready{event, POLLIN, 0};
    poll(&ready, 1, -1);
    std::uint64_t count;
    (void)!read(event, &count, sizeof count);
    std::vector<int> all;
    std::lock_guard lock(mutex);
    all.swap(queue);
    taken += all.size();
  }
  first.join();
  second.join();
}
