#include "schedule/urw.h"

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
  if (event.kind == OperationKind::kThreadCreate && event.detail != kNoThread)
    remaining_.created(event.thread, static_cast<ThreadId>(event.detail));
}

}  // namespace heddle
