// Which test case is next, by the algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classes/atomicity_coverage.h"
#include "classes/operations.h"
#include "classes/pair_selection.h"
#include "classes/pair_tests.h"
#include "classes/run/driver_process.h"

namespace heddle::classes {

class TestChoice {
 public:
  struct Options {
    std::string algorithm = "auto";
    std::optional<bool> groups;
    std::size_t threads = 2;
    std::uint64_t seed = 1;
    Roles roles;
    // auto, nainom: whether the calls of a test give something else in another order, one after the other.
    std::function<bool(const TestCase&)> orders_differ;
  };

  // Of the algorithms that go by pairs; the error says which there are.
  static Result<std::unique_ptr<TestChoice>> make(const Operations& operations, const Options& options);

  TestChoice(const TestChoice& other);  // makes the same choices, if it is told the same
  TestChoice& operator=(const TestChoice&) = delete;

  TestCase next();
  // What came of the last one, as far as it matters to the next ones.
  struct Outcome {
    bool is_covered = false;          // the two calls of the pair overlapped
    std::optional<bool> has_begun{};  // the calls before the threads came to their end; none: not known
    bool took_too_long = false;

    friend bool operator==(const Outcome&, const Outcome&) = default;
  };
  bool covers_pair(const TestRun& run) const;
  void feedback(const TestCase& test, const Outcome& outcome);
  // What will probably come of the last one.
  Outcome usual_outcome() const;

  std::size_t pairs() const { return pairs_.size(); }
  std::size_t covered() const { return covered_.size(); }

 private:
  TestChoice(const Operations& operations, const Options& options);
  void choose_pair();
  TestCase diverse(std::uint32_t first, std::uint32_t second);
  bool calls_of_pair_interact(const TestCase& test) const;
  TestCase that_interacts();

  const Operations& operations_;
  Options options_;
  Random random_;
  TestMaker maker_;
  // Of operations: those of high priority first, and of these first those that may interfere.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::size_t likely_ = 0;
  std::size_t high_priority_ = 0;
  std::optional<PairSelection> selection_;      // auto: among the likely pairs
  std::optional<PairSelection> others_;         // auto: among the rest
  std::optional<AtomicityCoverage> atomicity_;  // autocontest
  std::optional<std::size_t> pair_;             // that the last test was for
  std::set<std::size_t> covered_;
  std::size_t executed_ = 0;
  std::vector<TestCase> recent_;  // of those executed, the last ones
};

}  // namespace heddle::classes
