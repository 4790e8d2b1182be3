// __tsan_atomic*: called by the program instead of each atomic operation.
#include "runtime/hooks/atomic_operations.h"

using heddle::runtime::hooked_compare_exchange;
using heddle::runtime::hooked_load;
using heddle::runtime::hooked_store;
using heddle::runtime::hooked_update;
using heddle::runtime::Wide;

bool heddle::runtime::WideLock::word_ = false;

#define HEDDLE_PC __builtin_return_address(0)

#define HEDDLE_ATOMIC_UPDATE(bits, T, name, expression)                                     \
  T __tsan_atomic##bits##_##name(volatile T* memory, T value, int) {                        \
    return hooked_update(memory, [value](T before) -> T { return expression; }, HEDDLE_PC); \
  }

#define HEDDLE_ATOMIC_HOOKS(bits, T)                                                                        \
  T __tsan_atomic##bits##_load(const volatile T* memory, int) {                                             \
    return hooked_load(memory, HEDDLE_PC);                                                                  \
  }                                                                                                         \
  void __tsan_atomic##bits##_store(volatile T* memory, T value, int) {                                      \
    hooked_store(memory, value, HEDDLE_PC);                                                                 \
  }                                                                                                         \
  HEDDLE_ATOMIC_UPDATE(bits, T, exchange, (static_cast<void>(before), value))                               \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_add, static_cast<T>(before + value))                                  \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_sub, static_cast<T>(before - value))                                  \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_and, static_cast<T>(before & value))                                  \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_or, static_cast<T>(before | value))                                   \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_xor, static_cast<T>(before ^ value))                                  \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_nand, static_cast<T>(~(before & value)))                              \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* memory, T* expected, T desired, int, int) { \
    const T wanted = *expected;                                                                             \
    const T found = hooked_compare_exchange(memory, wanted, desired, HEDDLE_PC);                            \
    if (found == wanted) return 1;                                                                          \
    *expected = found;                                                                                      \
    return 0;                                                                                               \
  }                                                                                                         \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* memory, T* expected, T desired, int, int) {   \
    const T wanted = *expected;                                                                             \
    const T found = hooked_compare_exchange(memory, wanted, desired, HEDDLE_PC);                            \
    if (found == wanted) return 1;                                                                          \
    *expected = found;                                                                                      \
    return 0;                                                                                               \
  }                                                                                                         \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* memory, T expected, T desired, int, int) {       \
    return hooked_compare_exchange(memory, expected, desired, HEDDLE_PC);                                   \
  }

extern "C" {

HEDDLE_ATOMIC_HOOKS(8, std::uint8_t)
HEDDLE_ATOMIC_HOOKS(16, std::uint16_t)
HEDDLE_ATOMIC_HOOKS(32, std::uint32_t)
HEDDLE_ATOMIC_HOOKS(64, std::uint64_t)
HEDDLE_ATOMIC_HOOKS(128, Wide)

// Executions are sequentially consistent, so a fence orders nothing that is not ordered already: no
// scheduling point.
void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // extern "C"
