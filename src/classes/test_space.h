// All test cases within given bounds: drawing one at random, and going through all of them in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "classes/test_case.h"
#include "event/random.h"

namespace heddle::classes {

class TestSpace {
 public:
  struct Operation {
    std::uint32_t number = 0;
    std::size_t arguments = 0;
  };

  struct Bounds {
    std::size_t threads = 2;
    std::size_t longest_prefix = 3;  // calls after the constructor
    std::size_t longest_suffix = 4;  // at least one
    std::uint64_t values = 4;        // argument seeds are below it
  };

  // There is at least one constructor and one method; no bound but that of the prefix is 0.
  TestSpace(std::vector<Operation> constructors, std::vector<Operation> methods, const Bounds& bounds)
      : constructors_(std::move(constructors)), methods_(std::move(methods)), bounds_(bounds) {}

  // Lengths, operations and arguments are uniform each, so that short tests are not drowned by long ones.
  TestCase draw(Random& random) const;

  // Such that it has not been seen; none: all have.
  using IsSeen = std::function<bool(const TestCase&)>;
  std::optional<TestCase> draw_unseen(Random& random, const IsSeen& is_seen) const;

  // The order of enumeration: advance() goes to the next one, and from the last to the first with `false`.
  TestCase first() const;
  bool advance(TestCase& test) const;

 private:
  Call draw_call(const std::vector<Operation>& among, Random& random) const;
  bool advance(Call& call, const std::vector<Operation>& among) const;
  bool advance(CallSequence& calls, std::size_t fixed, std::size_t shortest, std::size_t longest) const;

  std::vector<Operation> constructors_;
  std::vector<Operation> methods_;
  Bounds bounds_;
};

}  // namespace heddle::classes
