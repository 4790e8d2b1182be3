#include "analysis/deadlock_radius.h"

#include <algorithm>
#include <map>
#include <vector>

namespace heddle {

namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

// The last step at which the thread acquired what another one waits for.
std::size_t acquisition_of(std::span<const TraceStep> trace, ThreadId thread, const ThreadReport& owner,
                           const Location& wanted) {
  for (const HeldLock& held : owner.held) {
    if (!(held.lock == wanted)) continue;
    for (std::size_t i = trace.size(); i-- > 0;)
      if (trace[i].thread == thread && trace[i].what.site == held.site && is_acquisition(trace[i].what.kind))
        return i;
  }
  return kNowhere;
}

// Every step at the place where it was performed, but the deadlock's where their threads came to them: right
// behind the step before.
std::vector<std::size_t> places_of(std::span<const TraceStep> trace, const std::vector<bool>& involved) {
  std::vector<std::size_t> successor(trace.size(), kNowhere);  // of the same thread
  std::map<ThreadId, std::size_t> last;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto [before, is_first] = last.try_emplace(trace[i].thread, i);
    if (!is_first) successor[before->second] = i;
    before->second = i;
  }
  std::vector<std::size_t> places(trace.size(), kNowhere);
  std::size_t next = 0;
  for (std::size_t i = 0; i < trace.size(); ++i)
    for (std::size_t step = i; step != kNowhere && places[step] == kNowhere;) {
      places[step] = next++;
      step = successor[step];
      if (step != kNowhere && !involved[step]) break;
    }
  return places;
}

}  // namespace

std::uint64_t deadlock_radius(std::span<const TraceStep> trace, const Failure& failure) {
  const std::size_t threads = failure.threads.size();
  if (failure.kind != FailureKind::kDeadlock || failure.cycle.size() < 2) return 0;
  std::vector<bool> involved(trace.size());
  std::vector<std::size_t> acquisitions;
  for (const ThreadId waiter : failure.cycle) {
    if (waiter >= threads) return 0;
    const ThreadReport& report = failure.threads[waiter];
    if (!is_acquisition(report.next.kind) || report.waits_for >= threads) return 0;
    const std::size_t taken =
        acquisition_of(trace, report.waits_for, failure.threads[report.waits_for], report.object);
    if (taken == kNowhere) return 0;
    acquisitions.push_back(taken);
    involved[taken] = true;
  }
  const std::vector<std::size_t> places = places_of(trace, involved);
  std::size_t first = trace.size();
  for (const std::size_t taken : acquisitions) first = std::min(first, places[taken]);
  // What the threads wait for comes last, one after the other.
  return trace.size() - 1 + failure.cycle.size() - first;
}

}  // namespace heddle
