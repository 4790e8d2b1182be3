#include "search/saved_turns.h"

#include <algorithm>

#include "analysis/thread_name_hashes.h"

namespace heddle {

std::vector<Turn> saved_turns(const Schedule& schedule, const std::vector<std::string>& threads) {
  std::vector<Turn> turns;
  std::vector<std::uint64_t> performed(threads.size());
  std::vector<ThreadId> last;
  for (const Run& run : schedule) {
    if (run.thread >= threads.size()) continue;
    performed[run.thread] += run.steps;
    turns.push_back({ThreadNameHashes::of_name(threads[run.thread]), performed[run.thread]});
    std::erase(last, run.thread);
    last.push_back(run.thread);
  }
  for (auto thread = last.rbegin(); thread != last.rend(); ++thread)
    turns.push_back({ThreadNameHashes::of_name(threads[*thread]), kAsFarAsPossible});
  return turns;
}

void follow_turns(ReplayRequest& request, std::vector<Turn> turns, const Schedule& schedule) {
  constexpr std::uint64_t kLongerAtLeast = 5'000;
  std::uint64_t steps = 0;
  for (const Run& run : schedule) steps += run.steps;
  request.schedule.clear();
  request.record = {};
  request.by_turns = true;
  request.turns = std::move(turns);
  request.longest = 2 * steps + kLongerAtLeast;
}

}  // namespace heddle
