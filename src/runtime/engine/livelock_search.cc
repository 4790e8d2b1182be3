#include "runtime/engine/livelock_search.h"

#include <algorithm>
#include <vector>

#include "event/hash.h"
#include "runtime/state/hot.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

// So many laps have to end as they began. The second of them shows what others did to a thread's stack after
// it had come home.
constexpr unsigned kLapsToBeSure = 2;

// More with every look, and enough for a loop over all the locations that the program comes by at.
Recurrence::Bounds bounds_of(const ProgressMonitor& progress) {
  const unsigned growth = std::min(progress.looks(), 6u);
  return {.points = (2000 + 8 * progress.visited()) << growth,
          .laps = std::uint64_t{32} << growth,
          .misses = std::uint64_t{32} << growth};
}

}  // namespace

std::optional<LivelockVerdict> LivelockSearch::suspect() {
  if (goes_round_ || !progress.worth_a_look()) return std::nullopt;
  progress.looked();
  if (progress.out_of_patience()) {
    if (!may_change()) return is_over_ ? std::nullopt : std::optional(no_progress_in(progress.points()));
    progress.progress();
    return std::nullopt;
  }
  recurrence_.begin(program_.threads.size(), bounds_of(progress));
  state_.begin();
  searched_epoch_ = progress.epoch();
  goes_round_ = true;
  return std::nullopt;
}

bool LivelockSearch::may_change() {
  const Arrival arrival = outside_.wait_for_others();
  is_over_ = arrival == Arrival::kOver;
  return arrival == Arrival::kSomething;
}

LivelockSearch::Round LivelockSearch::go_round(std::span<const Candidate> candidates) {
  goes_round_ = progress.epoch() == searched_epoch_;
  if (!goes_round_) return {};
  std::vector<ThreadId> enabled;
  for (const Candidate& candidate : candidates) enabled.push_back(candidate.thread);
  const Thread& self = *hot.current;
  asks_outside_ = asks_outside_ || is_one_of(self.next.kind, kinds::kOnDescriptors);
  using Step = Recurrence::Step;
  Round round;
  Step step = recurrence_.arrived(self.id, state_.of_running_thread(), enabled);
  if (step == Step::kLap) step = compare_states(enabled, round.verdict);
  if (step == Step::kReference) {
    reference_ = last_look_ = state_.rest(recurrence_.known());
    reference_readings_ = program_.clock.total_readings();
    asks_outside_ = has_read_ = false;
    laps_ = 0;
    if (!reference_.known) step = Step::kGiveUp;
  }
  goes_round_ = step != Step::kGiveUp;
  if (goes_round_) round.next = program_.threads[recurrence_.next()];
  return round;
}

Recurrence::Step LivelockSearch::compare_states(std::span<const ThreadId> enabled,
                                                std::optional<LivelockVerdict>& verdict) {
  const RestOfState now = state_.rest(recurrence_.known());
  has_read_ = has_read_ || !now.nothing_read_since(last_look_);
  last_look_ = now;
  const bool from_file = has_read_ && !asks_outside_;
  if (!now.known || from_file) return Recurrence::Step::kGiveUp;
  if (now.hash != reference_.hash) return recurrence_.differs(enabled);
  // Who reads the clock may wait for a time to come. It comes fast when nothing else happens.
  if (program_.clock.total_readings() != reference_readings_ && !program_.clock.has_polled_for_years())
    return Recurrence::Step::kGiveUp;
  if (++laps_ < kLapsToBeSure) return recurrence_.came_back(enabled);
  if (!may_change() && !is_over_) verdict = LivelockVerdict{};
  progress.progress();
  return Recurrence::Step::kGiveUp;
}

std::uint64_t ProgramProbe::hash() {
  state_.begin();
  const LocalState own = state_.of_running_thread();
  const RestOfState rest = state_.rest({});
  if (!rest.known) return 0;
  std::uint64_t hash = rest.hash;
  for (const std::uint64_t word : own.words) hash = combine(hash, word);
  return hash;
}

}  // namespace heddle::runtime
