#include "classes/test_distance.h"

#include <algorithm>
#include <iterator>

#include "classes/levenshtein.h"

namespace heddle::classes {

namespace {

std::size_t lev(const CallSequence& a, const CallSequence& b) {
  const auto is_same = [](const Call& x, const Call& y) { return x.operation == y.operation; };
  return levenshtein(std::span<const Call>(a), std::span<const Call>(b), is_same);
}

}  // namespace

std::size_t static_distance(const TestCase& t1, const TestCase& t2) {
  static const CallSequence no_calls;
  const auto suffix = [](const TestCase& t, std::size_t i) -> const CallSequence& {
    return i < t.suffixes.size() ? t.suffixes[i] : no_calls;
  };
  std::size_t distance = lev(t1.prefix, t2.prefix);
  for (std::size_t i = 0; i < std::max(t1.suffixes.size(), t2.suffixes.size()); ++i)
    distance += lev(suffix(t1, i), suffix(t2, i));
  return distance;
}

std::size_t static_distance(const TestCase& t, std::span<const TestCase> tests) {
  std::size_t nearest = kInfiniteDistance;
  for (const TestCase& each : tests) nearest = std::min(nearest, static_distance(t, each));
  return nearest;
}

std::size_t dynamic_distance(const IRootSet& discovered_by_t, const IRootSet& exposed_by_tests) {
  return without(discovered_by_t, exposed_by_tests).size();
}

IRootSet unite(const IRootSet& a, const IRootSet& b) {
  IRootSet both = a;
  both.insert(b.begin(), b.end());
  return both;
}

IRootSet without(const IRootSet& a, const IRootSet& b) {
  IRootSet rest;
  std::ranges::set_difference(a, b, std::inserter(rest, rest.end()));
  return rest;
}

}  // namespace heddle::classes
