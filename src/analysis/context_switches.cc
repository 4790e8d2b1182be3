#include "analysis/context_switches.h"

#include <algorithm>
#include <vector>

namespace heddle {

std::uint64_t context_switches(const Schedule& schedule, std::span<const std::uint32_t> preemptions,
                               std::span<const ThreadId> deadlocked) {
  std::uint64_t count = 0;
  std::uint64_t step = 0;
  std::vector<bool> left;  // by ThreadId: it could have gone on
  ThreadId running = kNoThread;
  for (const Run& run : schedule) {
    if (run.thread != running) {
      if (running != kNoThread && std::binary_search(preemptions.begin(), preemptions.end(), step)) {
        if (running >= left.size()) left.resize(running + 1u);
        left[running] = true;
        ++count;
      }
      if (run.thread < left.size() && left[run.thread]) {
        left[run.thread] = false;
        ++count;
      }
      running = run.thread;
    }
    step += run.steps;
  }
  for (const ThreadId thread : deadlocked)
    if (thread < left.size() && left[thread]) ++count;
  return count;
}

}  // namespace heddle
