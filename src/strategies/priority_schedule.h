// Priorities and priority change points: what PCT and RPro draw before an execution, and how both of them
// follow it (Cai and Yang, ASE 2016, step 3 of Algorithm 1 and step 4 of Algorithm 2; see rpro.h).
#pragma once

#include <cstdint>
#include <vector>

#include "strategies/event_class.h"
#include "strategies/spin_watch.h"
#include "strategies/strategy.h"

namespace heddle {

struct PriorityPlan {
  // The shuffled values d, d+1, ..., d+n-1; a thread takes the next one when it is created. Larger goes
  // first.
  std::vector<unsigned> initial;
  // k1, ..., k(d-1), a tuple and not sorted: the thread that performs the ki-th counted event gets priority
  // i.
  std::vector<std::uint64_t> change_points;
};

class PriorityScheduling : public Strategy {
 public:
  // Fair, which neither paper has: a thread that spins or yields goes behind all others.
  PriorityScheduling(EventClass counted, bool fair) : counted_(counted), fair_(fair) {}

  Facets facets() override { return {.needs = {.executed = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 protected:
  // Steps 1 and 2 (and 3 of RPro).
  virtual PriorityPlan draw(Random& random) = 0;

  // Of a thread that is new: the next of the plan's, and a random place among the others when there are none
  // left.
  virtual double first_priority(ThreadId thread);

  void set_priority(ThreadId thread, double priority) {
    meet(thread);
    priorities_[thread] = priority;
  }

 private:
  void meet(ThreadId thread);  // it has a priority from now on, as have all that are older
  void find_next_change();
  bool gives_way(const Choice& choice, const Candidate& first);

  EventClass counted_;
  bool fair_;
  Random* random_ = nullptr;
  PriorityPlan plan_;
  std::vector<double> priorities_;  // by ThreadId
  std::uint64_t count_ = 0;         // events performed
  std::uint64_t next_change_ = 0;   // the count that changes a priority next
  double lowest_ = 0;
  SpinWatch spin_watch_;
};

// n priorities from d on, in random order.
std::vector<unsigned> draw_priorities(std::uint64_t threads, unsigned depth, Random& random);

}  // namespace heddle
