#include "strategies/follow_turns.h"

#include <algorithm>

namespace heddle {

FollowTurns::FollowTurns(const std::vector<Turn>& turns, std::uint64_t longest, NotedSteps noted)
    : longest_(longest), notes_(noted) {
  for (const Turn& turn : turns) {
    const std::size_t thread = planned_thread(turn.thread);
    if (turn.store == 0)
      turns_.push_back({thread, turn.until});
    else
      threads_[thread].sights.push_back({turn.until, static_cast<std::uint32_t>(turn.store)});
  }
}

std::size_t FollowTurns::planned_thread(std::uint64_t name) {
  const auto known = std::find_if(threads_.begin(), threads_.end(),
                                  [name](const PlannedThread& each) { return each.name == name; });
  const auto place = static_cast<std::size_t>(known - threads_.begin());
  if (known == threads_.end()) threads_.push_back({.name = name});
  return place;
}

void FollowTurns::begin(const RunContext& run) {
  notes_.begin(run);
  names_ = {};
  spin_watch_.begin();
  planned_.clear();
  for (PlannedThread& thread : threads_) {
    thread.id = kNoThread;
    thread.performed = 0;
  }
  for (PlannedTurn& turn : turns_) turn.done = false;
  turn_ = kNoTurn;
  has_no_turn_ = false;
  last_without_turn_ = kNoThread;
  first_open_ = 0;
  created(kMainThread);
}

void FollowTurns::created(ThreadId id) {
  if (id >= planned_.size()) planned_.resize(id + 1u, threads_.size());
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (threads_[i].name != names_.of(id)) continue;
    threads_[i].id = id;
    planned_[id] = i;
  }
}

void FollowTurns::executed(const Event& event) {
  notes_.happened();
  names_.look_for_creation(event);
  if (event.kind == OperationKind::kThreadCreate && event.detail < kNoThread)
    created(static_cast<ThreadId>(event.detail));
  if (event.thread < planned_.size() && planned_[event.thread] < threads_.size())
    ++threads_[planned_[event.thread]].performed;
}

bool FollowTurns::can_go_on(const PlannedTurn& turn, const Choice& choice) const {
  const ThreadId id = threads_[turn.thread].id;
  return id != kNoThread && choice.is_enabled(id);
}

// By age; if the running thread has to rest, after the thread chosen so before, so that none is left out.
ThreadId FollowTurns::next_without_turn(const Choice& choice, bool current_rests) const {
  if (!current_rests) return choice.current_enabled ? choice.current : choice.enabled.front().thread;
  const ThreadId last = last_without_turn_ != kNoThread ? last_without_turn_ : choice.current;
  ThreadId oldest = kNoThread;
  for (const Candidate& candidate : choice.enabled) {
    if (candidate.thread == choice.current) continue;
    if (candidate.thread > last) return candidate.thread;
    if (oldest == kNoThread) oldest = candidate.thread;
  }
  return oldest != kNoThread ? oldest : choice.current;
}

ThreadId FollowTurns::next_thread(const Choice& choice) {
  bool current_rests = spin_watch_.spins(choice);
  for (const Candidate& candidate : choice.enabled)
    if (candidate.thread == choice.current && gives_way(candidate)) current_rests = true;
  for (; first_open_ < turns_.size(); ++first_open_) {
    const PlannedTurn& turn = turns_[first_open_];
    if (!turn.done && threads_[turn.thread].performed < turn.until) break;
  }
  if (turn_ != kNoTurn) {
    const PlannedTurn& turn = turns_[turn_];
    const PlannedThread& thread = threads_[turn.thread];
    const bool rests = current_rests && turn.until == kAsFarAsPossible;
    if (thread.performed < turn.until && !rests && can_go_on(turn, choice)) return thread.id;
  }
  const bool goes_on = has_no_turn_ && choice.current == last_without_turn_ && choice.current_enabled;
  if (goes_on && !current_rests) return choice.current;
  has_no_turn_ = false;
  // A resting thread is not chosen again at once, and neither are those before it in the plan: they may be
  // resting, too.
  const bool yields = current_rests && turn_ != kNoTurn && turns_[turn_].until == kAsFarAsPossible;
  const std::size_t open = turns_.size() - first_open_;
  const std::size_t start = yields && turn_ >= first_open_ ? turn_ + 1 - first_open_ : 0;
  for (std::size_t i = 0; i < open; ++i) {
    const std::size_t index = first_open_ + (start + i) % open;
    PlannedTurn& turn = turns_[index];
    if (threads_[turn.thread].performed >= turn.until) turn.done = true;
    if (turn.done || !can_go_on(turn, choice)) continue;
    const bool rests_itself = yields && threads_[turn.thread].id == choice.current;
    if (rests_itself && choice.enabled.size() > 1) continue;
    turn_ = index;
    return threads_[turn.thread].id;
  }
  turn_ = kNoTurn;
  has_no_turn_ = true;
  last_without_turn_ = next_without_turn(choice, current_rests);
  return last_without_turn_;
}

// Where the plan does not say, and where there are not so many stores, the newest one.
std::uint32_t FollowTurns::choose_store(const StoreChoice& choice) {
  if (choice.thread >= planned_.size() || planned_[choice.thread] >= threads_.size()) return 0;
  const PlannedThread& thread = threads_[planned_[choice.thread]];
  for (const Sight& sight : thread.sights)
    if (sight.operation == thread.performed + 1) return sight.store < choice.count ? sight.store : 0;
  return 0;
}

Decision FollowTurns::choose(const Choice& choice) {
  if (choice.step >= longest_) return Decision::abandon();
  const ThreadId chosen = next_thread(choice);
  notes_.decided(choice, chosen);
  return Decision::go(chosen);
}

}  // namespace heddle
