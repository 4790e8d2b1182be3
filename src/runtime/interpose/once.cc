// pthread_once (std::call_once stands on it) and the guards of function-local statics.
#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// Both are words of the program: 0 until somebody starts; for `once` 1 = running, 2 = done; a guard has its
// done flag in the first byte, where inlined code tests it, and our running flag in the second.
enum OnceState { kNew = 0, kRunning = 1, kDone = 2 };

bool once_settled(const Thread& thread) {
  return *reinterpret_cast<const volatile int*>(thread.next.address) != kRunning;
}
constexpr Condition kOnceSettled{once_settled, nullptr};

struct OnceCall {
  pthread_once_t* control;
  void (*routine)();
};

void call_routine(void* argument) {
  static_cast<OnceCall*>(argument)->routine();
}

void set_once(pthread_once_t* control, OnceState state) {
  *control = state;
  if (hot.active) scheduler().changed(address_of(control));
}

void note_order(OrderKind kind, const void* object, SiteId site) {
  if (hot.active) scheduler().note_order(kind, locate(address_of(object)), site);
}

void start_again(void* argument) {
  set_once(static_cast<OnceCall*>(argument)->control, kNew);
}

const unsigned char* guard_bytes(std::uint64_t address) {
  return reinterpret_cast<const unsigned char*>(address);
}

bool guard_settled(const Thread& thread) {
  return guard_bytes(thread.next.address)[1] == 0;
}
constexpr Condition kGuardSettled{guard_settled, nullptr};

using GuardAcquire = int (*)(std::uint64_t*);
using GuardEnd = void (*)(std::uint64_t*);

void end_guard(std::uint64_t* guard, bool done) {
  auto* bytes = reinterpret_cast<unsigned char*>(guard);
  bytes[1] = 0;
  if (done) __atomic_store_n(&bytes[0], 1, __ATOMIC_RELEASE);
  if (hot.active) scheduler().changed(address_of(guard));
}

}  // namespace

namespace heddle::runtime {

int call_once(pthread_once_t* control, void (*routine)(), SiteId site) {
  if (*control == kDone) {  // libgcc asks at every exception
    note_order(OrderKind::kAcquire, control, site);
    return 0;
  }
  Scheduler& engine = scheduler();
  engine.announce(operation_on(OperationKind::kOnce, control, site), &kOnceSettled);
  const bool first = *control == kNew;
  if (first) set_once(control, kRunning);
  engine.performed(first ? 0 : 1, first ? Effect::kProgress : Effect::kNone);
  if (!first) return 0;
  OnceCall call{control, routine};
  heddle_guarded_call(call_routine, start_again, &call);
  note_order(OrderKind::kRelease, control, site);
  set_once(control, kDone);
  return 0;
}

}  // namespace heddle::runtime

extern "C" {

int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (!hot.active) return real().pthread_once(control, routine);
  return heddle::runtime::call_once(control, routine, user_site(HEDDLE_CALL_SITE));
}

int __cxa_guard_acquire(std::uint64_t* guard) {
  if (!hot.active) {
    static const auto next = reinterpret_cast<GuardAcquire>(find_real("__cxa_guard_acquire"));
    return next(guard);
  }
  auto* bytes = reinterpret_cast<unsigned char*>(guard);
  const SiteId site = user_site(HEDDLE_CALL_SITE);
  if (bytes[0] != 0) {
    note_order(OrderKind::kAcquire, guard, site);
    return 0;
  }
  Scheduler& engine = scheduler();
  engine.announce(operation_on(OperationKind::kOnce, guard, site), &kGuardSettled);
  const bool first = bytes[0] == 0;
  if (first) bytes[1] = 1;
  engine.changed(address_of(guard));
  engine.performed(first ? 0 : 1, first ? Effect::kProgress : Effect::kNone);
  return first ? 1 : 0;
}

void __cxa_guard_release(std::uint64_t* guard) {
  if (!hot.active) {
    static const auto next = reinterpret_cast<GuardEnd>(find_real("__cxa_guard_release"));
    return next(guard);
  }
  note_order(OrderKind::kPublish, guard, user_site(HEDDLE_CALL_SITE));
  end_guard(guard, true);
}

void __cxa_guard_abort(std::uint64_t* guard) {
  if (!hot.active) {
    static const auto next = reinterpret_cast<GuardEnd>(find_real("__cxa_guard_abort"));
    return next(guard);
  }
  end_guard(guard, false);
}

}  // extern "C"
