#include "classes/atg_run.h"

#include <utility>

namespace heddle::classes {

std::optional<TestCase> AtgRun::random_test() {
  auto test = bench_->random_test([&](const TestCase& each) { return profiled_.contains(each); });
  if (test) ++result_.candidates;
  return test;
}

std::optional<TestCase> AtgRun::new_test_case(std::uint64_t m) {
  std::optional<TestCase> farthest;
  std::size_t distance = 0;
  std::unordered_set<TestCase> candidates;
  for (std::uint64_t i = 0; i < m; ++i) {
    auto test = bench_->random_test(
        [&](const TestCase& each) { return profiled_.contains(each) || candidates.contains(each); });
    if (!test) break;
    ++result_.candidates;
    const std::size_t its_distance = static_distance(*test, result_.executed);
    candidates.insert(*test);
    if (farthest && its_distance <= distance) continue;
    farthest = std::move(test);
    distance = its_distance;
  }
  return farthest;
}

TestProfile AtgRun::profile(const TestCase& test) {
  ++result_.profiles;
  profiled_.insert(test);
  TestProfile profile = bench_->profile(test);
  if (options_.profiles_expose) result_.exposed = unite(result_.exposed, profile.exposed);
  return profile;
}

void AtgRun::join(CandidateSet& candidates, const std::optional<TestCase>& test) {
  if (test) candidates.push_back({*test, profile(*test)});
}

std::size_t AtgRun::optimal(const CandidateSet& candidates) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (distance(candidates[i]) > distance(candidates[best])) best = i;
  return best;
}

bool AtgRun::execute(const TestCase& test, const TestProfile& profile, const IRootSet& targets) {
  ++result_.tests;
  const std::size_t before = result_.exposed.size();
  const IRootSet now = bench_->actively_test(test, targets);
  result_.exposed = unite(unite(result_.exposed, profile.exposed), now);
  result_.executed.push_back(test);
  return result_.exposed.size() > before;
}

AtgResult AtgRun::ended(AtgResult::End end, IRootSet discovered) {
  result_.end = end;
  result_.discovered = std::move(discovered);
  return std::move(result_);
}

}  // namespace heddle::classes
