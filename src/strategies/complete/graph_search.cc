#include "strategies/complete/graph_search.h"

#include <algorithm>
#include <utility>

namespace heddle::complete {

GraphSearch::GraphSearch(std::unique_ptr<MemoryModel> model, Blocked blocked)
    : model_(std::move(model)), states_(std::make_shared<States>()), blocked_(blocked) {
  levels_.push_back({Graph(*states_, blocked)});
}

void GraphSearch::set_initial(Place where, const State& state) {
  const StateId id = states_->intern(state);
  for (Level& each : levels_) each.graph.set_initial(where, id);
}

void GraphSearch::begin() {
  turn_ = 0;
  gave_up_ = is_over_ = false;
  planned_ = graph().size();
  steps_.clear();
}

void GraphSearch::shorten(std::size_t size) {
  level().graph.shorten(size);
  std::erase_if(level().put_off, [size](const PutOff& each) { return each.at > size; });
  std::erase_if(level().stopped, [size](const Stopped& each) { return each.to > size; });
}

bool GraphSearch::arrange(EventId update, EventId first) {
  return model_->arrange(level().graph, update, first, turns_);
}

bool GraphSearch::can_go_on(const Candidate& candidate) const {
  const Graph& graph = levels_.back().graph;
  const EventId last = graph.last_of(candidate.thread);
  if (last != kNone && graph[last].blocked) return false;
  const Step& next = candidate.next;
  if (next.act == Act::kWake) return graph.waker(candidate.thread) != kNone;
  if (!is_of_object(next.act)) return true;
  const StateId state = graph.state_at(next.where, graph.newest(next.where));
  return graph.states().effect(next.act, state, candidate.thread).can;
}

bool GraphSearch::is_blocked(Thread thread) const {
  const EventId last = graph().last_of(thread);
  return last != kNone && graph()[last].blocked;
}

// Who was let go takes its lock at once; then who holds what others are blocked for; then the first; what is
// put off comes last; last of all who goes round once more.
unsigned GraphSearch::rank(const Candidate& candidate) const {
  constexpr unsigned kNever = ~0u;
  const Graph& graph = levels_.back().graph;
  const EventId last = graph.last_of(candidate.thread);
  if (last != kNone && graph.writes_too(last)) return 0;
  if (!can_go_on(candidate)) return kNever;
  if (stopped(candidate.thread) != nullptr) return kNever;
  if (const PutOff* const found = put_off(candidate.thread)) {
    if (!is_known_dead_end(candidate.thread)) return 3;
    return found->waits ? 4 : kNever;
  }
  for (const EventId blocked : graph.blocked())
    if (graph[blocked].source != kInitial && graph[graph[blocked].source].thread == candidate.thread)
      return 1;
  return 2;
}

// It could go on in the program, but not in the graph: there, its object is in another state. Which of the
// waiting threads is woken is the graph's business.
bool GraphSearch::contradicts(const Candidate& enabled) const {
  return is_of_object(enabled.next.act) && !is_blocked(enabled.thread) && !can_go_on(enabled);
}

Thread GraphSearch::choose(std::span<const Candidate> enabled) {
  if (is_over()) return kNobody;
  if (turn_ < turns_.size()) {
    const Thread thread = turns_[turn_];
    for (const Candidate& each : enabled)
      if (each.thread == thread) return thread;
    refuse();
    return kNobody;
  }
  Thread best = kNobody;
  unsigned best_rank = ~0u;
  for (const Candidate& each : enabled) {
    const unsigned own = rank(each);
    if (own < best_rank || (own == best_rank && best != kNobody && each.thread < best)) {
      best = each.thread;
      best_rank = own;
    }
    if (own == ~0u && contradicts(each)) {
      refuse();
      return kNobody;
    }
  }
  if (best != kNobody) return best;
  const bool is_expected = std::any_of(enabled.begin(), enabled.end(), [this](const Candidate& each) {
    return (is_blocked(each.thread) && blocked_ == Blocked::kStays) || put_off(each.thread) != nullptr ||
           stopped(each.thread) != nullptr;
  });
  if (!is_expected) refuse();
  is_over_ = true;
  return kNobody;
}

// The program cannot go on as it should: because an object is not in the state that it should be in, or for a
// reason that is not known.
void GraphSearch::refuse() {
  const EventId planned = turn_ < turns_.size() ? planned_event(turns_[turn_]) : kNone;
  if (planned != kNone && is_of_object(graph()[planned].act))
    be_surprised(step_of(graph()[planned]),
                 graph().state_at(graph()[planned].where, graph()[planned].source));
  is_contradicted_ = gave_up_ = true;
}

void GraphSearch::performed(Thread thread, const Step& step, bool wrote) {
  if (is_over()) return;
  if (thread >= steps_.size()) steps_.resize(thread + 1u);
  if (happens_by_itself(step.act, step.ordering)) return follow_fence(thread, step);
  if (turn_ >= turns_.size() && is_blocked(thread)) {  // it was not asked for
    is_contradicted_ = is_over_ = true;
    return;
  }
  if (turn_ < turns_.size()) {
    follow_plan(thread, step, wrote);
  } else {
    note_last_round(thread);
    add_by_default(thread, step, wrote);
  }
  ++steps_[thread];
}

// The first event of the thread's next step.
EventId GraphSearch::planned_event(Thread thread) const {
  const Graph& graph = levels_.back().graph;
  const std::vector<EventId>& own = graph.of_thread(thread);
  const std::uint32_t number = thread < steps_.size() ? steps_[thread] : 0;
  const auto event = std::lower_bound(own.begin(), own.end(), number,
                                      [&](EventId id, std::uint32_t step) { return graph[id].step < step; });
  return event == own.end() ? kNone : *event;
}

void GraphSearch::be_surprised(const Step& step, StateId before) {
  surprise_ = Surprise{step, (*states_)[before]};
}

// Of what was planned, or new: what came behind it was taken away.
void GraphSearch::follow_fence(Thread thread, const Step& step) {
  const EventId planned = planned_event(thread);
  if (planned == kNone)
    level().graph.add(thread, step, Part::kOther, false);
  else if (step_of(graph()[planned]) != step)
    is_contradicted_ = gave_up_ = true;
  ++steps_[thread];
}

std::size_t GraphSearch::newer_writes(Thread thread) const {
  if (turn_ >= turns_.size() || turns_[turn_] != thread) return 0;
  const EventId planned = planned_event(thread);
  if (planned == kNone || graph()[planned].where == kNowhere) return 0;
  const std::vector<EventId>& writes = graph().chain(graph()[planned].where);
  const bool reads = graph()[planned].part == Part::kRead;
  auto each = reads ? writes.begin() + static_cast<std::ptrdiff_t>(graph().behind_source(planned))
                    : std::find(writes.begin(), writes.end(), planned);
  return static_cast<std::size_t>(std::count_if(each, writes.end(), [this](EventId id) {
    const Event& write = graph()[id];
    return write.thread < steps_.size() && write.step < steps_[write.thread];
  }));
}

// What an update does is known now, and with that its ordering. False: it cannot see what it has seen.
bool GraphSearch::resolve(EventId update, Ordering ordering, bool wrote) {
  if (!model_->has_orderings()) return true;
  level().graph.set_ordering(update, ordering);
  std::vector<Thread> turns;
  if (!model_->arrange(graph(), kNone, kNone, turns)) return false;
  if (wrote) may_write_ = model_->arrange(graph(), update, kNone, turns);
  return true;
}

void GraphSearch::follow_plan(Thread thread, const Step& step, bool wrote) {
  if (turns_[turn_] != thread) return refuse();  // the engine did not ask, for no other could go on
  const EventId event = planned_event(thread);
  Step planned = event == kNone ? Step{} : step_of(graph()[event]);
  if (event == unresolved_) planned.ordering = step.ordering;
  if (event == kNone || planned != step) {
    is_contradicted_ = gave_up_ = true;
    return;
  }
  ++turn_;
  if (is_of_object(step.act)) compare(event, wrote);
  if (event != unresolved_) return;
  unresolved_ = kNone;
  if (!resolve(event, step.ordering, wrote)) {
    gave_up_ = true;
    return;
  }
  if (!wrote) return;
  write_for(event, kNoState);
  gave_up_ = !may_write_;
}

// What the operation did, with what it should have done.
void GraphSearch::compare(EventId read, bool wrote) {
  const Event& event = graph()[read];
  const Effect effect = graph().effect(event, event.source);
  if ((event.act == Act::kArrive ? effect.opens : effect.writes) == wrote) return;
  be_surprised(step_of(event), graph().state_at(event.where, event.source));
  is_contradicted_ = gave_up_ = true;
}

EventId GraphSearch::add_read(Thread thread, const Step& step, EventId source, std::uint32_t choice,
                              bool same_step) {
  Graph& graph = level().graph;
  const EventId read = graph.add(thread, step, Part::kRead, same_step);
  graph.see(read, source, choice);
  return read;
}

// The write of an update, right behind what its read sees. What is left of it are its revisits.
void GraphSearch::write_for(EventId read, StateId state) {
  Graph& graph = level().graph;
  const Event event = graph[read];
  const EventId write = graph.add(event.thread, step_of(event), Part::kWrite, true);
  graph.place_write(write, graph.behind_source(read), state);
  graph.let_go(write);
  level().frames.push_back({.kind = Frame::Kind::kWrite,
                            .event = write,
                            .thread = event.thread,
                            .step = step_of(event),
                            .same_step = true,
                            .state = state});
}

void GraphSearch::unlock_for(EventId read) {
  const Event event = level().graph[read];
  if (event.unlocks == kNowhere) return;
  const Step unlock{.act = Act::kUnlock, .where = event.unlocks};
  const EventId second = add_read(event.thread, unlock, level().graph.newest(unlock.where), 0, true);
  if (level().graph[second].blocked) {
    is_contradicted_ = true;
    return;
  }
  write_for(second, level().graph.effect(level().graph[second], level().graph[second].source).after);
}

void GraphSearch::push_read_frame(EventId read) {
  const Graph& graph = level().graph;
  const Event& event = graph[read];
  const std::size_t writes = graph.chain(event.where).size();
  if (writes == 0 && (!is_of_object(event.act) || graph.effect(event, kInitial).choices == 1)) return;
  level().frames.push_back({.kind = Frame::Kind::kRead,
                            .event = read,
                            .place = static_cast<std::uint32_t>(writes),
                            .thread = event.thread,
                            .step = step_of(event)});
}

void GraphSearch::add_by_default(Thread thread, const Step& step, bool wrote) {
  Graph& graph = level().graph;
  const EventId last = graph.last_of(thread);
  if (last != kNone && graph.writes_too(last) && graph[last].step == steps_[thread]) {  // it was let go
    is_contradicted_ = is_contradicted_ || step_of(graph[last]) != step;
    compare(last, wrote);
    write_for(last, graph.effect(graph[last], graph[last].source).after);
    return unlock_for(last);
  }
  if (step.act == Act::kWrite) {
    const std::size_t writes = graph.chain(step.where).size();
    const EventId write = graph.add(thread, step, Part::kWrite, false);
    graph.place_write(write, writes, kNoState);
    level().frames.push_back({.kind = Frame::Kind::kWrite,
                              .event = write,
                              .place = static_cast<std::uint32_t>(writes),
                              .thread = thread,
                              .step = step});
    return;
  }
  if (!reads_something(step.act)) {
    EventId source = kNone;
    if (step.act == Act::kStart) source = graph.creation(thread);
    if (step.act == Act::kJoin) source = graph.last_of(step.peer);
    if (step.act == Act::kWake) source = graph.waker(thread);
    is_contradicted_ = is_contradicted_ || (step.act == Act::kWake && source == kNone);
    const EventId event = graph.add(thread, step, Part::kOther, false);
    if (source != kNone) graph.follow(event, {&source, 1});
    if (step.act == Act::kExit) graph.follow_all(event);
    return;
  }
  const EventId read = add_read(thread, step, graph.newest(step.where), 0, false);
  if (graph[read].blocked) {
    is_contradicted_ = gave_up_ = true;
    return;
  }
  push_read_frame(read);
  if (step.act == Act::kUpdate) {
    if (wrote) write_for(read, kNoState);
    return;
  }
  if (!is_of_object(step.act)) return;
  const Effect effect = graph.effect(graph[read], graph[read].source);
  compare(read, wrote);
  if (effect.writes) write_for(read, effect.after);
  unlock_for(read);
}

void GraphSearch::ended(std::span<const Candidate> waiting) {
  if (turn_ < turns_.size() && !gave_up_) is_contradicted_ = true;  // it was over too early
  for (const Candidate& each : waiting) {
    if (gave_up_ || is_contradicted_ || !is_of_object(each.next.act) || !can_go_on(each)) continue;
    be_surprised(each.next, graph().state_at(each.next.where, graph().newest(each.next.where)));
    is_contradicted_ = true;
  }
  if (!gave_up_ && !is_contradicted_) add_deferred_frame(waiting);
  find_next();
}

// Of those who wait, and of those who came to a dead end.
void GraphSearch::add_deferred_frame(std::span<const Candidate> waiting) {
  Level& last = level();
  Frame frame{.kind = Frame::Kind::kDeferred, .event = static_cast<EventId>(last.graph.size())};
  for (const Candidate& each : waiting)
    if (!is_known_dead_end(each.thread)) frame.waiting.push_back({each});
  for (const PutOff& each : last.put_off)
    if (!each.waits && is_known_dead_end(each.thread))
      frame.waiting.push_back({{each.thread, each.what}, true});
  if (!frame.waiting.empty()) last.frames.push_back(std::move(frame));
}

}  // namespace heddle::complete
