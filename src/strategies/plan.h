// `plan`, ours: given priorities and priority changes, followed to the letter. A change is bound to a thread
// and the number of its own events, so it keeps its meaning when other parts of the plan are removed. A bug's
// depth is measured by such plans (search/bug_depth.h).
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "strategies/priority_schedule.h"

namespace heddle {

struct PriorityChange {
  ThreadId thread;
  std::uint64_t after;  // so many counted events of the thread
  std::int64_t priority;

  friend bool operator==(const PriorityChange&, const PriorityChange&) = default;
};

struct Plan {
  std::vector<std::int64_t> initial;    // by ThreadId; larger goes first, others go last
  std::vector<PriorityChange> changes;  // in any order
};

// As the options of the strategy: "plan:initial=4/3,changes=1.17.2/0.9.1".
std::string to_strategy(const Plan& plan);
// False: not what to_strategy() writes.
bool parse_priorities(const std::string& text, std::vector<std::int64_t>& initial);
bool parse_changes(const std::string& text, std::vector<PriorityChange>& changes);

struct PlanOptions {
  Plan plan;
  EventClass counted = EventClass::kSync;
};

class FollowPlan : public PriorityScheduling {
 public:
  explicit FollowPlan(PlanOptions options);

  void begin(const RunContext& run) override;
  void executed(const Event& event) override;

 protected:
  PriorityPlan draw(Random&) override { return {}; }
  double first_priority(ThreadId thread) override {
    return thread < initial_.size() ? static_cast<double>(initial_[thread])
                                    : -std::numeric_limits<double>::infinity();
  }

 private:
  struct Progress {
    std::uint64_t events = 0;
    std::size_t next = 0;  // of its changes
  };

  std::vector<std::int64_t> initial_;
  std::vector<std::vector<PriorityChange>> changes_;  // by ThreadId, in order
  EventClass counted_;
  std::vector<Progress> progress_;  // by ThreadId
};

}  // namespace heddle
