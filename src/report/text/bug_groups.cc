#include "report/text/bug_groups.h"

#include <algorithm>
#include <map>
#include <string>

#include "report/model/failure_names.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMostPlaces = 6;

// Empty: of its own.
std::string mistake_of(const Bug& bug, const Places& places) {
  const Failure& failure = bug.report.failure;
  if (failure.kind == FailureKind::kHeapError && failure.heap.object.kind == ObjectKind::kHeap)
    return "heap " + std::to_string(failure.code) + " " +
           places.allocation_place(failure.heap.object.allocation_site);
  if (failure.kind != FailureKind::kDataRace) return {};
  const DataRace& race = failure.race;
  if (race.place.kind == ObjectKind::kHeap)
    return "race " + places.allocation_place(race.place.allocation_site) + " " +
           FailureNames(failure, places).racing_plain();
  if (const std::string object = FailureNames(failure, places).racing_plain(); !object.empty())
    return "race " + object;
  std::string one = places.place(race.first.site), other = places.place(race.second.site);
  if (other < one) std::swap(one, other);
  return "race " + one + " " + other;
}

}  // namespace

std::vector<BugGroup> bug_groups(const std::vector<Bug>& bugs, const Places& places) {
  std::vector<BugGroup> groups;
  std::map<std::string, std::size_t> known;
  for (const Bug& bug : bugs) {
    const std::string mistake = mistake_of(bug, places);
    const auto [entry, added] = known.try_emplace(mistake, groups.size());
    if (added || mistake.empty())
      groups.push_back({&bug, {}});
    else
      groups[entry->second].others.push_back(&bug);
  }
  return groups;
}

std::string group_places(const BugGroup& group, const Places& places) {
  if (group.others.empty()) return {};
  std::vector<std::string> all;
  const auto add = [&](SiteId site) {
    if (site == kNoSite) return;
    std::string place = places.place(site);
    if (std::find(all.begin(), all.end(), place) == all.end()) all.push_back(std::move(place));
  };
  const auto add_bug = [&](const Bug& bug) {
    const Failure& failure = bug.report.failure;
    if (failure.kind == FailureKind::kDataRace) {
      add(failure.race.first.site);
      add(failure.race.second.site);
    } else {
      add(failure.site);
    }
  };
  add_bug(*group.first);
  for (const Bug* const other : group.others) add_bug(*other);
  return counted(all.size(), "place") + ": " + listed(all, kMostPlaces);
}

}  // namespace heddle::report
