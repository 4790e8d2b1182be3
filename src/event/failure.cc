#include "event/failure.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heddle {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(FailureKind::kCount)> kFailureNames = {
    "none",        "assertion",        "crash",
    "deadlock",    "livelock",         "data-race",
    "heap-error",  "lock-misuse",      "uncaught-exception",
    "exit-status", "not-linearizable", "not-thread-safe",
    "timeout",     "left-behind",      "stack-error",
    "thread-leak", "driver",           "openmp-misuse"};

}  // namespace

std::string_view to_string(FailureKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kFailureNames.size() ? kFailureNames[index] : std::string_view("unknown");
}

FailureKind failure_kind_from(std::string_view name) {
  for (std::size_t i = 0; i < kFailureNames.size(); ++i)
    if (kFailureNames[i] == name) return static_cast<FailureKind>(i);
  return FailureKind::kNone;
}

std::uint64_t deadlock_signature(std::vector<SiteId> sites) {
  std::uint64_t result = combine(static_cast<std::uint64_t>(FailureKind::kDeadlock), 0);
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  for (SiteId one : sites) result = combine(result, one);
  return result;
}

std::uint64_t Failure::signature() const {
  std::uint64_t result = combine(static_cast<std::uint64_t>(kind), 0);
  switch (kind) {
    case FailureKind::kDeadlock: {
      // Which threads wait where, whatever their order; a cycle is told by its own members alone, so that
      // bystanders do not make a new bug of it.
      std::vector<SiteId> sites;
      if (!cycle.empty()) {
        for (ThreadId member : cycle)
          if (member < threads.size()) sites.push_back(threads[member].next.site);
      } else {
        for (const ThreadReport& report : threads)
          if (report.state == ThreadState::kBlocked) sites.push_back(report.next.site);
      }
      return deadlock_signature(std::move(sites));
    }
    case FailureKind::kLivelock:
      for (SiteId one : spinning) result = combine(result, one);
      return result;
    case FailureKind::kDataRace: {
      // The same two lines, whichever came first.
      const std::uint64_t one = race.first.signature(), other = race.second.signature();
      return combine(combine(result, std::min(one, other)), std::max(one, other));
    }
    case FailureKind::kExitStatus:
    case FailureKind::kDriver:
      return combine(result, static_cast<std::uint64_t>(code));
    case FailureKind::kThreadLeak:  // how many there are is a matter of the schedule
      return combine(result, site);
    default:
      result = combine(result, site);
      return combine(result, static_cast<std::uint64_t>(code));
  }
}

}  // namespace heddle
