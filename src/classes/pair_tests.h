// Random test cases: for a pair of methods, or of any calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "classes/operations.h"
#include "classes/test_case.h"
#include "event/random.h"

namespace heddle::classes {

struct TestShape {
  std::size_t threads = 2;
  std::size_t longest_prefix = 3;  // calls after the constructor
  std::size_t longest_suffix = 1;  // of each thread
};

// Results that calls were given and that nobody returns (any more) become values; a call whose result is
// given to another one has its number behind its arguments, so that it is not taken for another call that
// looks alike.
void settle_results(TestCase& test, const Operations& operations);

class TestMaker {
 public:
  TestMaker(const Operations& operations, Random& random) : operations_(operations), random_(random) {}

  // One thread calls the first of the two operations, another one the second.
  TestCase for_pair(std::uint32_t first, std::uint32_t second, const TestShape& shape);
  TestCase any(const TestShape& shape);

  // They block or crash without threads: nothing before the threads calls them.
  void avoid_before_threads(std::uint32_t operation) { avoided_.insert(operation); }

 private:
  Call constructor();
  Call call(std::uint32_t operation, const CallSequence& prefix, const CallSequence& own, std::size_t thread);
  std::uint64_t seed_for(const Operation& operation, const Slot& slot, const CallSequence& prefix,
                         const CallSequence& own, std::size_t thread);
  CallSequence prefix(std::size_t longest);
  std::uint32_t any_operation() {
    return static_cast<std::uint32_t>(random_.below(operations_.methods().size()));
  }

  const Operations& operations_;
  Random& random_;
  std::set<std::uint32_t> avoided_;
};

}  // namespace heddle::classes
