#include "strategies/complete/graph.h"

#include <algorithm>
#include <new>

namespace heddle::complete {

namespace {

// Never destroyed: this library registers nothing to be done at exit.
const std::vector<EventId>& no_events() {
  alignas(std::vector<EventId>) static unsigned char place[sizeof(std::vector<EventId>)];
  static const std::vector<EventId>* const empty = new (place) std::vector<EventId>();
  return *empty;
}

}  // namespace

const std::vector<EventId>& Graph::of_thread(Thread thread) const {
  return thread < of_thread_.size() ? of_thread_[thread] : no_events();
}

const std::vector<EventId>& Graph::chain(Place where) const {
  return where < chains_.size() ? chains_[where] : no_events();
}

EventId Graph::last_of(Thread thread) const {
  const std::vector<EventId>& events = of_thread(thread);
  return events.empty() ? kNone : events.back();
}

EventId Graph::newest(Place where) const {
  const std::vector<EventId>& writes = chain(where);
  return writes.empty() ? kInitial : writes.back();
}

StateId Graph::state_at(Place where, EventId write) const {
  if (write != kInitial) return events_[write].wrote;
  return where < initial_.size() ? initial_[where] : kNoState;
}

void Graph::set_initial(Place where, StateId state) {
  if (where >= initial_.size()) initial_.resize(where + 1u, kNoState);
  initial_[where] = state;
}

bool Graph::writes_too(EventId read) const {
  const Event& event = events_[read];
  return event.part == Part::kRead && !event.blocked && is_of_object(event.act) &&
         effect(event, event.source).writes;
}

void Graph::widen(std::size_t threads) {
  if (threads > of_thread_.size()) of_thread_.resize(threads);
  if (threads <= width_) return;
  const std::size_t width = std::max(threads, width_ * 2);
  std::vector<std::uint32_t> clocks(events_.size() * width);
  for (std::size_t id = 0; id < events_.size(); ++id)
    std::copy_n(clocks_.data() + id * width_, width_, clocks.data() + id * width);
  clocks_ = std::move(clocks);
  width_ = width;
}

// By program order alone.
void Graph::set_clock(EventId id) {
  const Event& event = events_[id];
  std::uint32_t* const own = clocks_.data() + id * width_;
  if (event.index != 0)
    std::copy_n(clocks_.data() + of_thread_[event.thread][event.index - 1] * width_, width_, own);
  else
    std::fill_n(own, width_, 0);
  own[event.thread] = event.index + 1;
}

// With all that happens in the same step.
void Graph::join(EventId id, EventId source) {
  if (source == kInitial || source == kNone) return;
  const std::vector<EventId>& events = of_thread_[events_[source].thread];
  std::uint32_t last = events_[source].index;
  while (last + 1 < events.size() && events_[events[last + 1]].step == events_[source].step) ++last;
  const std::uint32_t* const other = clocks_.data() + events[last] * width_;
  std::uint32_t* const own = clocks_.data() + id * width_;
  for (std::size_t i = 0; i < width_; ++i) own[i] = std::max(own[i], other[i]);
}

EventId Graph::add(Thread thread, const Step& what, Part part, bool same_step) {
  const Place where = what.where;
  widen(thread + 1u);
  if (where != kNowhere && where >= chains_.size()) chains_.resize(where + 1u);
  const auto id = static_cast<EventId>(events_.size());
  std::vector<EventId>& own = of_thread_[thread];
  const std::uint32_t step = own.empty() ? 0 : events_[own.back()].step + (same_step ? 0 : 1);
  Event event;
  event.thread = thread;
  event.act = what.act;
  event.unlocks = what.unlocks;
  event.peer = what.peer;
  event.ordering = what.ordering;
  event.part = part;
  event.where = where;
  event.step = step;
  event.index = static_cast<std::uint32_t>(own.size());
  own.push_back(id);
  events_.push_back(event);
  clocks_.resize(events_.size() * width_);
  set_clock(id);
  return id;
}

void Graph::block(EventId read, EventId source) {
  Event& event = events_[read];
  event.source = event.pin = source;
  event.blocked = true;
  blocked_.insert(std::lower_bound(blocked_.begin(), blocked_.end(), read), read);
  set_clock(read);
  join(read, source);
}

void Graph::see(EventId read, EventId source, std::uint32_t choice) {
  Event& event = events_[read];
  if (event.blocked) std::erase(blocked_, read);
  event.blocked = false;
  event.source = source;
  event.choice = choice;
  if (is_of_object(event.act) && !effect(event, source).can) return block(read, source);
  event.blocked = false;
  event.pin = kNone;
  set_clock(read);
  join(read, source);
}

void Graph::follow(EventId event, std::span<const EventId> sources) {
  for (const EventId source : sources) join(event, source);
  if (!sources.empty()) events_[event].source = sources.front();
}

void Graph::follow_all(EventId event) {
  for (const std::vector<EventId>& own : of_thread_) {
    if (own.empty() || own.back() == event) continue;
    if (!events_[own.back()].blocked)
      join(event, own.back());
    else if (own.size() > 1)
      join(event, own[own.size() - 2]);
  }
}

void Graph::place_write(EventId write, std::size_t behind, StateId state) {
  std::vector<EventId>& writes = chains_[events_[write].where];
  writes.insert(writes.begin() + static_cast<std::ptrdiff_t>(behind), write);
  events_[write].wrote = state;
}

std::size_t Graph::known_writes(Place where, Thread thread) const {
  const EventId last = last_of(thread);
  const std::vector<EventId>& writes = chain(where);
  if (last == kNone || writes.empty()) return 0;
  const Clock before = clock(last);
  std::size_t known = writes.size();
  while (known != 0 && !is_before(writes[known - 1], before)) --known;
  for (std::size_t other = 0; other < of_thread_.size() && known != writes.size(); ++other) {
    const std::uint32_t count = other < before.size() ? before[other] : 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Event& event = events_[of_thread_[other][i]];
      if (event.part != Part::kRead || event.where != where || event.blocked || event.source == kInitial)
        continue;
      while (known < writes.size() && std::find(writes.begin() + static_cast<std::ptrdiff_t>(known),
                                                writes.end(), event.source) != writes.end())
        ++known;
    }
  }
  return known;
}

