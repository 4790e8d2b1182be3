// Two threads that are ordered by nothing, and a third that is ordered by a lock.
#include <mutex>
#include <thread>

std::mutex mutex;
int guarded = 0;
int ready = 0;

void announce() {
  {
    std::lock_guard lock(mutex);
    ++guarded;
  }
  ready = 1;
}

int look() {
  std::lock_guard lock(mutex);
  return guarded + ready;
}

int main() {
  std::thread writer(announce);
  std::thread reader(look);
  writer.join();
  reader.join();
}
