#include "strategies/prefix_search.h"

#include <algorithm>

#include "strategies/spin_watch.h"

namespace heddle {

namespace {

// The notes of an execution: unless the prefix is empty, the number of events before its last choice; then
// each crossing: the number of events before it, the current thread and the number of enabled ones, and of
// each of these four words. Of the choice of a store: kStores in place of a thread, and how many of them
// there are.
constexpr std::size_t kWordsOfEvent = 4;
constexpr ThreadId kStores = kNoThread - 1;

class NoteReader {
 public:
  explicit NoteReader(std::span<const std::uint32_t> notes) : notes_(notes) {}

  bool has(std::size_t words) const { return notes_.size() >= words; }
  std::uint32_t next() {
    if (notes_.empty()) return 0;
    const std::uint32_t word = notes_.front();
    notes_ = notes_.subspan(1);
    return word;
  }

 private:
  std::span<const std::uint32_t> notes_;
};

Event read_event(NoteReader& notes) {
  Event event{};
  event.location = notes.next();
  event.site = notes.next();
  event.thread = static_cast<ThreadId>(notes.next());
  const std::uint32_t kind = notes.next();
  if ((kind & 0xff) < static_cast<std::uint32_t>(OperationKind::kCount))
    event.kind = static_cast<OperationKind>(kind & 0xff);
  event.size = static_cast<std::uint8_t>(kind >> 8);
  return event;
}

}  // namespace

Decision take_turns(const Choice& choice) {
  for (const Candidate& each : choice.enabled)
    if (each.thread > choice.current) return Decision::go(each.thread);
  return Decision::go(choice.enabled.front().thread);
}

// With its own generator: a strategy that wraps this one may draw from the run's.
void Prefixed::begin_search(Random& random, std::uint64_t* tally) {
  random_.reseed(random.next());
  prefix_.clear();
  taken_ = 0;
  events_ = 0;
  crossings_ = 0;
  tally_ = tally;
  search_->count_in(tally);
  search_->begin(random_, prefix_);
  if (!prefix_.empty()) count(kReplayedSteps, prefix_.size() - 1);
}

void Prefixed::begin(const RunContext& run) {
  is_running_ = true;
  notes_ = run.notes;
  begin_search(run.random, run.tally);
}

Decision Prefixed::choose(const Choice& choice) {
  if (choice.without_progress >= SpinWatch::kPatience) {
    count(kTurnsTaken, 1);
    return take_turns(choice);
  }
  if (taken_ < prefix_.size()) {
    const ThreadId wanted = prefix_[taken_++];
    if (!choice.is_enabled(wanted)) return Decision::abandon();
    if (taken_ == prefix_.size() && notes_.has_room(1)) notes_.add(events_);
    return Decision::go(wanted);
  }
  enabled_.clear();
  for (const Candidate& each : choice.enabled)
    enabled_.push_back(
        {each.next->location, each.next->site, each.thread, each.next->kind, each.next->size, 0});
  if (!notes_.has_room(2 + kWordsOfEvent * enabled_.size())) return take_turns(choice);  // and claim nothing
  ++crossings_;
  const Crossing crossing{enabled_, choice.current_enabled ? choice.current : kNoThread};
  note(crossing);
  return search_->choose(crossing);
}

// A thread that only waits in a loop sees the newest store at last.
std::uint32_t Prefixed::choose_store(const StoreChoice& choice) {
  if (!search_->chooses_stores() || choice.without_progress >= SpinWatch::kPatience) return 0;
  if (taken_ < prefix_.size()) {
    const ThreadId wanted = prefix_[taken_];
    if ((wanted & kStoreStep) == 0)
      return 0;  // the next choice of a thread finds out that it cannot be followed
    if (++taken_ == prefix_.size() && notes_.has_room(1)) notes_.add(events_);
    return wanted & ~kStoreStep;
  }
  if (!notes_.has_room(2)) {
    saw_all_ = false;
    return 0;
  }
  notes_.add(events_);
  notes_.add((std::uint32_t{kStores} << 16) | choice.count);
  return search_->choose_store(choice.count);
}

void Prefixed::note(const Crossing& crossing) {
  notes_.add(events_);
  notes_.add((std::uint32_t{crossing.current} << 16) | static_cast<std::uint32_t>(crossing.enabled.size()));
  for (const Event& each : crossing.enabled) {
    notes_.add(each.location);
    notes_.add(each.site);
    notes_.add(each.thread);
    notes_.add(static_cast<std::uint32_t>(each.kind) | (std::uint32_t{each.size} << 8));
  }
}

void Prefixed::executed(const Event& event) {
  ++events_;
  search_->executed(event, taken_ < prefix_.size());
}

Lesson Prefixed::learn(const Execution& execution) {
  if (!is_running_) run_again(execution);
  is_running_ = false;
  tally_ = nullptr;
  search_->count_in(nullptr);
  search_->ended(execution);
  check(execution);
  if (execution.found_shared) {
    search_->forget();
    saw_all_ = true;
    took_turns_ = false;
  }
  return Lesson::kNews;
}

// Whether there were points at which others decided, or a prefix that could not be followed.
void Prefixed::check(const Execution& execution) {
  const std::uint64_t turns = execution.tally[kTurnsTaken];
  const bool followed = taken_ == prefix_.size() || execution.end != End::kAbandoned;
  took_turns_ = took_turns_ || turns != 0;
  const auto threads_taken = static_cast<std::uint64_t>(
      std::count_if(prefix_.begin(), prefix_.begin() + static_cast<std::ptrdiff_t>(taken_),
                    [](ThreadId step) { return (step & kStoreStep) == 0; }));
  const std::uint64_t chosen = threads_taken + crossings_ + turns;
  saw_all_ = saw_all_ && followed && !execution.truncated && execution.points == chosen;
}

std::string Prefixed::claim() const {
  if (!saw_all_ || !exhausted()) return {};
  return search_->claim() + (took_turns_ ? "; threads that did nothing but wait in a loop took turns" : "");
}

// Another copy of us ran it: the same calls from what it noted.
void Prefixed::run_again(const Execution& execution) {
  NoteReader notes(execution.notes);
  Random random(execution.seed);
  begin_search(random, nullptr);
  const auto event_count = static_cast<std::uint32_t>(execution.events.size());
  const bool left_prefix = notes.has(1) && !prefix_.empty();
  const std::uint32_t prefix_events = left_prefix ? notes.next() : prefix_.empty() ? 0 : event_count;
  taken_ = left_prefix ? prefix_.size() : 0;
  const auto feed_until = [&](std::uint32_t end) {
    for (; events_ < end && events_ < event_count; ++events_)
      search_->executed(execution.events[events_], events_ < prefix_events);
  };
  while (notes.has(2)) {
    feed_until(notes.next());
    const std::uint32_t header = notes.next();
    const std::size_t size = header & 0xffff;
    if (header >> 16 == kStores) {
      search_->choose_store(static_cast<std::uint32_t>(size));
      continue;
    }
    if (size == 0 || !notes.has(size * kWordsOfEvent)) break;  // the program has written over them
    enabled_.clear();
    while (enabled_.size() < size) enabled_.push_back(read_event(notes));
    ++crossings_;
    search_->choose({enabled_, static_cast<ThreadId>(header >> 16)});
  }
  feed_until(event_count);
}

}  // namespace heddle
