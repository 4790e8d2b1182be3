// Every test case of a class within bounds, each once: short tests first. Threads that may call the same are
// alike: which of them makes which calls makes no other test.
//
// There are no calls before the threads: what they would do, a thread can do first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classes/operations.h"
#include "classes/pair_tests.h"
#include "classes/test_case.h"

namespace heddle::classes {

class AllTests {
 public:
  struct Bounds {
    std::size_t threads = 2;  // at least two of them make calls
    std::size_t calls = 2;    // of each thread, at most
    std::size_t values = 2;   // of each argument: the first ones of its list
  };

  AllTests(const Operations& operations, const Bounds& bounds, const Roles& roles = {});

  // How many there are in all; the greatest number if there are more.
  std::uint64_t size() const;
  std::optional<TestCase> next();

  // The calls that make the objects.
  const std::vector<Call>& constructors() const { return constructors_; }
  // By type: the values that arguments have.
  static std::map<std::string, std::vector<std::string>> arguments(const Operations& operations,
                                                                   std::size_t values);

 private:
  using Shape = std::vector<std::size_t>;  // how many calls each thread makes

  void add_shapes(Shape& shape);
  bool is_like_before(const Shape& shape, std::size_t thread) const;
  void begin_shape();
  void advance();
  bool advance(std::size_t thread);

  const Operations& operations_;
  Bounds bounds_;
  std::vector<Call> constructors_;
  std::vector<std::vector<Call>> calls_;  // by thread: what it may call
  std::vector<Shape> shapes_;

  // The next test. Calls by their places in `calls_`.
  std::size_t shape_ = 0;
  std::vector<std::vector<std::size_t>> chosen_;  // by thread
  std::size_t constructor_ = 0;
};

}  // namespace heddle::classes
