// SD-ATG: Figure 3. When there are no new candidates, R becomes smaller.
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult sd_atg(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  const std::uint32_t N = options.N;
  AtgRun run(bench, options);
  IRootSet Z;
  std::uint32_t k = 0, l = 0, u = 0;
  std::uint64_t m = N;
  AtgRun::CandidateSet R;
  for (std::uint32_t i = 0; i < N; ++i) run.join(R, run.new_test_case(m));
  while (k < N && l < N && u < N) {
    if (run.is_over()) return run.ended(kOver, Z);
    if (R.empty()) return run.ended(kNoUnseenTest, Z);
    const std::size_t at = run.optimal(R);
    const AtgRun::Candidate t = R[at];
    if (run.distance(t) == 0) {
      ++l;
    } else {
      l = 0;
      const IRootSet Z_new = unite(Z, t.profile.discovered);
      const bool has_exposed = run.execute(t.test, t.profile, without(Z_new, run.exposed()));
      if (Z_new == Z) {
        ++k;
        m += N;
      } else {
        Z = Z_new;
        k = 0;
        m = N;
      }
      u = has_exposed ? 0 : u + 1;
    }
    R.erase(R.begin() + static_cast<std::ptrdiff_t>(at));
    run.join(R, run.new_test_case(m));
  }
  return run.ended(k >= N ? kNothingDiscovered : l >= N ? kNothingToExpose : kNothingExposed, Z);
}

AtgBounds sd_atg_bounds(std::uint64_t N, std::uint64_t r) {
  return {N * N * N * (N + 1) * r / 2 + 2 * N * N, N * (N * r + 2), N * r};
}

}  // namespace heddle::classes
