// The probability that an execution triggers a bug: Cai and Yang, "Radius Aware Probabilistic Testing of
// Deadlocks with Guarantees", ASE 2016, Lemma 1 and Theorem 1.
#pragma once

#include <cstdint>

namespace heddle {

struct BugBounds {
  std::uint64_t threads = 0;  // n
  std::uint64_t events = 0;   // k
  unsigned depth = 0;         // d
};

// 1 / (n k^(d-1))
double pct_guarantee(const BugBounds& bounds);
// 1 / (n k r^(d-2)). The strict one, footnote 1, has 2r in place of r. 0: the theorem says nothing for this
// depth and radius.
double rpro_guarantee(const BugBounds& bounds, std::uint64_t radius);
double rpro_strict_guarantee(const BugBounds& bounds, std::uint64_t radius);

// 1 / (k h)^d, k the atomic reads, for a bug that needs d of them to take one of the newest h stores
// (pctwm.h).
double pctwm_guarantee(std::uint64_t reads, unsigned depth, std::uint64_t stores);

// How many executions trigger the bug with that confidence at least; 0: none will do.
double executions_for(double confidence, double probability);

}  // namespace heddle
