// Looks at the executions of a search for data races, and at replays for a certain one.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "detect/race_observer.h"
#include "event/execution.h"
#include "search/messages.h"
#include "search/observers.h"

namespace heddle::runtime {

class RaceWatch final : public Observer {
 public:
  RaceWatch(Volatile volatile_means, Races races)
      : observer_({}, volatile_means), stops_(races == Races::kStop) {}

  std::optional<PauseReason> look_at(const Execution& execution) override;
  bool look_ahead(const Execution& execution) override;
  std::optional<PauseReason> pass_over(std::uint64_t executions) override;
  // Those since the last time, the execution in which each was seen beside it.
  void tell(SearchPaused& paused) override;

  static constexpr std::size_t kMost = 32;

 private:
  // Whether the execution had a race at a place where none before it had. One for each place: who mends that
  // one mends the others, most of the time. There is a limit: then there is no point in looking on. Where
  // opaque code may order the accesses (opaque_code.h), a place comes again a few times: in the next
  // execution nothing may order them.
  bool has_new_race(const Execution& execution);

  bool is_full() const { return places_.size() == kMost; }

  RaceObserver observer_;
  std::vector<ExecutionReport> found_;
  std::unordered_map<std::uint64_t, std::uint64_t> places_;  // how many executions had a race there
  std::uint64_t incomplete_ = 0;  // executions in which older accesses were forgotten
  std::uint64_t unseen_ = 0;      // executions that were not looked at any more
  std::uint64_t met_ = 0;         // races at any place
  bool stops_;
};

// The wanted race as a failure, if the execution has it. Its accesses have all been given names.
struct FoundRace {
  std::optional<Failure> failure;
  SiteId ordered_by = kNoSite;  // opaque code that may order the two accesses; then it is no failure
};
FoundRace find_race(const WantedRace& wanted, const Execution& execution);

}  // namespace heddle::runtime