std::size_t Graph::behind_source(EventId read) const {
  const EventId source = events_[read].source;
  if (source == kInitial) return 0;
  const std::vector<EventId>& writes = chain(events_[read].where);
  return static_cast<std::size_t>(std::find(writes.begin(), writes.end(), source) - writes.begin()) + 1;
}

EventId Graph::waker(Thread thread) const {
  const std::vector<EventId>& own = of_thread(thread);
  for (std::size_t i = own.size(); i-- > 0;) {
    const Event& began = events_[own[i]];
    if (began.part != Part::kWrite || (began.act != Act::kEnqueue && began.act != Act::kArrive)) continue;
    const std::vector<EventId>& writes = chain(began.where);
    for (auto each = std::find(writes.begin(), writes.end(), own[i]); each != writes.end(); ++each) {
      const std::vector<Thread>& waiting = (*states_)[events_[*each].wrote].threads;
      if (std::find(waiting.begin(), waiting.end(), thread) == waiting.end()) return *each;
    }
    return kNone;
  }
  return kNone;
}

EventId Graph::creation(Thread thread) const {
  for (EventId id = 0; id < events_.size(); ++id)
    if (events_[id].act == Act::kLocal && events_[id].peer == thread) return id;
  return kNone;
}

void Graph::let_go(EventId write) {
  if (what_blocked_do_ == Blocked::kStays) return;
  const Place where = events_[write].where;
  const EventId source = newest(where);
  for (std::size_t i = 0; i < blocked_.size(); ++i) {
    const EventId read = blocked_[i];
    Event& event = events_[read];
    if (event.where != where || !effect(event, source).can) continue;
    blocked_.erase(blocked_.begin() + static_cast<std::ptrdiff_t>(i));
    event.source = source;
    event.blocked = false;
    set_clock(read);
    join(read, source);
    events_[write].let_go = read;
    return;
  }
}

