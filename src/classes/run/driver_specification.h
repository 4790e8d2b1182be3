// What the calls of a test case do one after the other, asked of a driver: of the class itself, or of another
// one with the same methods.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classes/run/driver_process.h"
#include "classes/specification.h"

namespace heddle::classes {

class DriverSpecification : public SequentialSpecification {
 public:
  DriverSpecification(DriverProcess& driver, const TestCase& test, const Observation& observation);

  // What will be asked first.
  OrdersRequest first_orders() const;

  void reset() override { path_.clear(); }
  Outcome step(const Call& call) override;
  std::optional<std::string> state_key() override { return std::nullopt; }
  std::string final_state() override;
  std::optional<Outcome> end() override;

  // The calls before the threads come to their end.
  bool is_ready();
  const std::string& why_not_ready() const { return why_not_ready_; }
  // An observer that ended the program when it looked at the object.
  const std::optional<std::size_t>& failing_observer() const { return failing_observer_; }
  // Calls of one thread that never end by their own fault: the last of them waits for a lock, or spins,
  // without any other thread. Waiting for a condition is what some methods are for.
  struct Stuck {
    std::vector<Call> calls;
    Failure failure;
  };
  const std::optional<Stuck>& stuck() const { return stuck_; }
  // Why nothing more is known; empty: all is well.
  const std::string& problem() const { return problem_; }

 private:
  struct Node {
    std::map<std::uint8_t, std::size_t> children;  // by call
    std::optional<Outcome> outcome;
    std::optional<std::string> final_state;
    std::optional<Outcome> end;  // of the destructor, if that ends the program
  };

  std::optional<std::uint8_t> unused(const Call& call) const;
  Order with_firsts(Order order) const;
  Order with_numbers(const Order& path) const;
  const Node* find(const Order& path) const;
  Node& node(const Order& path);
  std::vector<Order> all_that_differ() const;
  void learn_all();
  void learn(std::vector<Order> orders);
  void note(const Order& order, const ToldOrder& told, const std::optional<Failure>& failure);

  DriverProcess& driver_;
  const TestCase& test_;
  Observation observation_;
  std::vector<Call> calls_;
  std::vector<std::uint8_t> first_;  // by call: the first of those that are equal to it
  // Paths know calls by the first of their equals, so that who of them made a call is not asked for twice.
  std::vector<Node> nodes_ = {Node{}};
  Order path_;
  bool has_asked_ = false;
  bool is_ready_ = true;
  std::string why_not_ready_;
  std::optional<std::size_t> failing_observer_;
  std::optional<Stuck> stuck_;
  std::string problem_;
};

// How a failure ends a program, as far as two of them are to be compared.
Outcome outcome_of(const Failure& failure);

}  // namespace heddle::classes
