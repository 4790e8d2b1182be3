#include "strategies/iroot_automaton.h"

#include "strategies/spin_watch.h"

namespace heddle {

namespace {

OperationKind static_kind(OperationKind kind) {
  if (is_acquisition(kind)) return OperationKind::kLock;
  if (!is_access(kind)) return kind;
  return writes(kind) ? OperationKind::kWrite : OperationKind::kRead;
}

// Of a forced move, only the location is known.
bool at_one_place(const Operation& one, const Operation& other) {
  if (one.address != 0 && other.address != 0) return one.meets(other);
  return one.location != kNoLocation && one.location == other.location;
}

}  // namespace

void IRootAutomaton::begin(const IRoot& target) {
  target_ = target;
  give_up();
}

void IRootAutomaton::give_up() {
  done_ = 0;
  threads_ = {kNoThread, kNoThread};
  is_known_ = {false, false};
  chosen_ = kNoThread;
}

// Whether a thread may stand before one of the first two events. Most of the time none does, which takes no
// branches.
bool IRootAutomaton::can_begin(std::span<const Candidate> enabled) const {
  const SiteId first = target_.events[0].site, second = target_.events[1].site;
  bool any = false;
  for (const Candidate& each : enabled) any |= (each.next->site == first) | (each.next->site == second);
  return any;
}

bool IRootAutomaton::matches(const Operation& operation, std::size_t event) const {
  return operation.site == target_.events[event].site &&
         static_kind(operation.kind) == target_.events[event].kind;
}

// ... and where the event has to be, as far as that is known.
bool IRootAutomaton::is_at(const Operation& operation, std::size_t event) const {
  if (!matches(operation, event)) return false;
  const std::uint8_t place = place_of(target_.idiom, event);
  if (is_known_[place]) return at_one_place(operation, places_[place]);
  return !is_known_[1 - place] || !at_one_place(operation, places_[1 - place]);
}

// The next event of the root can be performed by the thread, now.
bool IRootAutomaton::is_turn_of(ThreadId thread, const Operation& operation) const {
  if (is_exposed() || !is_at(operation, done_)) return false;
  const std::uint8_t role = role_of(target_.idiom, done_);
  if (threads_[role] != kNoThread) return thread == threads_[role];
  return thread != threads_[1 - role];
}

// A thread stands before the event that has to come second, and would perform it at the right place.
bool IRootAutomaton::has_partner(const Candidate& candidate, std::span<const Candidate> enabled) const {
  const bool same_place = place_of(target_.idiom, 1) == place_of(target_.idiom, 0);
  for (const Candidate& other : enabled)
    if (other.thread != candidate.thread && matches(*other.next, 1) &&
        at_one_place(*other.next, *candidate.next) == same_place)
      return true;
  return false;
}

// Before anything has happened: the first event waits for a thread that can perform the second right after
// it. An unlock cannot wait for that, because a thread that wants the lock cannot get there before.
bool IRootAutomaton::is_held_at_start(const Candidate& candidate, std::span<const Candidate> enabled) const {
  if (matches(*candidate.next, 1) && !matches(*candidate.next, 0)) return true;
  if (!matches(*candidate.next, 0) || candidate.next->kind == OperationKind::kUnlock) return false;
  return !has_partner(candidate, enabled);
}

// It writes to a location between two events that depend on each other there, or takes the lock.
bool IRootAutomaton::spoils(const Operation& operation) const {
  if (!writes(operation.kind) && !is_acquisition(operation.kind)) return false;
  for (std::size_t place = 0; place < places_.size(); ++place)
    if (is_known_[place] && at_one_place(operation, places_[place])) return true;
  return false;
}

bool IRootAutomaton::is_held(const Candidate& candidate, std::span<const Candidate> enabled) const {
  if (done_ == 0) return is_held_at_start(candidate, enabled);
  const std::uint8_t role = role_of(target_.idiom, done_);
  if (candidate.thread == threads_[1 - role]) return true;  // it is the other one's turn
  return spoils(*candidate.next);
}

ThreadId IRootAutomaton::choose(const Choice& choice, Random& random) {
  chosen_ = kNoThread;
  const auto draw = [&random](const std::vector<ThreadId>& threads) {
    return threads[random.below(threads.size())];
  };
  const bool walks = is_exposed() || choice.without_progress >= SpinWatch::kPatience;
  if (walks || (done_ == 0 && !can_begin(choice.enabled)))
    return choice.enabled[random.below(choice.enabled.size())].thread;
  free_.clear();
  held_.clear();
  for (const Candidate& each : choice.enabled) {
    const bool first_alone = done_ == 0 && is_held_at_start(each, choice.enabled);
    if (is_turn_of(each.thread, *each.next) && !first_alone) {
      chosen_ = each.thread;
      chosen_operation_ = *each.next;
      return each.thread;
    }
    (is_held(each, choice.enabled) ? held_ : free_).push_back(each.thread);
  }
  // The thread that has to perform the next event runs first.
  if (done_ != 0)
    if (const ThreadId next = threads_[role_of(target_.idiom, done_)]; next != kNoThread)
      for (const ThreadId each : free_)
        if (each == next) return each;
  if (!free_.empty()) return draw(free_);
  // No other thread is enabled. A thread before the first event is best: the second may still come.
  for (const Candidate& each : choice.enabled)
    if (is_turn_of(each.thread, *each.next)) {
      chosen_ = each.thread;
      chosen_operation_ = *each.next;
      return each.thread;
    }
  const ThreadId released = draw(held_);
  if (done_ != 0) give_up();
  return released;
}

void IRootAutomaton::advance(ThreadId thread, const Operation& operation) {
  const std::uint8_t place = place_of(target_.idiom, done_);
  threads_[role_of(target_.idiom, done_)] = thread;
  places_[place] = operation;
  is_known_[place] = true;
  ++done_;
}

void IRootAutomaton::executed(const Event& event) {
  if (is_exposed()) return;
  const bool failed = is_acquisition(event.kind) && event.detail == 1;
  if (event.thread == chosen_) {
    chosen_ = kNoThread;
    if (!failed && event.site == chosen_operation_.site) advance(event.thread, chosen_operation_);
    return;
  }
  // A forced move may be the right one as well.
  const Operation forced{event.kind, event.size, kNoThread, event.site, event.location, 0};
  if (!failed && chosen_ == kNoThread && is_turn_of(event.thread, forced))
    return advance(event.thread, forced);
  if (done_ == 0 || event.location == kNoLocation) return;
  if (!writes(event.kind) && !(is_acquisition(event.kind) && event.detail == 0)) return;
  for (std::size_t place = 0; place < places_.size(); ++place)
    if (is_known_[place] && places_[place].location == event.location) return give_up();
}

}  // namespace heddle
