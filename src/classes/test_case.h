// A test case of a class: a sequence of calls that makes the shared object, and one for each thread that then
// uses it ("Diversity driven adaptive test generation for concurrent data structures", Definition 1). It is
// data: operations by their numbers in a table, arguments as seeds that the caller turns into
// values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace heddle::classes {

struct Call {
  std::uint32_t operation = 0;
  std::vector<std::uint64_t> argument_seeds;

  friend auto operator<=>(const Call&, const Call&) = default;
};

using CallSequence = std::vector<Call>;

struct TestCase {
  CallSequence prefix;                 // the first call constructs
  std::vector<CallSequence> suffixes;  // one for each thread

  friend auto operator<=>(const TestCase&, const TestCase&) = default;
};

std::uint64_t hash_of(const TestCase& test);

// A line for the prefix and one for each thread; seeds stand for the arguments:
//
//    before    Queue(7)
//    thread 1  push(1) pop()
//    thread 2  size()
std::string to_text(const TestCase& test, std::span<const std::string> operation_names);
std::string to_text(const Call& call, std::span<const std::string> operation_names);

}  // namespace heddle::classes

template <>
struct std::hash<heddle::classes::TestCase> {
  std::size_t operator()(const heddle::classes::TestCase& test) const noexcept {
    return heddle::classes::hash_of(test);
  }
};
