#include "strategies/random_walk.h"

namespace heddle {

Decision RandomWalk::choose(const Choice& choice) {
  const std::size_t count = choice.enabled.size();
  if (switch_probability_ < 0 || !choice.current_enabled)
    return Decision::go(choice.enabled[random_->below(count)].thread);
  if (count == 1 || random_->unit() >= switch_probability_) return Decision::go(choice.current);
  // One of the others, uniformly: the current thread gives its place to the last one.
  const ThreadId chosen = choice.enabled[random_->below(count - 1)].thread;
  return Decision::go(chosen == choice.current ? choice.enabled[count - 1].thread : chosen);
}

}  // namespace heddle
