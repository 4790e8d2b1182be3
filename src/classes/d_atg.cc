// D-ATG: Figure 2. When there are no new candidates, R becomes smaller.
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult d_atg(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  const std::uint32_t n = options.N;
  AtgRun run(bench, options);
  IRootSet z;
  std::uint32_t l = 0, u = 0;
  AtgRun::CandidateSet candidates;
  for (std::uint32_t i = 0; i < n; ++i) run.join(candidates, run.random_test());
  while (l < n && u < n) {
    if (run.is_over()) return run.ended(kOver, z);
    if (candidates.empty()) return run.ended(kNoUnseenTest, z);
    const std::size_t at = run.optimal(candidates);
    const AtgRun::Candidate t = candidates[at];
    if (run.distance(t) == 0) {
      ++l;
    } else {
      l = 0;
      z = unite(z, t.profile.discovered);
      const bool has_exposed = run.execute(t.test, t.profile, without(z, run.exposed()));
      u = has_exposed ? 0 : u + 1;
    }
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(at));
    run.join(candidates, run.random_test());
  }
  return run.ended(l >= n ? kNothingToExpose : kNothingExposed, z);
}

AtgBounds d_atg_bounds(std::uint64_t n, std::uint64_t r) {
  return {n * (n * r + 2), n * (n * r + 2), n * r};
}

}  // namespace heddle::classes
