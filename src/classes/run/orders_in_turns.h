// What the calls of a test case do one after the other when each is made by its own thread: a class may know
// its threads, by thread_local variables or by the owner of a lock. What shows here needs threads, but no two
// calls that overlap.
#pragma once

#include <vector>

#include "classes/linearizability.h"
#include "classes/run/driver_process.h"
#include "classes/thread_safety.h"

namespace heddle::classes {

class OrdersInTurns {
 public:
  OrdersInTurns(DriverProcess& driver, const TestCase& test, const Observation& observation);

  // Some order ends so, or one of its calls throws so. Of calls that block it says nothing: who waits for
  // another call does so in turns, too.
  bool show(const Outcome& outcome, FailsIn place) const;
  // Some order that keeps what came before what gives all that the history has.
  bool explain(const History& history, const LinearizabilityOptions& options) const;

 private:
  struct Made {
    Order order;
    ToldOrder told;
    std::optional<Outcome> failure;  // behind the last call that returned, or of the destructor
  };

  bool is_explained_by(const Made& made, const History& history, const LinearizabilityOptions& options) const;

  const TestCase& test_;
  std::vector<Made> made_;
};

}  // namespace heddle::classes
