#include "strategies/complete/graph_search.h"

#include <algorithm>
#include <utility>

namespace heddle::complete {

namespace {

constexpr bool reads_something(Act act) {
  return act == Act::kRead || act == Act::kUpdate || is_of_object(act);
}

Step step_of(const Event& event) {
  return {event.act, event.where, event.unlocks, event.peer};
}

}  // namespace

GraphSearch::GraphSearch(std::unique_ptr<MemoryModel> model) : model_(std::move(model)) {
  levels_.push_back({Graph(states_)});
}

void GraphSearch::set_initial(Place where, const State& state) {
  const StateId id = states_.intern(state);
  for (Level& each : levels_) each.graph.set_initial(where, id);
}

void GraphSearch::begin() {
  turn_ = 0;
  gave_up_ = false;
  steps_.clear();
}

bool GraphSearch::arrange(EventId update, EventId first) {
  return model_->arrange(level().graph, update, first, turns_);
}

// ---- An execution.

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

// Who was let go takes its lock at once; then who holds what others are blocked for; then the first.
Thread GraphSearch::choose(std::span<const Candidate> enabled) {
  if (gave_up_) return kNobody;
  if (turn_ < turns_.size()) {
    const Thread thread = turns_[turn_];
    for (const Candidate& each : enabled)
      if (each.thread == thread) return thread;
    refuse();
    return kNobody;
  }
  const Graph& graph = level().graph;
  Thread best = kNobody;
  unsigned best_rank = 3;
  for (const Candidate& each : enabled) {
    const EventId last = graph.last_of(each.thread);
    unsigned rank = 2;
    if (last != kNone && graph.writes_too(last)) {
      rank = 0;
    } else if (!can_go_on(each)) {
      continue;
    } else {
      for (const EventId blocked : graph.blocked())
        if (graph[blocked].source != kInitial && graph[graph[blocked].source].thread == each.thread) rank = 1;
    }
    if (rank < best_rank || (rank == best_rank && each.thread < best)) {
      best = each.thread;
      best_rank = rank;
    }
  }
  if (best == kNobody) refuse();
  return best;
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
  if (gave_up_) return;
  if (thread >= steps_.size()) steps_.resize(thread + 1u);
  if (turn_ < turns_.size())
    follow_plan(thread, step, wrote);
  else
    add_by_default(thread, step, wrote);
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
  surprise_ = Surprise{step, states_[before]};
}

void GraphSearch::follow_plan(Thread thread, const Step& step, bool wrote) {
  const EventId event = planned_event(thread);
  if (turns_[turn_] != thread || event == kNone || step_of(graph()[event]) != step) {
    is_contradicted_ = gave_up_ = true;
    return;
  }
  ++turn_;
  if (is_of_object(step.act)) compare(event, wrote);
  if (event != unresolved_) return;
  unresolved_ = kNone;
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
  if (!gave_up_ && !waiting.empty()) {
    Level& last = level();
    last.waiting.assign(waiting.begin(), waiting.end());
    last.frames.push_back({.kind = Frame::Kind::kDeferred, .event = static_cast<EventId>(last.graph.size())});
  }
  find_next();
}

// ---- What the next one does.

void GraphSearch::find_next() {
  unresolved_ = kNone;
  runs_ = false;
  while (!levels_.empty() && !is_contradicted_) {
    Level& last = level();
    if (last.frames.empty()) {
      levels_.pop_back();
      continue;
    }
    const std::size_t depth = levels_.size();
    const std::size_t frames = last.frames.size();
    if (try_next()) {
      if (runs_) return;
      continue;  // there are new frames
    }
    if (levels_.size() == depth && level().frames.size() == frames) {
      level().graph.shorten(level().frames.back().event);
      level().frames.pop_back();
    }
  }
}

bool GraphSearch::try_next() {
  const std::size_t frame = level().frames.size() - 1;
  switch (level().frames[frame].kind) {
    case Frame::Kind::kRead:
      return try_read(frame);
    case Frame::Kind::kDeferred:
      return try_deferred(frame);
    case Frame::Kind::kWrite:
      break;
  }
  return try_places(frame) || try_revisits(frame);
}

// What becomes of a graph in which a read has got another source.
GraphSearch::Outcome GraphSearch::settle(EventId read) {
  const auto run = [this](bool can) {
    runs_ = can;
    if (!can) unresolved_ = kNone;
    return can ? Outcome::kRun : Outcome::kDropped;
  };
  const Event event = level().graph[read];
  unresolved_ = kNone;
  if (event.act == Act::kUpdate) {
    unresolved_ = read;
    may_write_ = arrange(read);
    return run(may_write_ || arrange(kNone, read));
  }
  if (!arrange(kNone, event.blocked ? kNone : read)) return Outcome::kDropped;
  if (!level().graph.writes_too(read)) return run(true);
  write_for(read, level().graph.effect(event, event.source).after);
  if (!arrange()) return Outcome::kNotRun;
  if (event.unlocks != kNowhere) {
    const std::size_t size = level().graph.size();
    unlock_for(read);
    if (!arrange()) {
      level().frames.pop_back();
      level().graph.shorten(size);
      return Outcome::kNotRun;
    }
  }
  return run(true);
}

bool GraphSearch::try_read(std::size_t number) {
  for (;;) {
    Level& last = level();
    Frame& frame = last.frames[number];
    Graph& graph = last.graph;
    graph.shorten(frame.event);
    const auto source_at = [&](std::uint32_t place) {
      return place == 0 ? kInitial : graph.chain(frame.step.where)[place - 1];
    };
    const auto effect_at = [&](std::uint32_t place) {
      return is_of_object(frame.step.act)
                 ? states_.effect(frame.step.act, graph.state_at(frame.step.where, source_at(place)),
                                  frame.thread)
                 : Effect{};
    };
    if (const Effect effect = effect_at(frame.place); effect.can && frame.choice + 1 < effect.choices) {
      ++frame.choice;
    } else {
      if (frame.place == 0) return false;
      --frame.place;
      frame.choice = 0;
      if (!effect_at(frame.place).can) continue;
    }
    const EventId read =
        add_read(frame.thread, frame.step, source_at(frame.place), frame.choice, frame.same_step);
    if (settle(read) != Outcome::kDropped) return true;
  }
}

// Those who could not go on at the end: where they could have, for their revisits alone.
bool GraphSearch::try_deferred(std::size_t number) {
  for (;;) {
    Level& last = level();
    Frame& frame = last.frames[number];
    Graph& graph = last.graph;
    graph.shorten(frame.event);
    if (frame.deferred == last.waiting.size()) return false;
    const Candidate& candidate = last.waiting[frame.deferred];
    const EventId end = graph.last_of(candidate.thread);
    const std::vector<EventId>& writes = graph.chain(candidate.next.where);
    const bool is_done = frame.place > writes.size() || !is_of_object(candidate.next.act) ||
                         (end != kNone && graph[end].blocked);
    if (is_done) {
      ++frame.deferred;
      frame.place = 0;
      continue;
    }
    const EventId source = frame.place == 0 ? kInitial : writes[frame.place - 1];
    ++frame.place;
    const StateId state = graph.state_at(candidate.next.where, source);
    if (!states_.effect(candidate.next.act, state, candidate.thread).can) continue;
    const EventId read = add_read(candidate.thread, candidate.next, source, 0, false);
    if (settle(read) != Outcome::kDropped) return true;
  }
}

bool GraphSearch::try_places(std::size_t number) {
  for (;;) {
    Level& last = level();
    Frame& frame = last.frames[number];
    if (frame.place == 0) return false;
    --frame.place;
    last.graph.shorten(frame.event);
    const EventId write = last.graph.add(frame.thread, frame.step, Part::kWrite, frame.same_step);
    last.graph.place_write(write, frame.place, frame.state);
    last.graph.let_go(write);
    if (!arrange()) continue;
    unresolved_ = kNone;
    runs_ = true;
    return true;
  }
}

bool GraphSearch::can_revisit(const Graph& graph, EventId read, EventId write) const {
  const Event& event = graph[read];
  const Clock before = graph.clock(write);
  if (event.part != Part::kRead || event.where != graph[write].where || event.blocked ||
      graph.is_before(read, before))
    return false;
  for (EventId each = read; each < write; ++each)
    if ((each == read || !graph.is_before(each, before)) && !graph.was_default(each, write)) return false;
  return true;
}

bool GraphSearch::try_revisits(std::size_t number) {
  level().graph.shorten(level().frames[number].event);
  const EventId write = level().graph.add(level().frames[number].thread, level().frames[number].step,
                                          Part::kWrite, level().frames[number].same_step);
  for (;;) {
    Frame& frame = level().frames[number];
    if (frame.read >= write) return false;
    if (frame.variant == 0 && !can_revisit(level().graph, frame.read, write)) {
      ++frame.read;
      continue;
    }
    const EventId read = frame.read;
    const std::uint32_t variant = frame.variant++;
    bool has_more = true;
    if (revisit(number, read, write, variant, has_more)) return true;
    if (!has_more) {
      level().frames[number].read = read + 1;
      level().frames[number].variant = 0;
    }
  }
}

// One of the ways in which a read sees a write that came later. False: this one is no execution.
bool GraphSearch::revisit(std::size_t number, EventId read, EventId write, std::uint32_t variant,
                          bool& has_more) {
  const Frame frame = level().frames[number];
  EventId new_read = kNone;
  Graph graph = level().graph.revisited(read, write, new_read);
  const bool is_store = frame.step.act == Act::kWrite;
  const std::size_t writes = graph.chain(frame.step.where).size();
  const std::size_t places = is_store ? writes + 1 : 1;
  const EventId own_read = is_store ? kNone : graph.last_of(frame.thread);
  const EventId new_write = graph.add(frame.thread, frame.step, Part::kWrite, frame.same_step);
  graph.place_write(new_write, is_store ? writes - variant % places : graph.behind_source(own_read),
                    frame.state);
  std::uint32_t choices = 1;
  if (is_of_object(graph[new_read].act)) {
    const Effect effect = states_.effect(graph[new_read].act, frame.state, graph[new_read].thread);
    if (effect.can) choices = effect.choices;
  }
  if (variant >= places * choices) {
    has_more = false;
    return false;
  }
  graph.see(new_read, new_write, static_cast<std::uint32_t>(variant / places));
  if (graph.is_out_of_turn(frame.step.where)) return false;
  levels_.push_back({std::move(graph)});
  if (!is_store) unlock_for(own_read);
  if (settle(new_read) != Outcome::kDropped) return true;
  levels_.pop_back();
  return false;
}

}  // namespace heddle::complete
