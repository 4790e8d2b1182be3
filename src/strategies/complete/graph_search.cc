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

GraphSearch::GraphSearch(std::unique_ptr<MemoryModel> model, Blocked blocked)
    : model_(std::move(model)), blocked_(blocked) {
  levels_.push_back({Graph(states_, blocked)});
}

void GraphSearch::set_initial(Place where, const State& state) {
  const StateId id = states_.intern(state);
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

bool GraphSearch::is_blocked(Thread thread) const {
  const EventId last = graph().last_of(thread);
  return last != kNone && graph()[last].blocked;
}

// The step that the thread would do next is a dead end.
const GraphSearch::PutOff* GraphSearch::put_off(Thread thread) const {
  return put_off_at(thread, thread < steps_.size() ? steps_[thread] : 0);
}

const GraphSearch::PutOff* GraphSearch::put_off_at(Thread thread, std::uint32_t step) const {
  for (const PutOff& each : levels_.back().put_off)
    if (each.thread == thread && each.step == step) return &each;
  return nullptr;
}

bool GraphSearch::is_known_dead_end(Thread thread) const {
  const PutOff* const found = put_off(thread);
  return found != nullptr && found->at == graph().size();
}

// It has gone round, and has done nothing since.
const GraphSearch::Stopped* GraphSearch::stopped(Thread thread) const {
  const std::uint32_t step = thread < steps_.size() ? steps_[thread] : 0;
  for (const Stopped& each : levels_.back().stopped)
    if (each.thread == thread && each.step == step) return &each;
  return nullptr;
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
  if (turn_ >= turns_.size() && is_blocked(thread)) {  // it was not asked for
    is_over_ = true;
    is_contradicted_ = blocked_ == Blocked::kIsLetGo;
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

// No other thread could go on: it did again what it had been put off for.
void GraphSearch::note_last_round(Thread thread) {
  for (PutOff& each : level().put_off)
    if (each.thread == thread && each.step == steps_[thread] && each.at == graph().size())
      each.last = each.waits;
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
  if (turns_[turn_] != thread) return refuse();  // the engine did not ask, for no other could go on
  const EventId event = planned_event(thread);
  if (event == kNone || step_of(graph()[event]) != step) {
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

// Nothing comes behind it, whatever the others do. But where it is a read that was made to see a later write,
// they may do something that it can be made to see in turn, in place of that. They do it without the read.
void GraphSearch::drop_what_was_tried(EventId dead_end) {
  const bool was_revisited = levels_.size() > levels_before_ && dead_end == changed_;
  if (!was_revisited) {
    levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(levels_before_), levels_.end());
    level().frames.resize(frames_before_, Frame{.kind = Frame::Kind::kRead, .event = 0});
    return find_next();
  }
  Level& last = level();
  const std::vector<EventId>& own = last.graph.of_thread(last.graph[dead_end].thread);
  const std::size_t index = last.graph[dead_end].index;
  if (index + 1 < own.size()) {
    const EventId rest = own[index + 1];  // of the same step
    while (!last.frames.empty() && last.frames.back().event >= rest) last.frames.pop_back();
    shorten(rest);
  }
  last.graph.hold(dead_end);
  run_again();
}

// The same graph.
void GraphSearch::run_again() {
  unresolved_ = changed_ = kNone;
  levels_before_ = levels_.size();
  frames_before_ = level().frames.size();
  runs_ = arrange();
  is_contradicted_ = is_contradicted_ || !runs_;
}

// False: it was tried there before.
bool GraphSearch::put_off(Thread thread, EventId event, std::uint32_t steps, bool waits) {
  Level& last = level();
  const Step step = step_of(last.graph[event]);
  while (!last.frames.empty() && last.frames.back().event >= event) last.frames.pop_back();
  shorten(event);
  steps_[thread] -= steps;
  const bool is_known = is_known_dead_end(thread);
  std::erase_if(last.put_off, [thread](const PutOff& each) { return each.thread == thread; });
  last.put_off.push_back({thread, steps_[thread], step, waits, event});
  return !is_known;
}

// Without the step that was a dead end.
bool GraphSearch::could_go_on(const Candidate& candidate, bool is_able) const {
  const Step& next = candidate.next;
  if (next.act == Act::kStart && graph().creation(candidate.thread) == kNone) return false;
  const bool depends_on_graph = is_of_object(next.act) || next.act == Act::kWake;
  if (!(is_able || depends_on_graph) || !can_go_on(candidate) || stopped(candidate.thread) != nullptr)
    return false;
  return !is_known_dead_end(candidate.thread) || put_off(candidate.thread)->waits;
}

bool GraphSearch::is_in_vain() const {
  const std::vector<EventId>& blocked = graph().blocked();
  return std::any_of(blocked.begin(), blocked.end(),
                     [this](EventId id) { return graph()[id].source != graph().newest(graph()[id].where); });
}

// Where the last steps of a thread begin; kNone: it has not done so many.
EventId GraphSearch::first_of_last(Thread thread, std::uint32_t steps) const {
  const std::uint32_t done = thread < steps_.size() ? steps_[thread] : 0;
  if (steps == 0 || done < steps) return kNone;
  const std::vector<EventId>& own = graph().of_thread(thread);
  return *std::lower_bound(own.begin(), own.end(), done - steps,
                           [this](EventId id, std::uint32_t step) { return graph()[id].step < step; });
}

// How many of the last steps of a thread were added by this execution.
std::uint32_t GraphSearch::steps_by_default(Thread thread, std::uint32_t steps) const {
  if (turn_ < turns_.size()) return 0;
  std::uint32_t count = 0;
  while (count < steps && first_of_last(thread, count + 1) >= planned_) ++count;
  return count;
}

// Whether no other thread could notice that the steps from there on were never done: the thread reads, writes
// what was there before, takes locks and gives them up again, in this order.
bool GraphSearch::is_round(Thread thread, EventId first) const {
  const std::vector<EventId>& own = graph().of_thread(thread);
  std::vector<Place> held;
  for (std::size_t i = graph()[first].index; i < own.size(); ++i) {
    const Event& event = graph()[own[i]];
    if (event.part == Part::kWrite && is_of_object(event.act)) continue;  // its read was looked at
    if (event.act == Act::kRead || event.act == Act::kUpdate) continue;
    if (event.act == Act::kLocal && event.peer == kNobody) continue;
    if (!is_of_object(event.act) || event.unlocks != kNowhere) return false;
    const bool is_lock = event.act >= Act::kLock && event.act <= Act::kTryLockShared;
    if (event.act == Act::kUnlock) {
      const auto taken = std::find(held.begin(), held.end(), event.where);
      if (taken == held.end()) return false;
      held.erase(taken);
    } else if (graph().effect(event, event.source).writes) {
      if (!is_lock) return false;
      held.push_back(event.where);
    }
  }
  return held.empty();
}

void GraphSearch::stop(Thread thread, EventId from) {
  if (stopped(thread) == nullptr)
    level().stopped.push_back({thread, steps_[thread], from, static_cast<EventId>(graph().size())});
}

GraphSearch::Round GraphSearch::came_round(Thread thread, std::uint32_t steps) {
  const EventId first = first_of_last(thread, steps);
  if (is_over() || blocked_ != Blocked::kStays || first == kNone || !is_round(thread, first))
    return Round::kCounts;
  const std::uint32_t by_default = steps_by_default(thread, steps);
  if (by_default == 0 && turn_ == turns_.size() && changed_ != kNone && changed_ == first_of_last(thread, 1))
    return Round::kDeadEnd;
  const PutOff* const before = by_default == steps ? put_off_at(thread, steps_[thread] - steps) : nullptr;
  if (by_default == steps && (before == nullptr || !before->last))
    put_off(thread, first, steps, true);
  else
    stop(thread, first);
  return Round::kIsOver;
}

bool GraphSearch::is_of_round(EventId id) const {
  const std::vector<Stopped>& rounds = levels_.back().stopped;
  return std::any_of(rounds.begin(), rounds.end(), [&](const Stopped& each) {
    return each.thread == graph()[id].thread && each.from <= id && id < each.to;
  });
}

// Going round again would be the same: what was written since then was written by such rounds.
bool GraphSearch::sees_the_newest(const Stopped& round) const {
  for (const EventId id : graph().of_thread(round.thread)) {
    const Event& event = graph()[id];
    if (id < round.from || id >= round.to || event.part != Part::kRead) continue;
    const std::vector<EventId>& writes = graph().chain(event.where);
    for (std::size_t i = graph().behind_source(id); i < writes.size(); ++i)
      if (!is_of_round(writes[i])) return false;
  }
  return true;
}

bool GraphSearch::is_only_waiting(std::span<const Candidate> enabled) const {
  if (is_over() || turn_ < turns_.size() || enabled.empty()) return false;
  return std::all_of(enabled.begin(), enabled.end(), [this](const Candidate& each) {
    const Stopped* const round = stopped(each.thread);
    return round != nullptr && sees_the_newest(*round);
  });
}

void GraphSearch::came_to_dead_end(Thread thread, std::span<const Candidate> waiting,
                                   std::span<const Candidate> able) {
  const EventId event = first_of_last(thread, 1);
  if (is_over() || is_contradicted_ || event == kNone) return find_next();
  if (event < planned_) return drop_what_was_tried(event);
  const bool is_new = put_off(thread, event, 1, false);
  const auto could = [this](bool is_able) {
    return [this, is_able](const Candidate& each) { return could_go_on(each, is_able); };
  };
  const bool others_can = is_new && (std::any_of(waiting.begin(), waiting.end(), could(false)) ||
                                     std::any_of(able.begin(), able.end(), could(true)));
  if (others_can) return run_again();
  add_deferred_frame(waiting);
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
    levels_before_ = depth;
    frames_before_ = frames;
    if (try_next()) {
      if (runs_) return;
      continue;  // there are new frames
    }
    if (levels_.size() == depth && level().frames.size() == frames) {
      shorten(level().frames.back().event);
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
  changed_ = read;
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
      shorten(size);
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
    shorten(frame.event);
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
      if (frame.place <= graph.known_writes(frame.step.where, frame.thread)) return false;
      --frame.place;
      frame.choice = 0;
      if (!effect_at(frame.place).can) continue;
    }
    const EventId read =
        add_read(frame.thread, frame.step, source_at(frame.place), frame.choice, frame.same_step);
    if (settle(read) != Outcome::kDropped) return true;
  }
}

// Those who could not go on at the end: where they could have, for their revisits alone. Those who came to a
// dead end: by all other ways.
bool GraphSearch::try_deferred(std::size_t number) {
  for (;;) {
    Level& last = level();
    Frame& frame = last.frames[number];
    Graph& graph = last.graph;
    shorten(frame.event);
    if (frame.deferred == frame.waiting.size()) return false;
    const Waiting& waiting = frame.waiting[frame.deferred];
    const Step next = waiting.candidate.next;
    const Thread thread = waiting.candidate.thread;
    const std::vector<EventId>& writes = graph.chain(next.where);
    const bool tries = waiting.is_dead_end ? reads_something(next.act) : is_of_object(next.act);
    if (frame.place > writes.size() || !tries || is_blocked(thread)) {
      ++frame.deferred;
      frame.place = frame.choice = 0;
      continue;
    }
    const EventId source = frame.place == 0 ? kInitial : writes[frame.place - 1];
    const bool is_default = waiting.is_dead_end && frame.place == writes.size() && frame.choice == 0;
    const std::uint32_t choice = frame.choice;
    Effect effect;
    if (is_of_object(next.act)) effect = states_.effect(next.act, graph.state_at(next.where, source), thread);
    if (effect.can && choice + 1 < effect.choices) {
      ++frame.choice;
    } else {
      ++frame.place;
      frame.choice = 0;
    }
    if (!effect.can || is_default) continue;
    const EventId read = add_read(thread, next, source, choice, false);
    if (settle(read) != Outcome::kDropped) return true;
  }
}

bool GraphSearch::try_places(std::size_t number) {
  for (;;) {
    Level& last = level();
    Frame& frame = last.frames[number];
    shorten(frame.event);
    if (frame.place <= last.graph.known_writes(frame.step.where, frame.thread)) return false;
    --frame.place;
    const EventId write = last.graph.add(frame.thread, frame.step, Part::kWrite, frame.same_step);
    last.graph.place_write(write, frame.place, frame.state);
    last.graph.let_go(write);
    if (!arrange()) continue;
    unresolved_ = changed_ = kNone;
    runs_ = true;
    return true;
  }
}

bool GraphSearch::can_revisit(const Graph& graph, EventId read, EventId write) const {
  const Event& event = graph[read];
  const Clock before = graph.clock(write);
  if (event.part != Part::kRead || event.where != graph[write].where ||
      (event.blocked && blocked_ == Blocked::kIsLetGo) || graph.is_before(read, before))
    return false;
  for (EventId each = read; each < write; ++each)
    if ((each == read || !graph.is_before(each, before)) && !graph.was_default(each, write)) return false;
  return true;
}

bool GraphSearch::try_revisits(std::size_t number) {
  shorten(level().frames[number].event);
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
  const auto choice = static_cast<std::uint32_t>(variant / places);
  graph.see(new_read, new_write, choice);
  if (graph.is_out_of_turn(frame.step.where)) return false;
  levels_.push_back({std::move(graph)});
  if (!is_store && level().graph[own_read].unlocks != kNowhere) {
    unlock_for(own_read);
    level().graph.see(new_read, new_write, choice);  // behind the whole step
  }
  if (settle(new_read) != Outcome::kDropped) return true;
  levels_.pop_back();
  return false;
}

}  // namespace heddle::complete
