// The extraction against the definition of the patterns, written down once more without regard for time.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/access_patterns.h"
#include "event/random.h"
#include "pattern_trace.h"

namespace heddle {
namespace {

using Texts = std::set<std::string>;

bool reads(const Event& event) {
  return !writes(event.kind) || event.kind == OperationKind::kAtomicUpdate;
}
bool does_write(const Event& event) {
  return writes(event.kind) && !(event.kind == OperationKind::kAtomicUpdate && event.detail == 1);
}

class Reference {
 public:
  Reference(const std::vector<Event>& trace, std::size_t window) : trace_(trace), window_(window) {}

  Texts find() {
    for (const TableRow& row : kTable) {
      row_ = trace_of(row.accesses);
      id_ = row.id;
      chosen_.clear();
      choose();
    }
    return found_;
  }

  bool is_pair(std::size_t first, std::size_t second) const {
    const Event &one = trace_[first], &other = trace_[second];
    if (first >= second || one.location != other.location || one.thread == other.thread) return false;
    if (!does_write(one) && !does_write(other)) return false;
    for (std::size_t i = first + 1; i < second; ++i)
      if (trace_[i].location == one.location && does_write(trace_[i])) return false;
    return true;
  }

 private:
  // Chooses accesses for the elements of the row, one after the other.
  void choose() {
    const std::size_t element = chosen_.size();
    if (element == row_.size()) return add_found();
    for (std::size_t i = element == 0 ? 0 : chosen_.back() + 1; i < trace_.size(); ++i) {
      if (!fits(element, i)) continue;
      chosen_.push_back(i);
      choose();
      chosen_.pop_back();
    }
  }

  bool fits(std::size_t element, std::size_t access) const {
    if (!(writes(row_[element].kind) ? does_write(trace_[access]) : reads(trace_[access]))) return false;
    const std::size_t none = row_.size();
    std::size_t before_on_variable = none;
    for (std::size_t i = 0; i < element; ++i) {
      const Event &earlier = row_[i], &earlier_access = trace_[chosen_[i]];
      if ((earlier.thread == row_[element].thread) != (earlier_access.thread == trace_[access].thread))
        return false;
      if ((earlier.location == row_[element].location) !=
          (earlier_access.location == trace_[access].location))
        return false;
      if (earlier.location == row_[element].location) before_on_variable = i;
    }
    return before_on_variable == none || is_pair(chosen_[before_on_variable], access);
  }

  void add_found() {
    if (row_.size() == 4) {
      // One pair ends with the last access, the other with the last one on the other variable.
      std::size_t other = 2;
      while (row_[other].location == row_[3].location) --other;
      if (chosen_[3] - chosen_[other] > window_) return;
    }
    std::string text = std::to_string(id_) + ":";
    for (const std::size_t access : chosen_) text += " " + element_text(trace_[access]);
    found_.insert(text);
  }

