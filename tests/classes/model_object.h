// A sequential specification to test with: a queue, a register, a counter and a set in one.
#pragma once

#include <deque>
#include <set>
#include <string>

#include "classes/specification.h"

namespace heddle::classes::testing {

enum ModelOperation : std::uint32_t {
  kPush,
  kPop,   // throws when there is nothing
  kTake,  // waits when there is nothing
  kWrite,
  kRead,
  kIncrement,  // returns the new value
  kInsert,     // whether it was not there
  kErase,
  kContains,
  kModelOperations,
};

inline const std::string kModelNames[] = {"push",      "pop",    "take",  "write",   "read",
                                          "increment", "insert", "erase", "contains"};

class ModelObject : public SequentialSpecification {
 public:
  explicit ModelObject(bool has_key = true) : has_key_(has_key) {}

  void reset() override {
    ++resets;
    queue_.clear();
    register_ = counter_ = 0;
    set_.clear();
  }

  Outcome step(const Call& call) override {
    ++steps;
    const std::uint64_t argument = call.argument_seeds.empty() ? 0 : call.argument_seeds[0];
    const auto truth = [](bool value) { return Outcome::value(value ? "true" : "false"); };
    switch (call.operation) {
      case kPush:
        queue_.push_back(argument);
        return Outcome::value("");
      case kPop:
      case kTake: {
        if (queue_.empty()) return call.operation == kPop ? Outcome::exception("empty") : Outcome::blocks();
        const std::uint64_t first = queue_.front();
        queue_.pop_front();
        return Outcome::value(std::to_string(first));
      }
      case kWrite:
        register_ = argument;
        return Outcome::value("");
      case kRead:
        return Outcome::value(std::to_string(register_));
      case kIncrement:
        return Outcome::value(std::to_string(++counter_));
      case kInsert:
        return truth(set_.insert(argument).second);
      case kErase:
        return truth(set_.erase(argument) != 0);
      default:
        return truth(set_.contains(argument));
    }
  }

  std::optional<std::string> state_key() override {
    if (!has_key_) return std::nullopt;
    return final_state();
  }

  std::string final_state() override {
    std::string text = "[";
    for (const std::uint64_t each : queue_) text += std::to_string(each) + " ";
    text += "] " + std::to_string(register_) + " " + std::to_string(counter_) + " {";
    for (const std::uint64_t each : set_) text += std::to_string(each) + " ";
    return text + "}";
  }

  std::size_t resets = 0;
  std::size_t steps = 0;

 private:
  bool has_key_;
  std::deque<std::uint64_t> queue_;
  std::uint64_t register_ = 0;
  std::uint64_t counter_ = 0;
  std::set<std::uint64_t> set_;
};

}  // namespace heddle::classes::testing
