#include "detect/waiting.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace heddle {

namespace {

using Events = std::span<const Event>;
using LastReads = std::unordered_map<LocationId, std::size_t>;

// A try or a timed one may have failed.
bool acquires(const Event& event) {
  return is_acquisition(event.kind) && event.detail == 0;
}

std::optional<std::size_t> last_event_of(Events events, ThreadId thread) {
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].thread == thread) return i;
  return std::nullopt;
}

class LostSignalFinder {
 public:
  LostSignalFinder(Events events, const ConditionWait& wait, std::size_t waited)
      : events_(events), wait_(wait), waited_(waited) {
    std::size_t started = 0;
    while (!is_own(started)) ++started;
    for (std::size_t i = started; i < events_.size(); ++i)
      if (!is_own(i) && is_access(events_[i].kind) && writes(events_[i].kind))
        changed_by_others_.insert(events_[i].location);
    changed_by_others_.erase(kNoLocation);
  }

  std::optional<LostSignal> find() const {
    const std::size_t section = start_of_section();
    if (const LastReads tested = tests_in(section); !tested.empty()) return signal_after_change(tested);
    const std::size_t round = start_of_round();
    const LastReads tested = reads_between(round, section);
    return tested.empty() ? last_signal_since(round) : signal_after_change(tested);
  }

 private:
  bool is_own(std::size_t i) const { return events_[i].thread == wait_.thread; }

  bool is_lost_signal(std::size_t i) const {
    const Event& event = events_[i];
    return notifies(event.kind) && event.location == wait_.condition && event.detail != 0 && !is_own(i);
  }

  std::optional<std::size_t> acquisition_before(std::size_t end, LocationId lock) const {
    for (std::size_t i = end; i-- > 0;)
      if (is_own(i) && acquires(events_[i]) && events_[i].location == lock) return i;
    return std::nullopt;
  }

  // Where the critical section begins that ends with the wait. std::condition_variable_any has a mutex of its
  // own, and gives up the user's lock behind that: the section is the user's then.
  std::size_t start_of_section() const {
    const std::optional<std::size_t> locked = acquisition_before(waited_, wait_.mutex);
    if (!locked) return waited_;
    std::size_t start = *locked;
    for (std::size_t i = *locked; i < waited_; ++i) {
      if (!is_own(i) || events_[i].kind != OperationKind::kUnlock) continue;
      if (const auto outer = acquisition_before(i, events_[i].location)) start = std::min(start, *outer);
    }
    return start;
  }

  // Since the thread was woken last, or since its beginning.
  std::size_t start_of_round() const {
    std::size_t start = waited_;
    for (std::size_t i = waited_; i-- > 0;) {
      if (!is_own(i)) continue;
      start = i;
      if (events_[i].kind == OperationKind::kWake && events_[i].location == wait_.condition) break;
    }
    return start;
  }

  // Of what others change while the thread exists: anything else is no condition to wait for.
  LastReads reads_between(std::size_t start, std::size_t end) const {
    LastReads last;
    for (std::size_t i = start; i < end; ++i)
      if (is_own(i) && reads(events_[i].kind) && changed_by_others_.contains(events_[i].location))
        last[events_[i].location] = i;
    return last;
  }

  // What the thread changes itself before it waits (a count of waiters) is no test, unless nothing else is.
  LastReads tests_in(std::size_t section) const {
    const LastReads all = reads_between(section, waited_);
    std::unordered_set<LocationId> written;
    for (std::size_t i = section; i < waited_; ++i)
      if (is_own(i) && writes(events_[i].kind)) written.insert(events_[i].location);
    LastReads tests;
    for (const auto& [location, read] : all)
      if (!written.contains(location)) tests.emplace(location, read);
    return tests.empty() ? all : tests;
  }

  // Which of the reads was the test is not certain. The thread that changed it and then signalled says so.
  std::optional<LostSignal> signal_after_change(const LastReads& tested) const {
    std::size_t first = waited_;
    for (const auto& [location, read] : tested) first = std::min(first, read);
    std::unordered_set<ThreadId> writers;
    std::optional<LostSignal> lost;
    for (std::size_t i = first; i < waited_; ++i) {
      if (is_own(i)) continue;
      const Event& event = events_[i];
      if (const auto test = tested.find(event.location);
          is_access(event.kind) && writes(event.kind) && test != tested.end() && test->second < i)
        writers.insert(event.thread);
      if (is_lost_signal(i) && writers.contains(event.thread)) lost = {event.site, event.thread};
    }
    return lost;
  }

  std::optional<LostSignal> last_signal_since(std::size_t start) const {
    for (std::size_t i = waited_; i-- > start;)
      if (is_lost_signal(i)) return LostSignal{events_[i].site, events_[i].thread};
    return std::nullopt;
  }

  Events events_;
  const ConditionWait& wait_;
  const std::size_t waited_;
  std::unordered_set<LocationId> changed_by_others_;
};

bool takes_token(OperationKind kind) {
  const OperationFacts& facts = facts_of(kind);
  return facts.object == OperationObject::kSemaphore && facts.act == OperationAct::kAcquire;
}

bool changes_object(OperationKind how, const Event& event) {
  switch (how) {
    case OperationKind::kWait:
      return notifies(event.kind);
    case OperationKind::kSemaphoreWait:
      return event.detail == 0 && takes_token(event.kind);
    case OperationKind::kFutexWait:
      return is_access(event.kind) && writes(event.kind);
    default:
      return false;
  }
}

// A wait that has begun ends with kWake, whatever it waits for.
OperationKind kind_of_wait(const Event& began, OperationKind next) {
  if (next != OperationKind::kWake) return next;
  return is_one_of(began.kind, kinds::kBeginningWaits) ? began.kind : OperationKind::kNone;
}

}  // namespace

std::optional<LostSignal> find_lost_signal(Events events, const ConditionWait& wait) {
  const std::optional<std::size_t> last = last_event_of(events, wait.thread);
  if (!last || events[*last].kind != OperationKind::kWait || events[*last].location != wait.condition)
    return std::nullopt;
  return LostSignalFinder(events, wait, *last).find();
}

WaitState wait_state(Events events, ThreadId thread, const Operation& next) {
  WaitState state;
  const std::optional<std::size_t> began = last_event_of(events, thread);
  if (!began) return state;
  state.how = kind_of_wait(events[*began], next.kind);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.thread == thread && i < *began && event.kind == OperationKind::kAtomicLoad)
      state.watched = event.location;
    if (event.location != next.location) continue;
    const bool wakes = event.kind == OperationKind::kWake && event.detail == 0;
    if (wakes && event.thread == thread && event.site == next.site) ++state.rounds;
    if (wakes && state.last == OperationKind::kSignal && !state.in_vain && state.woken == kNoThread)
      state.woken = event.thread;
    if (!changes_object(state.how, event)) continue;
    // A thread that waits for a word says so in it.
    if (state.how == OperationKind::kFutexWait && event.thread == thread) continue;
    state.last = event.kind;
    state.last_thread = event.thread;
    state.last_site = event.site;
    state.in_vain = state.how == OperationKind::kWait && event.detail != 0;
    state.woken = kNoThread;
  }
  if (state.how != OperationKind::kFutexWait || state.watched == next.location) state.watched = kNoLocation;
  return state;
}

}  // namespace heddle
