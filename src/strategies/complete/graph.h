// An execution graph: the events that have been added so far, in the order in which they were added, with
// what each read sees (its source) and the order of the writes of each location (its chain).
//
// An operation that reads and writes (an update; every operation on a synchronisation object) is a read and,
// if it writes, a write right behind its source. Events of one step of the program happen together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "event/access_detail.h"
#include "strategies/complete/objects.h"

namespace heddle::complete {

// Its place in the order in which events were added.
using EventId = std::uint32_t;
inline constexpr EventId kInitial = ~EventId{0};   // what was there before all writes
inline constexpr EventId kNone = ~EventId{0} - 1;  // no event

using Place = std::uint32_t;  // of a location
inline constexpr Place kNowhere = ~Place{0};

enum class Part : std::uint8_t { kRead, kWrite, kOther };

// One step of a thread.
struct Step {
  Act act = Act::kLocal;
  Place where = kNowhere;
  Place unlocks = kNowhere;  // at the same time: the mutex of a condition wait
  Thread peer = kNobody;     // the thread that is created or joined
  // Of an access or a fence, where the memory model asks for it. kVolatile: it is not atomic.
  Ordering ordering = Ordering::kSequential;

  friend bool operator==(const Step&, const Step&) = default;
};

struct Event {
  Thread thread = kNobody;
  Act act = Act::kLocal;
  Part part = Part::kOther;
  bool blocked = false;  // a read that cannot go on with what it sees: it waits for another write
  Place where = kNowhere;
  std::uint32_t step = 0;   // of its thread
  std::uint32_t index = 0;  // among the events of its thread
  Place unlocks = kNowhere;
  Thread peer = kNobody;
  Ordering ordering = Ordering::kSequential;
  EventId source = kNone;
  EventId pin = kNone;       // what it was made to see when it could not go on with that
  EventId let_go = kNone;    // a write: the blocked read that goes on because of it
  std::uint32_t choice = 0;  // which of several ways
  StateId wrote = kNoState;
};

inline Step step_of(const Event& event) {
  return {event.act, event.where, event.unlocks, event.peer, event.ordering};
}

// A fence that no other thread can notice by itself: nobody has to be chosen for it, it comes right behind
// what its thread has done before.
constexpr bool happens_by_itself(Act act, Ordering ordering) {
  return act == Act::kFence && ordering != Ordering::kSequential;
}

// What comes before an event: of each thread so many of its events.
using Clock = std::span<const std::uint32_t>;

// What becomes of a read that is made to see a state in which it cannot go on.
enum class Blocked : std::uint8_t {
  kIsLetGo,  // the first write that lets it go on does so, in place
  kStays,    // in this graph for good: it is one of those that the write is seen by
};

class Graph {
 public:
  Graph(States& states, Blocked blocked) : states_(&states), what_blocked_do_(blocked) {}

  std::size_t size() const { return events_.size(); }
  const Event& operator[](EventId id) const { return events_[id]; }
  std::size_t threads() const { return of_thread_.size(); }
  const std::vector<EventId>& of_thread(Thread thread) const;
  std::size_t places() const { return chains_.size(); }
  const std::vector<EventId>& chain(Place where) const;
  const std::vector<EventId>& blocked() const { return blocked_; }
  EventId last_of(Thread thread) const;
  EventId newest(Place where) const;
  StateId state_at(Place where, EventId write) const;
  void set_initial(Place where, StateId state);
  States& states() const { return *states_; }
  Effect effect(const Event& event, EventId source) const {
    return states_->effect(event.act, state_at(event.where, source), event.thread, event.choice);
  }
  // Whether the read goes on to write: of an object.
  bool writes_too(EventId read) const;

  // The first event of a step has the number of the step; the others have the same.
  EventId add(Thread thread, const Step& step, Part part, bool same_step);
  void see(EventId read, EventId source, std::uint32_t choice = 0);
  void set_ordering(EventId event, Ordering ordering) { events_[event].ordering = ordering; }
  // It does not go on with what it sees. A write that comes later may still be seen instead.
  void hold(EventId read) { block(read, events_[read].source); }
  void follow(EventId event, std::span<const EventId> sources);
  void follow_all(EventId event);
  // Behind so many writes of its location.
  void place_write(EventId write, std::size_t behind, StateId state);
  // What ended the wait that the thread began last; kNone: nothing yet.
  EventId waker(Thread thread) const;
  EventId creation(Thread thread) const;
  // How many of the first writes of a location the thread knows of: by a write or a read that comes before
  // its next event. It sees none that is older than the last of these, and its own writes go behind it.
  std::size_t known_writes(Place where, Thread thread) const;
  // Where the write of a read goes: right behind what it sees.
  std::size_t behind_source(EventId read) const;
  // The first that is blocked and can go on now does.
  void let_go(EventId write);
  // Only the first events are kept. Nothing that was done before changes.
  void shorten(std::size_t size);

  Clock clock(EventId id) const { return {clocks_.data() + id * width_, width_}; }
  bool is_before(EventId id, Clock clock) const {
    return events_[id].thread < clock.size() && events_[id].index < clock[events_[id].thread];
  }
  // Whether the event was added as it would have been by default, had there been only what came before it and
  // what is before the revisiting write, the last event.
  bool was_default(EventId id, EventId revisiting) const;
  // What is left when a write is seen by an earlier read. The write, the last event, is not in it yet.
  Graph revisited(EventId read, EventId write, EventId& new_read) const;
  // A blocked read whose pin is no longer the newest.
  bool is_out_of_turn(Place where) const;

  // saved.cc
  void save(heddle::Writer& writer) const;
  void load(heddle::Reader& reader);

 private:
  void block(EventId read, EventId source);
  void set_clock(EventId id);
  void join(EventId id, EventId source);
  void widen(std::size_t threads);

  States* states_;
  Blocked what_blocked_do_;
  std::vector<Event> events_;
  std::vector<std::uint32_t> clocks_;
  std::size_t width_ = 0;
  std::vector<std::vector<EventId>> of_thread_;
  std::vector<std::vector<EventId>> chains_;
  std::vector<StateId> initial_;
  std::vector<EventId> blocked_;  // in the order in which they were added
};

}  // namespace heddle::complete
