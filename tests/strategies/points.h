// Scheduling points made by hand: who is enabled and what each is about to do.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include "strategies/strategy.h"

namespace heddle::testing {

// Begins an execution of a strategy with a seed of its own.
class Begun {
 public:
  explicit Begun(Strategy& strategy, std::uint64_t seed = 1) : random_(seed) {
    strategy.begin({.execution = 0, .random = random_, .locations = locations_});
  }
  Begun(const Begun&) = delete;

  Random& random() { return random_; }

 private:
  Random random_;
  LocationTable locations_;
};

struct Next {
  ThreadId thread;
  OperationKind kind = OperationKind::kRead;
  SiteId site = 1;
};

// A point at which the given threads are enabled, in the order of their ids.
class Point {
 public:
  explicit Point(std::initializer_list<Next> enabled, ThreadId current = 0,
                 std::uint64_t without_progress = 0) {
    for (const Next& next : enabled) {
      operations_.push_back(std::make_unique<Operation>());
      operations_.back()->kind = next.kind;
      operations_.back()->site = next.site;
      candidates_.push_back({next.thread, operations_.back().get()});
    }
    choice_ = {.enabled = candidates_,
               .current = current,
               .current_enabled = false,
               .step = 0,
               .without_progress = 0};
    choice_.current_enabled = choice_.is_enabled(current);
    choice_.without_progress = without_progress;
  }
  Point(const Point&) = delete;

  operator const Choice&() const { return choice_; }

 private:
  std::vector<std::unique_ptr<Operation>> operations_;
  std::vector<Candidate> candidates_;
  Choice choice_;
};

}  // namespace heddle::testing
