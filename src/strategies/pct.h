// `pct`: Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler with Probabilistic
// Guarantees of Finding Bugs", ASPLOS 2010, as Algorithm 1 of the RPro paper (rpro.h) states it. The d - 1
// change points lie anywhere among the k events.
#pragma once

#include "strategies/priority_schedule.h"
#include "strategies/profile.h"

namespace heddle {

// What is 0 is taken from the profile.
struct PctOptions {
  unsigned depth = 3;         // d
  std::uint64_t threads = 0;  // n
  std::uint64_t events = 0;   // k
  EventClass counted = EventClass::kSync;
  bool fair = false;
};

class Pct : public PriorityScheduling {
 public:
  Pct(const PctOptions& options, const Profile& profile)
      : PriorityScheduling(options.counted, options.fair), options_(options), profile_(profile) {}

 protected:
  PriorityPlan draw(Random& random) override;

  unsigned depth() const { return options_.depth; }
  std::uint64_t threads() const { return options_.threads != 0 ? options_.threads : profile_.threads(); }
  std::uint64_t events() const {
    return options_.events != 0 ? options_.events : profile_.events(options_.counted);
  }

 private:
  PctOptions options_;
  const Profile& profile_;
};

}  // namespace heddle
