#include "strategies/urw.h"

namespace heddle {

void Urw::begin(const RunContext& run) {
  random_ = &run.random;
  remaining_.begin();
}

Decision Urw::choose(const Choice& choice) {
  return Decision::go(remaining_.draw(choice.enabled, *random_));
}

void Urw::executed(const Event& event) {
  remaining_.performed(event.thread);
  remaining_.look_for_creation(event);
}

}  // namespace heddle
