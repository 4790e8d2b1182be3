#include "search/bug_depth.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace heddle {

namespace {

constexpr int kSamples = 300;              // of plans with one change less, before it is given up
constexpr std::uint64_t kNeighbours = 16;  // events before a thread's last, in which changes are looked for

// The order in which the threads run in the trace, as priorities: the thread that runs next has the highest
// one. Each time a thread is left it is put where its next turn comes.
Plan plan_of(std::span<const TraceStep> trace) {
  Plan plan;
  std::map<ThreadId, std::size_t> next_turn;  // where the thread's next run begins, walking backwards
  std::vector<std::int64_t> turn_after(trace.size());
  for (std::size_t i = trace.size(); i-- > 0;) {
    const ThreadId thread = trace[i].thread;
    const bool leaves = i + 1 == trace.size() || trace[i + 1].thread != thread;
    const auto next = next_turn.find(thread);
    if (leaves)
      turn_after[i] = next == next_turn.end() ? -static_cast<std::int64_t>(trace.size())
                                              : -static_cast<std::int64_t>(next->second);
    next_turn[thread] = i;
  }
  std::map<ThreadId, std::uint64_t> events;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const ThreadId thread = trace[i].thread;
    ++events[thread];
    if (i + 1 < trace.size() && trace[i + 1].thread != thread)
      plan.changes.push_back({thread, events[thread], turn_after[i]});
  }
  for (const auto& [thread, first] : next_turn) {
    if (thread >= plan.initial.size())
      plan.initial.resize(thread + 1u, -static_cast<std::int64_t>(trace.size()));
    plan.initial[thread] = -static_cast<std::int64_t>(first);
  }
  return plan;
}

// The same order in the numbers of PCT: changes give the priorities 1, 2, ..., and every initial one is
// higher.
Plan in_pct_form(const Plan& plan) {
  Plan result = plan;
  const auto rank = [](std::vector<std::int64_t*> values, std::int64_t first) {
    std::sort(values.begin(), values.end(),
              [](const std::int64_t* a, const std::int64_t* b) { return *a < *b; });
    for (std::int64_t* value : values) *value = first++;
  };
  std::vector<std::int64_t*> changed, initial;
  for (PriorityChange& change : result.changes) changed.push_back(&change.priority);
  for (std::int64_t& value : result.initial) initial.push_back(&value);
  rank(changed, 1);
  rank(initial, static_cast<std::int64_t>(changed.size() + 1));
  return result;
}

// Leaves out as many changes as possible, in ever smaller pieces.
void minimise(Plan& plan, const Reproduces& reproduces, const std::function<bool()>& stop) {
  for (std::size_t piece = std::max<std::size_t>(1, plan.changes.size() / 2);;
       piece = std::max<std::size_t>(1, piece / 2)) {
    bool left_out = false;
    for (std::size_t start = 0; start < plan.changes.size() && !stop();) {
      Plan shorter = plan;
      const auto first = shorter.changes.begin() + static_cast<std::ptrdiff_t>(start);
      shorter.changes.erase(
          first, first + static_cast<std::ptrdiff_t>(std::min(piece, plan.changes.size() - start)));
      if (reproduces(shorter)) {
        plan = std::move(shorter);
        left_out = true;
      } else {
        start += piece;
      }
    }
    if (stop() || (piece == 1 && !left_out)) return;
  }
}

// A plan with so many changes, in the last events of the suspects.
Plan draw_plan(std::span<const TraceStep> trace, std::span<const ThreadId> suspects, std::size_t changes,
               std::size_t threads, Random& random) {
  std::map<ThreadId, std::uint64_t> events;
  for (const TraceStep& step : trace) ++events[step.thread];
  Plan plan;
  plan.initial.resize(threads);
  std::iota(plan.initial.begin(), plan.initial.end(), static_cast<std::int64_t>(changes + 1));
  random.shuffle(plan.initial);
  std::vector<std::int64_t> priorities(changes);
  std::iota(priorities.begin(), priorities.end(), 1);
  random.shuffle(priorities);
  for (const std::int64_t priority : priorities) {
    const ThreadId thread = suspects[random.below(suspects.size())];
    const std::uint64_t back = random.below(std::min(kNeighbours, events[thread]) + 1);
    plan.changes.push_back({thread, std::max<std::uint64_t>(1, events[thread] - back), priority});
  }
  return plan;
}

}  // namespace

std::optional<unsigned> bug_depth(std::span<const TraceStep> trace, std::span<const ThreadId> suspects,
                                  const Reproduces& reproduces, const std::function<bool()>& stop) {
  Plan plan = plan_of(trace);
  const std::size_t threads = plan.initial.size();
  std::optional<std::size_t> changes;  // that are known to suffice
  if (reproduces(plan)) {
    minimise(plan, reproduces, stop);
    plan = in_pct_form(plan);
    if (reproduces(plan)) {
      minimise(plan, reproduces, stop);
      changes = plan.changes.size();
    }
  }
  if (suspects.empty()) return changes ? std::optional<unsigned>(*changes + 1) : std::nullopt;
  Random random(1);
  for (bool found = true; found && !stop() && changes != 0u;) {
    found = false;
    const std::size_t fewer = changes ? *changes - 1 : suspects.size();
    for (int i = 0; i < kSamples && !found && !stop(); ++i)
      found = reproduces(draw_plan(trace, suspects, fewer, threads, random));
    if (found) changes = fewer;
  }
  if (!changes) return std::nullopt;
  return static_cast<unsigned>(*changes + 1);
}

}  // namespace heddle
