#include "search/failed_execution.h"

#include <algorithm>

#include "analysis/context_switches.h"
#include "analysis/thread_name_hashes.h"

namespace heddle {

std::uint64_t name_of(const FailedExecution& execution, ThreadId thread) {
  return thread < execution.threads.size() ? ThreadNameHashes::of_name(execution.threads[thread]) : 0;
}

// In the order in which they first went on.
std::vector<ThreadId> threads_of(const FailedExecution& execution) {
  std::vector<ThreadId> threads;
  for (const Run& run : execution.schedule)
    if (std::find(threads.begin(), threads.end(), run.thread) == threads.end()) threads.push_back(run.thread);
  return threads;
}

std::vector<PastTurn> past_turns(const FailedExecution& execution) {
  std::vector<PastTurn> turns;
  std::vector<std::uint64_t> performed;
  std::uint64_t step = 0;
  const std::vector<std::uint32_t>& marks = execution.preemptions;
  for (const Run& run : execution.schedule) {
    if (run.steps == 0) continue;
    if (run.thread >= performed.size()) performed.resize(run.thread + 1u);
    performed[run.thread] += run.steps;
    if (turns.empty() || turns.back().thread != run.thread) {
      if (!turns.empty()) turns.back().preempted = std::binary_search(marks.begin(), marks.end(), step);
      turns.push_back({run.thread, 0, false, 0});
    }
    step += run.steps;
    turns.back().until = performed[run.thread];
    turns.back().end = step;
  }
  return turns;
}

ShrinkCost cost_of(const FailedExecution& execution) {
  ShrinkCost cost;
  cost.early = execution.early;
  cost.switches = context_switches(execution.schedule, execution.preemptions, execution.deadlocked);
  cost.threads = threads_of(execution).size();
  cost.stale = stale_steps_in(execution.schedule);
  ThreadId running = kNoThread;
  for (const Run& run : execution.schedule) {
    cost.steps += run.steps;
    if (run.thread != running) ++cost.runs;
    running = run.thread;
  }
  return cost;
}

std::uint64_t stale_steps_in(const Schedule& schedule) {
  return static_cast<std::uint64_t>(
      std::count_if(schedule.begin(), schedule.end(), [](const Run& run) { return run.store != 0; }));
}

std::vector<Turn> sights_of(const FailedExecution& execution) {
  std::vector<Turn> sights;
  std::vector<std::uint64_t> performed;
  for (const Run& run : execution.schedule) {
    if (run.thread >= performed.size()) performed.resize(run.thread + 1u);
    performed[run.thread] += run.steps;
    if (run.store != 0)
      sights.push_back(sight_of(name_of(execution, run.thread), performed[run.thread], run.store));
  }
  return sights;
}

std::vector<Turn> turns_of(const FailedExecution& execution) {
  std::vector<Turn> turns;
  for (const PastTurn& turn : past_turns(execution))
    turns.push_back({name_of(execution, turn.thread), turn.until});
  return turns;
}

std::vector<Turn> last_turns(const FailedExecution& execution, ThreadId without) {
  std::vector<ThreadId> threads = execution.suspects;
  std::vector<ThreadId> others = threads_of(execution);
  std::sort(others.begin(), others.end());
  for (const ThreadId thread : others)
    if (std::find(threads.begin(), threads.end(), thread) == threads.end()) threads.push_back(thread);
  std::vector<Turn> turns;
  for (const ThreadId thread : threads)
    if (thread != without) turns.push_back({name_of(execution, thread), kAsFarAsPossible});
  return turns;
}

}  // namespace heddle
