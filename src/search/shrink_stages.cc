#include "search/shrink_stages.h"

#include <algorithm>

namespace heddle::shrink_stages {

namespace {

constexpr std::size_t kMostLeftOut = 12;  // threads that are tried one by one

std::shared_ptr<const std::vector<PastTurn>> shared_turns_of(const FailedExecution& execution) {
  return std::make_shared<const std::vector<PastTurn>>(past_turns(execution));
}

TurnPlan plan_by(const std::vector<PastTurn>& turns, const FailedExecution& best) {
  TurnPlan plan;
  for (const PastTurn& turn : turns) {
    const std::uint64_t name = name_of(best, turn.thread);
    if (!plan.empty() && plan.back().thread == name)
      plan.back().until = std::max(plan.back().until, turn.until);
    else
      plan.push_back({name, turn.until});
  }
  for (const Turn& turn : last_turns(best)) plan.push_back(turn);
  return seeing(std::move(plan), best);
}

template <typename T>
std::vector<T> without(const std::vector<T>& all, std::size_t begin, std::size_t end) {
  std::vector<T> rest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
  return rest;
}

}  // namespace

TurnPlan seeing(TurnPlan plan, const FailedExecution& best) {
  for (const Turn& sight : sights_of(best)) plan.push_back(sight);
  return plan;
}

std::optional<TurnPlan> Given::next(const FailedExecution& best) {
  if (at_ == plans_->size()) return std::nullopt;
  return seeing((*plans_)[at_++], best);
}

std::optional<TurnPlan> LeaveOutSights::next(const FailedExecution& best) {
  const std::vector<Turn> sights = sights_of(best);
  if (start_ >= sights.size()) {
    piece_ /= 2;
    start_ = 0;
  }
  if (piece_ == 0 || sights.empty()) return std::nullopt;
  tried_ = start_;
  start_ += piece_;
  TurnPlan plan = turns_of(best);
  for (const Turn& turn : last_turns(best)) plan.push_back(turn);
  for (const Turn& sight : without(sights, tried_, std::min(start_, sights.size()))) plan.push_back(sight);
  return plan;
}

LeaveOutTurns::LeaveOutTurns(const FailedExecution& best)
    : turns_(shared_turns_of(best)), piece_(std::max<std::size_t>(1, turns_->size() / 2)) {}

std::optional<TurnPlan> LeaveOutTurns::next(const FailedExecution& best) {
  const std::vector<PastTurn>& turns = *turns_;
  for (;;) {
    if (start_ >= turns.size()) {
      if (piece_ == 1) return std::nullopt;
      piece_ /= 2;
      start_ = 0;
      continue;
    }
    tried_ = start_;
    start_ += piece_;
    const std::size_t end = std::min(start_, turns.size());
    const std::size_t before = tried_ > 0 ? tried_ - 1 : 0;
    const bool touched = std::any_of(turns.begin() + static_cast<std::ptrdiff_t>(before),
                                     turns.begin() + static_cast<std::ptrdiff_t>(end),
                                     [](const PastTurn& turn) { return turn.preempted; });
    if (touched) return plan_by(without(turns, tried_, end), best);
  }
}

void LeaveOutTurns::improved(const FailedExecution& best) {
  turns_ = shared_turns_of(best);
  start_ = tried_;
}

void MoveSwitches::improved(const FailedExecution& best) {
  turns_ = shared_turns_of(best);
  behind_ = turns_->size();
  way_ = Way::kLonger;
}

std::optional<std::vector<PastTurn>> MoveSwitches::moved(Way way) const {
  const std::size_t preempted = behind_ - 1;
  std::vector<PastTurn> turns = *turns_;
  const auto place = turns.begin() + static_cast<std::ptrdiff_t>(preempted);
  if (way == Way::kLonger) {
    const auto next = std::find_if(place + 1, turns.end(),
                                   [&](const PastTurn& turn) { return turn.thread == place->thread; });
    place->until = next != turns.end() ? next->until : kAsFarAsPossible;
    if (next != turns.end()) turns.erase(next);
    return turns;
  }
  if (way == Way::kWithoutTheNext) {
    if (place + 1 == turns.end()) return std::nullopt;
    turns.erase(place + 1);
    return turns;
  }
  turns.erase(place);
  return turns;
}

std::optional<TurnPlan> MoveSwitches::next(const FailedExecution& best) {
  while (behind_ > 0) {
    if (!(*turns_)[behind_ - 1].preempted) {
      --behind_;
      continue;
    }
    const std::optional<std::vector<PastTurn>> turns = moved(way_);
    if (way_ == Way::kDelayed) {
      way_ = Way::kLonger;
      --behind_;
    } else {
      way_ = way_ == Way::kLonger ? Way::kWithoutTheNext : Way::kDelayed;
    }
    if (turns) return plan_by(*turns, best);
  }
  return std::nullopt;
}

void SwapTurns::improved(const FailedExecution& best) {
  turns_ = shared_turns_of(best);
  behind_ = turns_->size();
}

std::optional<TurnPlan> SwapTurns::next(const FailedExecution& best) {
  if (behind_ < 2) return std::nullopt;
  --behind_;
  std::vector<PastTurn> other = *turns_;
  std::swap(other[behind_ - 1], other[behind_]);
  return plan_by(other, best);
}

std::optional<TurnPlan> LeaveOutThreads::next(const FailedExecution& best) {
  const auto must_stay = [&](ThreadId thread) {
    return thread == kMainThread || std::ranges::find(best.suspects, thread) != best.suspects.end();
  };
  while (at_ > 0 && tries_ < kMostLeftOut) {
    const ThreadId thread = threads_[--at_];
    if (must_stay(thread)) continue;
    ++tries_;
    TurnPlan plan = turns_of(best);
    std::erase_if(plan, [name = name_of(best, thread)](const Turn& turn) { return turn.thread == name; });
    for (const Turn& turn : last_turns(best, thread)) plan.push_back(turn);
    return seeing(std::move(plan), best);
  }
  return std::nullopt;
}

void LeaveOutThreads::improved(const FailedExecution& best) {
  threads_ = threads_of(best);
  at_ = std::min(at_, threads_.size());
}

std::optional<TurnPlan> EndEarly::next(const FailedExecution& best) {
  if (waits_) passes_ = tried_;
  if (passes_ + 1 >= fails_) return std::nullopt;
  tried_ = passes_ + (fails_ - passes_) / 2;
  waits_ = true;
  TurnPlan plan(turns_->begin(), turns_->begin() + static_cast<std::ptrdiff_t>(tried_));
  for (const Turn& turn : last_turns(best)) plan.push_back(turn);
  return seeing(std::move(plan), best);
}

void EndEarly::improved(const FailedExecution&) {
  fails_ = tried_;
  waits_ = false;
}

}  // namespace heddle::shrink_stages
