// S-ATG: Figure 1.
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult s_atg(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  const std::uint32_t N = options.N;
  AtgRun run(bench, options);
  IRootSet Z;
  std::uint32_t k = 0;
  std::uint64_t m = N;
  while (k < N) {
    if (run.is_over()) return run.ended(kOver, Z);
    const auto t = run.new_test_case(m);
    if (!t) return run.ended(kNoUnseenTest, Z);
    const TestProfile profile = run.profile(*t);
    const IRootSet Z_new = unite(Z, profile.discovered);
    run.execute(*t, profile, without(Z_new, run.exposed()));
    if (Z_new == Z) {
      ++k;
      m += N;
    } else {
      Z = Z_new;
      k = 0;
      m = N;
    }
  }
  return run.ended(kNothingDiscovered, Z);
}

AtgBounds s_atg_bounds(std::uint64_t N, std::uint64_t r) {
  return {N * N * (N + 1) * (r + 1) / 2, N * (r + 1), N * (r + 1)};
}

}  // namespace heddle::classes
