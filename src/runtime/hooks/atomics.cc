// __tsan_atomic*: called by the program instead of each atomic operation.
#include "runtime/engine/scheduler.h"
#include "runtime/hooks/atomic_operations.h"

using namespace heddle;
using namespace heddle::runtime;

bool heddle::runtime::WideLock::word_ = false;

#define HEDDLE_PC HEDDLE_POINT

#define HEDDLE_ATOMIC_UPDATE(bits, T, name, expression)                                            \
  T __tsan_atomic##bits##_##name(volatile T* memory, T value, int order) {                         \
    return hooked_update(memory, [value](T before) -> T { return expression; }, order, HEDDLE_PC); \
  }

#define HEDDLE_ATOMIC_HOOKS(bits, T)                                                                       \
  T __tsan_atomic##bits##_load(const volatile T* memory, int order) {                                      \
    return hooked_load(memory, order, HEDDLE_PC);                                                          \
  }                                                                                                        \
  void __tsan_atomic##bits##_store(volatile T* memory, T value, int order) {                               \
    hooked_store(memory, value, order, HEDDLE_PC);                                                         \
  }                                                                                                        \
  HEDDLE_ATOMIC_UPDATE(bits, T, exchange, (static_cast<void>(before), value))                              \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_add, static_cast<T>(before + value))                                 \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_sub, static_cast<T>(before - value))                                 \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_and, static_cast<T>(before & value))                                 \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_or, static_cast<T>(before | value))                                  \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_xor, static_cast<T>(before ^ value))                                 \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_nand, static_cast<T>(~(before & value)))                             \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* memory, T* expected, T desired, int order, \
                                                    int failure) {                                         \
    return compare_exchange(memory, expected, desired, order, failure, HEDDLE_PC, false);                  \
  }                                                                                                        \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* memory, T* expected, T desired, int order,   \
                                                  int failure) {                                           \
    return compare_exchange(memory, expected, desired, order, failure, HEDDLE_PC, true);                   \
  }                                                                                                        \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* memory, T expected, T desired, int order,       \
                                               int failure) {                                              \
    return hooked_compare_exchange(memory, expected, desired, order, failure, HEDDLE_PC).found;            \
  }

namespace {

template <typename T>
int compare_exchange(volatile T* memory, T* expected, T desired, int order, int failure, const void* pc,
                     bool is_weak) {
  const Exchanged<T> exchanged =
      hooked_compare_exchange(memory, *expected, desired, order, failure, pc, is_weak);
  if (!exchanged.done) *expected = exchanged.found;
  return exchanged.done ? 1 : 0;
}

}  // namespace

extern "C" {

HEDDLE_ATOMIC_HOOKS(8, std::uint8_t)
HEDDLE_ATOMIC_HOOKS(16, std::uint16_t)
HEDDLE_ATOMIC_HOOKS(32, std::uint32_t)
HEDDLE_ATOMIC_HOOKS(64, std::uint64_t)
HEDDLE_ATOMIC_HOOKS(128, Wide)

// Where executions are sequentially consistent, a fence changes nothing: no scheduling point. Whether
// accesses race may depend on it. Under --memory c++ the order of seq_cst fences matters, and they are
// points.
void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!hot.active) return;
  const auto pc = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  const SiteId site = load_map().site_of(pc);
  if (hot.weak_memory && ordering_of(order) == Ordering::kSequential) scheduler().fence(site);
  scheduler().note_order(OrderKind::kFence, kNoLocation, site, ordering_of(order));
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"
