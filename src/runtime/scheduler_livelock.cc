// A program that makes no progress: whether it is in a state again that it was in before, and what is said of
// it when it is not.
#include <algorithm>

#include "runtime/outside.h"
#include "runtime/scheduler.h"
#include "runtime/stray_thread.h"

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

void Scheduler::suspect() {
  if (goes_round_ || !progress_.worth_a_look()) return;
  progress_.looked();
  if (progress_.out_of_patience()) {
    if (outside::wait_for_others() != outside::Arrival::kSomething)
      livelocked(no_progress_in(progress_.points()));
    return progress_.progress();
  }
  recurrence_.begin(threads_.size(), bounds_of(progress_));
  program_state::begin();
  searched_epoch_ = progress_.epoch();
  goes_round_ = every_point_ = true;
}

Thread* Scheduler::stop_going_round() {
  goes_round_ = false;
  every_point_ = needs_.every_operation;
  return nullptr;
}

// The running thread stands before its next operation. Returns who goes on; null: the strategy says.
Thread* Scheduler::go_round() {
  if (progress_.epoch() != searched_epoch_) return stop_going_round();
  std::vector<ThreadId> enabled;
  for (const Candidate& candidate : enabled_) enabled.push_back(candidate.thread);
  asks_outside_ = asks_outside_ || is_one_of(current().next.kind, kinds::kOnDescriptors);
  using Step = Recurrence::Step;
  Step step = recurrence_.arrived(current().id, program_state::of_running_thread(), enabled);
  if (step == Step::kLap) step = compare_states(enabled);
  if (step == Step::kReference) {
    reference_ = last_look_ = program_state::rest(recurrence_.known());
    reference_readings_ = clock.total_readings();
    asks_outside_ = has_read_ = false;
    laps_ = 0;
    if (!reference_.known) step = Step::kGiveUp;
  }
  if (step == Step::kGiveUp) return stop_going_round();
  if (enabled.size() > 1) ++hot.recording->points;
  return threads_[recurrence_.next()];
}

Recurrence::Step Scheduler::compare_states(std::span<const ThreadId> enabled) {
  const program_state::Rest now = program_state::rest(recurrence_.known());
  has_read_ = has_read_ || !now.nothing_read_since(last_look_);
  last_look_ = now;
  const bool from_file = has_read_ && !asks_outside_;
  if (!now.known || from_file) return Recurrence::Step::kGiveUp;
  if (now.hash != reference_.hash) return recurrence_.differs(enabled);
  // Who reads the clock may wait for a time to come. It comes fast when nothing else happens.
  if (clock.total_readings() != reference_readings_ && !clock.has_polled_for_years())
    return Recurrence::Step::kGiveUp;
  if (++laps_ < kLapsToBeSure) return recurrence_.came_back(enabled);
  if (outside::wait_for_others() != outside::Arrival::kSomething) livelocked({});
  progress_.progress();
  return Recurrence::Step::kGiveUp;
}

void Scheduler::livelocked(const LivelockVerdict& verdict) {
  if (stray::exist()) refuse(stray::kMayHelp, current().next.site);
  Failure failure;
  failure.kind = FailureKind::kLivelock;
  failure.thread = current().id;
  failure.text = to_text(verdict);
  // Where the last steps were spent; the most frequent first would depend on luck, so they are sorted by
  // place.
  constexpr std::size_t kWindow = 1000, kShown = 8;
  const Recording& recording = *hot.recording;
  const std::size_t count = recording.event_count;
  for (std::size_t i = count > kWindow ? count - kWindow : 0; i < count; ++i)
    failure.spinning.push_back(recording.events[i].site);
  std::sort(failure.spinning.begin(), failure.spinning.end());
  failure.spinning.erase(std::unique(failure.spinning.begin(), failure.spinning.end()),
                         failure.spinning.end());
  if (failure.spinning.size() > kShown) failure.spinning.resize(kShown);
  failure.site = failure.spinning.empty() ? current().next.site : failure.spinning.front();
  fail(std::move(failure));
}

}  // namespace heddle::runtime
