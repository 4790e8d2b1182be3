// MRT: Maple with random tests, what the adaptive ones are compared with (section 6).
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult mrt(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  AtgRun run(bench, options);
  IRootSet z;
  std::uint32_t k = 0;
  while (k < options.N) {
    if (run.is_over()) return run.ended(kOver, z);
    const auto t = run.random_test();
    if (!t) return run.ended(kNoUnseenTest, z);
    const TestProfile profile = run.profile(*t);
    const IRootSet z_new = unite(z, profile.discovered);
    run.execute(*t, profile, without(z_new, run.exposed()));
    k = z_new == z ? k + 1 : 0;
    z = z_new;
  }
  return run.ended(kNothingDiscovered, z);
}

}  // namespace heddle::classes
