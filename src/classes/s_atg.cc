// S-ATG: Figure 1.
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult s_atg(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  const std::uint32_t n = options.N;
  AtgRun run(bench, options);
  IRootSet z;
  std::uint32_t k = 0;
  std::uint64_t m = n;
  while (k < n) {
    if (run.is_over()) return run.ended(kOver, z);
    const auto t = run.new_test_case(m);
    if (!t) return run.ended(kNoUnseenTest, z);
    const TestProfile profile = run.profile(*t);
    const IRootSet z_new = unite(z, profile.discovered);
    run.execute(*t, profile, without(z_new, run.exposed()));
    if (z_new == z) {
      ++k;
      m += n;
    } else {
      z = z_new;
      k = 0;
      m = n;
    }
  }
  return run.ended(kNothingDiscovered, z);
}

AtgBounds s_atg_bounds(std::uint64_t n, std::uint64_t r) {
  return {n * n * (n + 1) * (r + 1) / 2, n * (r + 1), n * (r + 1)};
}

}  // namespace heddle::classes