void Graph::shorten(std::size_t size) {
  while (events_.size() > size) {
    const auto id = static_cast<EventId>(events_.size() - 1);
    const Event event = events_[id];
    if (event.part == Part::kWrite) {
      std::vector<EventId>& writes = chains_[event.where];
      const auto place = std::find(writes.rbegin(), writes.rend(), id);
      if (place != writes.rend()) writes.erase(std::next(place).base());
      if (event.let_go != kNone && event.let_go < id) block(event.let_go, events_[event.let_go].pin);
    }
    if (event.blocked) std::erase(blocked_, id);
    of_thread_[event.thread].pop_back();
    events_.pop_back();
  }
  clocks_.resize(size * width_);
}

bool Graph::was_default(EventId id, EventId revisiting) const {
  const Event& event = events_[id];
  const Clock before = clock(revisiting);
  const auto is_known = [&](EventId each) {
    return each == kInitial || (each != revisiting && (each <= id || is_before(each, before)));
  };
  if (event.choice != 0) return false;
  if (event.part == Part::kOther) return true;
  if (event.part == Part::kWrite)
    for (EventId each = 0; each < revisiting; ++each) {
      const Event& read = events_[each];
      if (read.part == Part::kRead && read.where == event.where &&
          (read.pin != kNone ? read.pin : read.source) == id && is_known(each))
        return false;
    }
  EventId newest = kInitial;
  const std::vector<EventId>& writes = chain(event.where);
  for (std::size_t i = writes.size(); i-- > 0 && newest == kInitial;)
    if (is_known(writes[i])) newest = writes[i];
  return event.part == Part::kWrite ? newest == id : newest == event.source || newest == event.pin;
}

Graph Graph::revisited(EventId read, EventId write, EventId& new_read) const {
  const Clock before = clock(write);
  Graph graph(*states_, what_blocked_do_);
  graph.width_ = width_;
  graph.of_thread_.resize(of_thread_.size());
  graph.chains_.resize(chains_.size());
  graph.initial_ = initial_;
  std::vector<EventId> renamed(events_.size(), kNone);
  const auto rename = [&renamed](EventId id) { return id < renamed.size() ? renamed[id] : id; };
  for (EventId id = 0; id < write; ++id) {
    if (id > read && !is_before(id, before)) continue;
    const auto name = static_cast<EventId>(graph.events_.size());
    renamed[id] = name;
    graph.events_.push_back(events_[id]);
    graph.of_thread_[events_[id].thread].push_back(name);
    const Clock own = clock(id);
    graph.clocks_.insert(graph.clocks_.end(), own.begin(), own.end());
  }
  for (std::size_t where = 0; where < chains_.size(); ++where)
    for (const EventId id : chains_[where])
      if (rename(id) != kNone) graph.chains_[where].push_back(rename(id));
  for (EventId id = 0; id < graph.events_.size(); ++id) {
    Event& event = graph.events_[id];
    event.pin = rename(event.pin);
    event.let_go = rename(event.let_go);
    event.source = rename(event.source);
    if (event.blocked) graph.blocked_.push_back(id);
  }
  for (EventId id = 0; id < graph.events_.size(); ++id) {
    const Event& event = graph.events_[id];
    if (event.pin != kNone && !event.blocked && event.source == kNone) graph.block(id, event.pin);
  }
  new_read = renamed[read];
  return graph;
}

bool Graph::is_out_of_turn(Place where) const {
  return what_blocked_do_ == Blocked::kIsLetGo &&
         std::any_of(blocked_.begin(), blocked_.end(), [&](EventId id) {
           return events_[id].where == where && events_[id].pin != newest(where);
         });
}

}  // namespace heddle::complete
