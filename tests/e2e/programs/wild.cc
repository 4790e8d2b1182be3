// Correct as far as anybody can see; but every tenth time that it runs in the same process it writes a random
// word into the memory of Heddle's runtime. (How often it has run is kept where no restoring of memory
// reaches: in the process's name.)
#include <sys/prctl.h>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

namespace {

struct Range {
  std::uint64_t start, end;
};

// What the runtime writes to: its variables, and the memory that it took for itself.
std::vector<Range> memory_of_runtime() {
  std::vector<Range> ranges;
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  char line[512], rights[8], path[256];
  bool in_library = false;
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long long start = 0, end = 0;
    path[0] = '\0';
    std::sscanf(line, "%llx-%llx %7s %*s %*s %*s %255s", &start, &end, rights, path);
    const std::string_view name = path;
    if (!name.empty()) in_library = name.find("libheddle.so") != std::string_view::npos;
    const bool own = start >= 0x3000'0000'0000 && start < 0x4000'0000'0000;
    if (rights[1] != 'w' || rights[3] != 'p' || !(in_library || own)) continue;
    // Of what is reserved in large pieces only the beginning is used.
    ranges.push_back({start, std::min<std::uint64_t>(end, start + (own ? 1u << 18 : 1u << 16))});
  }
  std::fclose(maps);
  return ranges;
}

int count_of_runs() {
  char name[16] = "";
  prctl(PR_GET_NAME, name);
  int count = 0;
  if (std::sscanf(name, "run %d", &count) != 1) count = 0;
  std::snprintf(name, sizeof name, "run %d", count + 1);
  prctl(PR_SET_NAME, name);
  return count;
}

void write_wildly(unsigned seed) {
  std::mt19937_64 random(seed);
  const std::vector<Range> ranges = memory_of_runtime();
  const Range& range = ranges[random() % ranges.size()];
  *reinterpret_cast<volatile std::uint64_t*>(range.start + random() % (range.end - range.start - 8) / 8 * 8) =
      random();
}

std::mutex mutex;
int counter;

void add() {
  for (int i = 0; i < 2; ++i) {
    const std::lock_guard guard(mutex);
    ++counter;
  }
}

}  // namespace

int main(int, char** arguments) {
  const int count = count_of_runs();
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(counter == 4);
  if (count % 10 == 9) write_wildly(static_cast<unsigned>(count + 1000 * std::atoi(arguments[1])));
}
