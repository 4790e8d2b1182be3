// Adaptive test generation: "Diversity driven adaptive test generation for concurrent data structures",
// section 5, Figures 1 to 3, as read in docs/decisions/0019-reading-the-class-papers.md. The loops decide
// which test is next and when to stop; what a test does is the bench's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "classes/test_case.h"
#include "classes/test_distance.h"

namespace heddle::classes {

// Definition 3. What profiling saw happen is exposed; what could happen as well is discovered, too.
struct TestProfile {
  IRootSet discovered;  // iRoots(t)
  IRootSet exposed;
};

class TestBench {
 public:
  using IsSeen = std::function<bool(const TestCase&)>;

  virtual ~TestBench() = default;

  // A random test that has not been seen; none: there is no such test.
  virtual std::optional<TestCase> random_test(const IsSeen& is_seen) = 0;
  // Runs it without a predetermined schedule.
  virtual TestProfile profile(const TestCase& test) = 0;
  // Runs it with schedules for the targets; what was exposed.
  virtual IRootSet actively_test(const TestCase& test, const IRootSet& targets) = 0;
  // The caller wants no more: a bug was found, or the time is over.
  virtual bool is_over() { return false; }
};

struct AtgOptions {
  std::uint32_t N = 6;
  // What profiling a candidate exposes needs no active test. The figures count what executed tests
  // exposed and nothing else.
  bool profiles_expose = false;
};

struct AtgResult {
  enum class End : std::uint8_t {
    kNothingDiscovered,  // k = N
    kNothingToExpose,    // l = N
    kNothingExposed,     // u = N
    kNoUnseenTest,
    kOver,  // is_over()
  };
  End end = End::kNothingDiscovered;
  std::uint64_t candidates = 0;    // Table 1: generated,
  std::uint64_t profiles = 0;      // profiled,
  std::uint64_t tests = 0;         // and executed for an active test
  std::vector<TestCase> executed;  // T
  IRootSet discovered;             // Z
  IRootSet exposed;                // IRoots(T)
};

// Random tests, until N in a row discover nothing new.
AtgResult mrt(TestBench& bench, const AtgOptions& options = {});
// Those that are statically far from what was executed (Figure 1).
AtgResult s_atg(TestBench& bench, const AtgOptions& options = {});
// Those that discover most of what has not been exposed (Figure 2).
AtgResult d_atg(TestBench& bench, const AtgOptions& options = {});
// The former among the latter (Figure 3).
AtgResult sd_atg(TestBench& bench, const AtgOptions& options = {});

// Table 1: the most that exposing r feasible iRoots takes.
struct AtgBounds {
  std::uint64_t candidates = 0;
  std::uint64_t profiles = 0;
  std::uint64_t tests = 0;

  friend bool operator==(const AtgBounds&, const AtgBounds&) = default;
};
AtgBounds s_atg_bounds(std::uint64_t n, std::uint64_t r);
AtgBounds d_atg_bounds(std::uint64_t n, std::uint64_t r);
AtgBounds sd_atg_bounds(std::uint64_t n, std::uint64_t r);

}  // namespace heddle::classes
