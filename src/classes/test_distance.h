// How different test cases are: "Diversity driven adaptive test generation for concurrent data structures",
// Definitions 4 and 5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>

#include "classes/test_case.h"

namespace heddle::classes {

// iRoots by their keys (IRoot::key()).
using IRootSet = std::set<std::uint64_t>;

inline constexpr std::size_t kInfiniteDistance = std::numeric_limits<std::size_t>::max();

// d(t1, t2): what the prefixes and each thread's suffixes differ by. Calls of one operation are the same,
// whatever the arguments: the metric is about the methods. A thread that one of them lacks has no calls
// there.
std::size_t static_distance(const TestCase& t1, const TestCase& t2);

// The distance to the nearest of a set; to none of them it is infinite.
std::size_t static_distance(const TestCase& t, std::span<const TestCase> tests);

// What t discovers and the tests have not exposed.
std::size_t dynamic_distance(const IRootSet& discovered_by_t, const IRootSet& exposed_by_tests);

IRootSet unite(const IRootSet& a, const IRootSet& b);
IRootSet without(const IRootSet& a, const IRootSet& b);

}  // namespace heddle::classes
