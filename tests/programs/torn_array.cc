// A writer stores a new version into every cell of an array; a reader aborts unless all cells agree.
// Bug: the cells are atomic one by one, but the array as a whole is not.
// Fails when the reader looks while the writer is between two cells.
#include <array>
#include <atomic>
#include <cstdlib>
#include <thread>

std::array<std::atomic<int>, 3> cells{};

void write_version(int version) {
  for (auto& cell : cells) cell = version;
}

void check_version() {
  const int version = cells.front();
  for (const auto& cell : cells) {
    if (cell != version) std::abort();
  }
}

int main() {
  std::thread writer(write_version, 1);
  std::thread reader(check_version);
  writer.join();
  reader.join();
}
