// The repaired twin of torn_array: a writer stores a new version into every cell, a reader compares them.
// One lock covers the whole array, so it is never seen half written.
#include <array>
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex cells_lock;
std::array<int, 3> cells{};

void write_version(int version) {
  std::lock_guard lock(cells_lock);
  cells.fill(version);
}

void check_version() {
  std::lock_guard lock(cells_lock);
  for (const int cell : cells) {
    if (cell != cells.front()) std::abort();
  }
}

int main() {
  std::thread writer(write_version, 1);
  std::thread reader(check_version);
  writer.join();
  reader.join();
}
