// What the loops of adaptive test generation have in common: generating, profiling and executing tests, with
// the sets and counts that belong to it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "classes/atg.h"

namespace heddle::classes {

class AtgRun {
 public:
  // A candidate of D-ATG and SD-ATG, profiled when it entered R.
  struct Candidate {
    TestCase test;
    TestProfile profile;
  };
  using CandidateSet = std::vector<Candidate>;  // R, the oldest first

  AtgRun(TestBench& bench, const AtgOptions& options) : bench_(&bench), options_(options) {}

  std::optional<TestCase> random_test();
  // Of m random tests, the one that is statically farthest from T; the first of several.
  std::optional<TestCase> new_test_case(std::uint64_t m);
  TestProfile profile(const TestCase& test);
  void join(CandidateSet& candidates, const std::optional<TestCase>& test);

  // The position in R of what is dynamically farthest from T; the oldest of several. R is not empty.
  std::size_t optimal(const CandidateSet& candidates) const;
  std::size_t distance(const Candidate& candidate) const {
    return dynamic_distance(candidate.profile.discovered, exposed());
  }

  // Executes the test for an active test and adds it to T; whether IRoots(T) has grown.
  bool execute(const TestCase& test, const TestProfile& profile, const IRootSet& targets);

  bool is_over() const { return bench_->is_over(); }
  const IRootSet& exposed() const { return result_.exposed; }  // IRoots(T)
  AtgResult ended(AtgResult::End end, IRootSet discovered);

 private:
  TestBench* bench_;
  AtgOptions options_;
  AtgResult result_;
  std::unordered_set<TestCase> profiled_;  // T, R, and what has left R
};

}  // namespace heddle::classes