  const std::vector<Event>& trace_;
  std::size_t window_;
  std::vector<Event> row_;
  int id_ = 0;
  std::vector<std::size_t> chosen_;
  Texts found_;
};

struct Shape {
  std::size_t accesses;
  unsigned threads;
  unsigned variables;
  unsigned sites;  // of each thread; 0: a new one for each access
};

std::vector<Event> random_trace(Random& random, const Shape& shape) {
  std::vector<Event> trace;
  while (trace.size() < shape.accesses) {
    Event event{};
    event.thread = static_cast<ThreadId>(1 + random.below(shape.threads));
    event.location = static_cast<LocationId>('w' + random.below(shape.variables));
    event.site = static_cast<SiteId>(shape.sites == 0 ? trace.size() + 1 : 1 + random.below(shape.sites));
    constexpr OperationKind kKinds[] = {OperationKind::kRead,        OperationKind::kRead,
                                        OperationKind::kAtomicLoad,  OperationKind::kWrite,
                                        OperationKind::kAtomicStore, OperationKind::kAtomicUpdate};
    event.kind = kKinds[random.below(std::size(kKinds))];
    if (event.kind == OperationKind::kAtomicUpdate) event.detail = random.below(3) == 0 ? 1 : 0;
    trace.push_back(event);
  }
  return trace;
}

// Whether some thread reads a variable at more sites than are kept between two writes.
bool reads_too_much(const std::vector<Event>& trace) {
  std::map<std::pair<LocationId, ThreadId>, std::set<SiteId>> sites;
  for (const Event& event : trace) {
    if (does_write(event)) {
      for (auto& [where, read] : sites)
        if (where.first == event.location) read.clear();
    } else {
      std::set<SiteId>& read = sites[{event.location, event.thread}];
      read.insert(event.site);
      if (read.size() > AccessHistory::kReadSites) return true;
    }
  }
  return false;
}

// Whether two threads have more pairs than are kept.
bool meets_too_often(const std::vector<Event>& trace) {
  const Reference reference(trace, 0);
  std::map<std::pair<ThreadId, ThreadId>, std::size_t> pairs;
  for (std::size_t second = 0; second < trace.size(); ++second)
    for (std::size_t first = 0; first < second; ++first)
      if (reference.is_pair(first, second) &&
          ++pairs[{trace[first].thread, trace[second].thread}] > RecentAccessPairs::kKept)
        return true;
  return false;
}

TEST(AccessPatternsAtRandom, PairsAndTriplesAreThoseOfTheDefinition) {
  Random random(1);
  std::size_t patterns = 0;
  for (int round = 0; round < 2'000; ++round) {
    const Shape shape{5 + random.below(30), static_cast<unsigned>(2 + random.below(3)),
                      static_cast<unsigned>(1 + random.below(3)), AccessHistory::kReadSites};
    const std::vector<Event> trace = random_trace(random, shape);
    const Texts found = patterns_of(trace, {.patterns = PatternOptions::Patterns::kFalcon});
    const Texts expected = Reference(trace, 0).find();
    ASSERT_EQ(found, expected) << "round " << round;
    patterns += found.size();
  }
  EXPECT_GT(patterns, 20'000u);
}

TEST(AccessPatternsAtRandom, APreviewIsWhatAddingReports) {
  Random random(3);
  std::size_t patterns = 0;
  for (int round = 0; round < 500; ++round) {
    const Shape shape{40, static_cast<unsigned>(2 + random.below(3)),
                      static_cast<unsigned>(1 + random.below(4)), static_cast<unsigned>(1 + random.below(4))};
    PatternExtractor extractor;
    for (const Event& event : random_trace(random, shape)) {
      std::vector<Pattern> expected, added;
      extractor.preview(event, [&](const Pattern& pattern) { expected.push_back(pattern); });
      extractor.add(event, [&](const Pattern& pattern) { added.push_back(pattern); });
      ASSERT_EQ(expected, added) << "round " << round;
      patterns += added.size();
    }
  }
  EXPECT_GT(patterns, 20'000u);
}

TEST(AccessPatternsAtRandom, AllAreThoseOfTheDefinitionWhereTheBoundsDoNotBite) {
  Random random(2);
  std::map<int, std::size_t> found_by_id;
  int rounds = 0;
  for (int attempt = 0; attempt < (HEDDLE_FULL_TESTS ? 6'000 : 2'000); ++attempt) {
    const Shape shape{4 + random.below(20), static_cast<unsigned>(2 + random.below(2)),
                      static_cast<unsigned>(2 + random.below(2)), 0};
    const std::vector<Event> trace = random_trace(random, shape);
    if (reads_too_much(trace) || meets_too_often(trace)) continue;
    const std::uint32_t windows[] = {0, 1, 3, 8, 0xffff'ffff};
    for (const std::uint32_t window : windows) {
      const Texts found = patterns_of(trace, {.window = window});
      ASSERT_EQ(found, Reference(trace, window).find()) << "attempt " << attempt << ", window " << window;
      for (const std::string& pattern : found) ++found_by_id[std::stoi(pattern)];
    }
    ++rounds;
  }
  EXPECT_GT(rounds, HEDDLE_FULL_TESTS ? 2'000 : 600);
  for (const TableRow& row : kTable)
    EXPECT_GT(found_by_id[row.id], HEDDLE_FULL_TESTS ? 500u : 100u) << row.id;
}

TEST(AccessPatternsAtRandom, WhateverIsReportedIsThere) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const Shape shape{20 + random.below(40), static_cast<unsigned>(2 + random.below(3)),
                      static_cast<unsigned>(1 + random.below(4)), static_cast<unsigned>(random.below(4))};
    const std::vector<Event> trace = random_trace(random, shape);
    const std::uint32_t window = random.below(2) == 0 ? 10 : 1000;
    const Texts expected = Reference(trace, window).find();
    const Texts found = patterns_of(trace, {.window = window});
    ASSERT_TRUE(std::includes(expected.begin(), expected.end(), found.begin(), found.end()))
        << "round " << round;
  }
}

}  // namespace
}  // namespace heddle
