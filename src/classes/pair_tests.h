// Random test cases: for a pair of methods, or of any calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "classes/operations.h"
#include "classes/test_case.h"
#include "event/random.h"

namespace heddle::classes {

struct TestShape {
  std::size_t threads = 2;
  std::size_t longest_prefix = 3;  // calls after the constructor
  std::size_t longest_suffix = 1;  // of each thread
  bool guided_prefix = false;      // most of its calls write what the two operations use
};

// Results that calls were given and that no call returns (any more) become values; a call whose result is
// given to another one has its number behind its arguments, so that it is not taken for another call that
// looks alike.
void settle_results(TestCase& test, const Operations& operations);

// Which thread may call which operations, for classes that are safe only for certain threads (one producer,
// one consumer). All threads may call an operation that is in no role.
class Roles {
 public:
  Roles() = default;
  explicit Roles(std::vector<std::set<std::uint32_t>> by_thread) : by_thread_(std::move(by_thread)) {}

  bool allow(std::size_t thread, std::uint32_t operation) const;
  // Some way to give the two to the first two threads.
  bool allow_pair(std::uint32_t first, std::uint32_t second) const {
    return (allow(0, first) && allow(1, second)) || (allow(0, second) && allow(1, first));
  }

 private:
  std::vector<std::set<std::uint32_t>> by_thread_;
};

class TestMaker {
 public:
  TestMaker(const Operations& operations, Random& random, Roles roles = {})
      : operations_(operations), random_(&random), roles_(std::move(roles)) {}

  // One thread calls the first of the two operations, another one the second.
  TestCase for_pair(std::uint32_t first, std::uint32_t second, const TestShape& shape);
  TestCase any(const TestShape& shape);

  // What the test begins with came to its end, or failed by itself. A constructor that fails is not called
  // again with these arguments; a call that blocks or crashes without threads, no more before the threads.
  void learn_from_beginning(const TestCase& test, bool has_ended);
  // The objects that it makes are too large: tests of another one are worth more.
  void avoid_constructor(const Call& call) { bad_constructors_.insert(call); }
  void draw_from(Random& random) { random_ = &random; }

 private:
  // A test is about few values, so that its calls meet each other.
  std::uint64_t favourite(const std::string& type, std::size_t values);

  Call constructor();
  Call call(std::uint32_t operation, const CallSequence& prefix, const CallSequence& own, std::size_t thread);
  std::uint64_t seed_for(const Operation& operation, const Slot& slot, const CallSequence& prefix,
                         const CallSequence& own, std::size_t thread);
  bool is_repeated(const Operation& operation, const Call& made, std::uint64_t seed) const;
  CallSequence prefix(std::size_t longest, const std::vector<std::uint32_t>& helpful);
  std::vector<std::uint32_t> that_prepare(std::uint32_t first, std::uint32_t second) const;
  std::uint32_t any_operation() {
    return static_cast<std::uint32_t>(random_->below(operations_.methods().size()));
  }
  std::uint32_t any_operation_of(std::size_t thread, std::uint32_t otherwise);

  const Operations& operations_;
  Random* random_;
  Roles roles_;
  std::set<std::uint32_t> avoided_;
  std::set<Call> good_constructors_, bad_constructors_;
  std::map<std::string, std::vector<std::uint64_t>> favourites_;  // of this test, by type
};

}  // namespace heddle::classes
