// SD-ATG: Figure 3. When there are no new candidates, R becomes smaller.
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult sd_atg(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  const std::uint32_t n = options.N;
  AtgRun run(bench, options);
  IRootSet z;
  std::uint32_t k = 0, l = 0, u = 0;
  std::uint64_t m = n;
  AtgRun::CandidateSet candidates;
  for (std::uint32_t i = 0; i < n; ++i) run.join(candidates, run.new_test_case(m));
  while (k < n && l < n && u < n) {
    if (run.is_over()) return run.ended(kOver, z);
    if (candidates.empty()) return run.ended(kNoUnseenTest, z);
    const std::size_t at = run.optimal(candidates);
    const AtgRun::Candidate t = candidates[at];
    if (run.distance(t) == 0) {
      ++l;
    } else {
      l = 0;
      const IRootSet z_new = unite(z, t.profile.discovered);
      const bool has_exposed = run.execute(t.test, t.profile, without(z_new, run.exposed()));
      if (z_new == z) {
        ++k;
        m += n;
      } else {
        z = z_new;
        k = 0;
        m = n;
      }
      u = has_exposed ? 0 : u + 1;
    }
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(at));
    run.join(candidates, run.new_test_case(m));
  }
  return run.ended(k >= n ? kNothingDiscovered : l >= n ? kNothingToExpose : kNothingExposed, z);
}

AtgBounds sd_atg_bounds(std::uint64_t n, std::uint64_t r) {
  return {n * n * n * (n + 1) * r / 2 + 2 * n * n, n * (n * r + 2), n * r};
}

}  // namespace heddle::classes
