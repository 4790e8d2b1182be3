// What the next execution does: the first graph that was left on the path and has not been tried.
#include "strategies/complete/graph_search.h"

#include <algorithm>
#include <utility>

namespace heddle::complete {

void GraphSearch::find_next() {
  unresolved_ = kNone;
  runs_ = false;
  if (branch_) return;
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
    if (model_->has_orderings()) level().graph.set_ordering(read, Ordering::kRelaxed);
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
                 ? states_->effect(frame.step.act, graph.state_at(frame.step.where, source_at(place)),
                                   frame.thread)
                 : Effect{};
    };
    if (const Effect effect = effect_at(frame.place); effect.can && frame.choice + 1 < effect.choices) {
      ++frame.choice;
    } else {
      if (frame.place <= model_->known_writes(graph, frame.step, frame.thread)) return false;
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
// dead end: by all other ways, one behind the other. The steps of those that were tried before are in the
// graph, held: a later write may still be seen by them, but where they are not, this is no behaviour of its
// own.
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
    if (is_of_object(next.act))
      effect = states_->effect(next.act, graph.state_at(next.where, source), thread);
    if (effect.can && choice + 1 < effect.choices) {
      ++frame.choice;
    } else {
      ++frame.place;
      frame.choice = 0;
    }
    if (!effect.can || is_default) continue;
    if (waiting.is_dead_end) hold_dead_ends(frame.waiting, frame.deferred);
    const EventId read = add_read(thread, next, source, choice, false);
    if (settle(read) != Outcome::kDropped) return true;
  }
}

void GraphSearch::hold_dead_ends(const std::vector<Waiting>& waiting, std::size_t count) {
  Graph& graph = level().graph;
  for (std::size_t i = 0; i < count; ++i) {
    const Step& step = waiting[i].candidate.next;
    const Thread thread = waiting[i].candidate.thread;
    if (!waiting[i].is_dead_end || !reads_something(step.act) || is_blocked(thread)) continue;
    graph.hold(add_read(thread, step, graph.newest(step.where), 0, false));
  }
}

bool GraphSearch::try_places(std::size_t number) {
  for (;;) {
    Level& last = level();
    Frame& frame = last.frames[number];
    shorten(frame.event);
    if (frame.place <= model_->known_writes(last.graph, frame.step, frame.thread)) return false;
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
    const Effect effect = states_->effect(graph[new_read].act, frame.state, graph[new_read].thread);
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
