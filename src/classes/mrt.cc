// MRT: Maple with random tests, what the adaptive ones are compared with (section 6).
#include "classes/atg_run.h"

namespace heddle::classes {

AtgResult mrt(TestBench& bench, const AtgOptions& options) {
  using enum AtgResult::End;
  AtgRun run(bench, options);
  IRootSet Z;
  std::uint32_t k = 0;
  while (k < options.N) {
    if (run.is_over()) return run.ended(kOver, Z);
    const auto t = run.random_test();
    if (!t) return run.ended(kNoUnseenTest, Z);
    const TestProfile profile = run.profile(*t);
    const IRootSet Z_new = unite(Z, profile.discovered);
    run.execute(*t, profile, without(Z_new, run.exposed()));
    k = Z_new == Z ? k + 1 : 0;
    Z = Z_new;
  }
  return run.ended(kNothingDiscovered, Z);
}

}  // namespace heddle::classes
