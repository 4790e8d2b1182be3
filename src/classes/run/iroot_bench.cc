#include "classes/run/iroot_bench.h"

#include <algorithm>

#include "analysis/iroot.h"

namespace heddle::classes {

namespace {

// Tests in a row that have been seen before, after which there are taken to be no others.
constexpr int kSeenInARow = 1000;
// The strategy profiles four times before it aims, and again at every sixteenth execution.
constexpr char kActiveTesting[] = "iroot:failures=3";
constexpr std::uint64_t kUnaimed = 8;
constexpr std::uint64_t kForEachTarget = 3;
constexpr std::uint64_t kMostExecutions = 500;

std::uint64_t key_of(const CoverageItem& item) {
  IRoot root;
  root.idiom = item.shape;
  for (std::size_t i = 0; i < root.size(); ++i) root.events[i] = {item.step[i].site, item.step[i].kind};
  return root.key();
}

TestProfile iroots_of(const CoverageReport& coverage) {
  TestProfile roots;
  for (const MetricReport& metric : coverage.metrics) {
    if (metric.metric != MetricKind::kIRoots) continue;
    for (const CoverageItem& item : metric.items) {
      roots.discovered.insert(key_of(item));
      if (item.covered) roots.exposed.insert(key_of(item));
    }
  }
  return roots;
}

}  // namespace

std::optional<TestCase> IRootBench::random_test(const IsSeen& is_seen) {
  if (is_over()) return std::nullopt;
  for (int i = 0; i < kSeenInARow; ++i)
    if (TestCase test = maker_.any(options_.shape); !is_seen(test)) return test;
  return std::nullopt;
}

TestProfile IRootBench::run(const TestCase& test, const char* strategy, std::uint64_t executions) {
  MeterSettings coverage;
  coverage.metrics = bit_of(MetricKind::kIRoots);
  const std::optional<TestRun> run =
      try_test_(test, {strategy, executions, random_.next(), options_.races}, coverage);
  if (!run) return {};
  TestProfile roots = iroots_of(run->coverage);
  counts_.discovered = unite(counts_.discovered, roots.discovered);
  counts_.exposed = unite(counts_.exposed, roots.exposed);
  return roots;
}

bool IRootBench::is_given_up(std::uint64_t root) const {
  const auto found = vain_tests_.find(root);
  return options_.vain_tests != 0 && found != vain_tests_.end() && found->second >= options_.vain_tests &&
         !counts_.exposed.contains(root);
}

TestProfile IRootBench::profile(const TestCase& test) {
  if (is_over()) return {};
  ++counts_.profiles;
  TestProfile roots = run(test, "native", options_.profile_executions);
  std::erase_if(roots.discovered, [this](std::uint64_t root) { return is_given_up(root); });
  return roots;
}

IRootSet IRootBench::actively_test(const TestCase& test, const IRootSet& targets) {
  if (is_over()) return {};
  ++counts_.active_tests;
  const std::uint64_t executions = kUnaimed + kForEachTarget * targets.size();
  const TestProfile roots = run(test, kActiveTesting, std::min(executions, kMostExecutions));
  for (const std::uint64_t target : without(targets, roots.exposed))
    if (roots.discovered.contains(target)) ++vain_tests_[target];
  return roots.exposed;
}

}  // namespace heddle::classes
