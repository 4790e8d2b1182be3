// `rpro`: Cai and Yang, "Radius Aware Probabilistic Testing of Deadlocks with Guarantees", ASE 2016,
// Algorithm 2. The first change point lies anywhere, all others within the radius of it.
#pragma once

#include "schedule/pct.h"

namespace heddle {

class Rpro : public Pct {
 public:
  Rpro(const PctOptions& options, std::uint64_t radius, const Profile& profile)
      : Pct(options, profile), radius_(radius) {}

 protected:
  PriorityPlan draw(Random& random) override;

 private:
  std::uint64_t radius_;  // r
};

}  // namespace heddle
