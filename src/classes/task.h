// What a class driver is given, and what it tells, as bytes (src/classes/frame is the other
// side).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classes/history.h"
#include "classes/test_case.h"

namespace heddle::classes {

using Bytes = std::vector<std::uint8_t>;
using Order = std::vector<std::uint8_t>;  // of the threads' calls, numbered one thread after the other

struct Observation {
  std::size_t objects = 1;
  std::vector<std::uint8_t> observed;  // by observer: 0 leaves it out
};

// `marks_time`: threads note where others can see it that a call is over, and look at that before the next
// one. Then which calls are over when another begins is part of what an execution is, for a strategy that
// goes by what threads see of each other.
Bytes task_with_threads(const TestCase& test, const Observation& observation, bool marks_time = false);
// Who makes the calls of an order: one thread all of them, or each the thread that it belongs to, in turns.
enum class OrderedBy : std::uint8_t { kOneThread, kTurns };
Bytes task_in_orders(const TestCase& test, const Observation& observation, std::span<const Order> orders,
                     OrderedBy by = OrderedBy::kOneThread);
// All orders that keep those of the threads, or so many of them.
std::vector<Order> all_orders(const TestCase& test, std::size_t most);

// What an execution with threads told; of one that failed, up to there.
struct ToldHistory {
  History history;
  std::set<std::size_t> prefix_threw;  // calls before the threads, without the constructor
  bool is_ready = false;               // the calls before the threads were made
  std::optional<std::size_t> looking;  // the observer that was looking at the end when it failed
};
ToldHistory read_history(std::span<const std::uint8_t> told, const TestCase& test);

// What the calls of an order did, one after the other.
struct ToldOrder {
  std::vector<Outcome> outcomes;  // less than there are calls: the next one did not return
  std::optional<std::string> final_state;
  std::optional<std::size_t> looking;
  bool is_ready = false;
  std::string no_object;  // what the constructor threw
};
std::vector<ToldOrder> read_orders(std::span<const std::uint8_t> told);

// A driver cuts off texts for which there is no room, and puts a hash of the whole at their end.
bool is_shortened(std::string_view text);

}  // namespace heddle::classes
