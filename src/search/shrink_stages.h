// The plans that shrinking tries, stage after stage. A stage tells the next plan as if none of those before
// were better; where one was, it goes on from there. So what comes next is known before it is needed, and
// several plans can be executed at a time.
//
// Stages are copied to look ahead: what is long in them is shared.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/failed_execution.h"

namespace heddle::shrink_stages {

using TurnPlan = std::vector<Turn>;

// The plan, and what the best execution saw.
TurnPlan seeing(TurnPlan plan, const FailedExecution& best);

// One after the other.
class Given {
 public:
  explicit Given(std::vector<TurnPlan> plans)
      : plans_(std::make_shared<const std::vector<TurnPlan>>(std::move(plans))) {}
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution&) {}

 private:
  std::shared_ptr<const std::vector<TurnPlan>> plans_;
  std::size_t at_ = 0;
};

// Older stores: all of them, then ever smaller parts are left out. What is left is needed.
class LeaveOutSights {
 public:
  explicit LeaveOutSights(const FailedExecution& best) : piece_(sights_of(best).size()) {}
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution&) { start_ = tried_; }

 private:
  std::size_t piece_;
  std::size_t start_ = 0;
  std::size_t tried_ = 0;
};

// Delta debugging: ever smaller pieces. A piece that no preemption touches has nothing to give.
class LeaveOutTurns {
 public:
  explicit LeaveOutTurns(const FailedExecution& best);
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution& best);

 private:
  std::shared_ptr<const std::vector<PastTurn>> turns_;
  std::size_t piece_;
  std::size_t start_ = 0;
  std::size_t tried_ = 0;
};

// For each preemption: the thread goes on to the end of its next turn; it does all of this turn only then;
// the threads in between wait until later.
class MoveSwitches {
 public:
  explicit MoveSwitches(const FailedExecution& best) { improved(best); }
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution& best);

 private:
  enum class Way : unsigned char { kLonger, kWithoutTheNext, kDelayed };

  std::optional<std::vector<PastTurn>> moved(Way way) const;

  std::shared_ptr<const std::vector<PastTurn>> turns_;
  std::size_t behind_ = 0;  // the preemption is the turn before it
  Way way_ = Way::kLonger;
};

// Another order of what is left: a thread that is blocked sooner need not be preempted later.
class SwapTurns {
 public:
  explicit SwapTurns(const FailedExecution& best) { improved(best); }
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution& best);

 private:
  std::shared_ptr<const std::vector<PastTurn>> turns_;
  std::size_t behind_ = 0;
};

// A thread without a turn goes on after all others.
class LeaveOutThreads {
 public:
  explicit LeaveOutThreads(const FailedExecution& best) : threads_(threads_of(best)), at_(threads_.size()) {}
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution& best);

 private:
  std::vector<ThreadId> threads_;
  std::size_t at_;
  std::size_t tries_ = 0;
};

// After some of the turns, those who are to blame go straight on.
class EndEarly {
 public:
  explicit EndEarly(const FailedExecution& best)
      : turns_(std::make_shared<const TurnPlan>(turns_of(best))), fails_(turns_->size()) {}
  std::optional<TurnPlan> next(const FailedExecution& best);
  void improved(const FailedExecution&);

 private:
  std::shared_ptr<const TurnPlan> turns_;
  std::size_t passes_ = 0;
  std::size_t fails_;
  std::size_t tried_ = 0;
  bool waits_ = false;  // whether `tried_` fails is not known
};

}  // namespace heddle::shrink_stages
