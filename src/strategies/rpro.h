// `rpro`: Cai and Yang, "Radius Aware Probabilistic Testing of Deadlocks with Guarantees", ASE 2016,
// Algorithm 2. The first change point lies anywhere, all others within the radius of it.
#pragma once

#include "strategies/pct.h"

namespace heddle {

struct RproOptions {
  PctOptions pct;
  std::uint64_t radius = 10;  // r
};

class Rpro : public Pct {
 public:
  Rpro(const RproOptions& options, const Profile& profile)
      : Pct(options.pct, profile), radius_(options.radius) {}

 protected:
  PriorityPlan draw(Random& random) override;

 private:
  std::uint64_t radius_;
};

}  // namespace heddle
