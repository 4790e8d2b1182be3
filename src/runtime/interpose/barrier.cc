// pthread barriers. glibc's fields, counted as it does, so that a barrier may be used before and after
// control: how many threads have come in, how many of them were let go, the count that pthread_barrier_init
// was given, and how many are out again.
#include <cerrno>

#include "runtime/engine/wait_queue.h"
#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

struct Barrier {
  unsigned in;
  unsigned let_go;
  unsigned count;
  int shared;
  unsigned out;
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier& barrier_of(pthread_barrier_t* barrier) {
  return *reinterpret_cast<Barrier*>(barrier);
}

}  // namespace

extern "C" {

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned count) {
  return begin_lifetime(barrier, HEDDLE_CALL_SITE,
                        [&] { return real().pthread_barrier_init(barrier, attributes, count); });
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  if (!hot.active) return real().pthread_barrier_destroy(barrier);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(barrier, kBarrierType, call);
  announce_lifetime(OperationKind::kDestroy, barrier, call);
  check_alive(barrier, kBarrierType, call);
  // Those who have been let go may still be on their way out.
  if (barrier_of(barrier).in != barrier_of(barrier).let_go)
    misuse("destroys a barrier that a thread waits at", call);
  end_lifetime(barrier, kBarrierType, call);
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  if (!hot.active) return real().pthread_barrier_wait(barrier);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(barrier, kBarrierType, call);
  Scheduler& engine = scheduler();
  engine.announce(operation_on(OperationKind::kBarrierWait, barrier, call));
  check_still_alive(barrier, kBarrierType, call);
  Barrier& state = barrier_of(barrier);
  const bool last = ++state.in - state.let_go == state.count;
  if (last) {
    state.let_go = state.out = state.in;
    wait_queue::wake_all(address_of(barrier));
  } else {
    wait_queue::enter(engine.current(), address_of(barrier));
  }
  engine.performed(last ? 0 : 1, Effect::kProgress);
  if (last) return PTHREAD_BARRIER_SERIAL_THREAD;
  engine.announce(operation_on(OperationKind::kWake, barrier, call), &wait_queue::when_woken);
  wait_queue::leave(engine.current());
  engine.performed(0, Effect::kProgress);
  return 0;
}

}  // extern "C"
