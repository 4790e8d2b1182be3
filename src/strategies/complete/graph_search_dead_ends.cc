// Steps behind which nothing comes: those of threads that fail, and rounds of loops that wait.
#include "strategies/complete/graph_search.h"

#include <algorithm>
#include <utility>

namespace heddle::complete {

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

// No other thread could go on: it did again what it had been put off for.
void GraphSearch::note_last_round(Thread thread) {
  for (PutOff& each : level().put_off)
    if (each.thread == thread && each.step == steps_[thread] && each.at == graph().size())
      each.last = each.waits;
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
    if (event.act == Act::kRead || event.act == Act::kUpdate || event.act == Act::kFence) continue;
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

}  // namespace heddle::complete
