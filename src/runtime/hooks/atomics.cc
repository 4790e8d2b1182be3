// __tsan_atomic*: called by the program instead of each atomic operation.
#include "runtime/hooks/access.h"

using heddle::OperationKind;
using heddle::runtime::announce_atomic;
using heddle::runtime::hot;
using heddle::runtime::performed_atomic;

namespace {

__extension__ using Wide = unsigned __int128;

// Sixteen bytes: the compiler would call libatomic. Under control no other kernel thread runs; outside, a lock of our own
// makes these operations atomic with respect to each other, which is all that may touch such an object.
class WideLock {
 public:
  WideLock() {
    while (__atomic_exchange_n(&word_, true, __ATOMIC_ACQUIRE)) {
    }
  }
  ~WideLock() { __atomic_store_n(&word_, false, __ATOMIC_RELEASE); }

 private:
  static bool word_;
};
bool WideLock::word_ = false;

template <typename T>
T load(const volatile T* memory) {
  if constexpr (sizeof(T) == 16) {
    const WideLock lock;
    return *memory;
  } else {
    return __atomic_load_n(memory, __ATOMIC_SEQ_CST);
  }
}

// Applies `change` to the value and returns the old one.
template <typename T, typename Change>
T update(volatile T* memory, Change change) {
  if constexpr (sizeof(T) == 16) {
    const WideLock lock;
    const T before = *memory;
    *memory = change(before);
    return before;
  } else {
    T before = __atomic_load_n(memory, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(memory, &before, change(before), true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return before;
  }
}

template <typename T>
T hooked_load(const volatile T* memory, const void* pc) {
  if (!hot.active) return load(memory);
  announce_atomic(OperationKind::kAtomicLoad, memory, sizeof(T), pc);
  const T value = *memory;
  performed_atomic(false, false);
  return value;
}

template <typename T>
void hooked_store(volatile T* memory, T value, const void* pc) {
  if (!hot.active) {
    update(memory, [value](T) { return value; });
    return;
  }
  announce_atomic(OperationKind::kAtomicStore, memory, sizeof(T), pc);
  const bool changed = *memory != value;
  *memory = value;
  performed_atomic(false, changed);
}

template <typename T, typename Change>
T hooked_update(volatile T* memory, Change change, const void* pc) {
  if (!hot.active) return update(memory, change);
  announce_atomic(OperationKind::kAtomicUpdate, memory, sizeof(T), pc);
  const T before = *memory;
  const T after = change(before);
  *memory = after;
  performed_atomic(false, before != after);
  return before;
}

// Returns the value that was found; the exchange happened if it equals `expected`. A weak one fails only if they differ.
template <typename T>
T hooked_compare_exchange(volatile T* memory, T expected, T desired, const void* pc) {
  if (!hot.active) return update(memory, [=](T before) { return before == expected ? desired : before; });
  announce_atomic(OperationKind::kAtomicUpdate, memory, sizeof(T), pc);
  const T before = *memory;
  const bool equal = before == expected;
  if (equal) *memory = desired;
  performed_atomic(!equal, equal && before != desired);
  return before;
}

}  // namespace

#define HEDDLE_PC __builtin_return_address(0)

#define HEDDLE_ATOMIC_UPDATE(bits, T, name, expression)                                     \
  T __tsan_atomic##bits##_##name(volatile T* memory, T value, int) {                        \
    return hooked_update(memory, [value](T before) -> T { return expression; }, HEDDLE_PC); \
  }

#define HEDDLE_ATOMIC_HOOKS(bits, T)                                                                              \
  T __tsan_atomic##bits##_load(const volatile T* memory, int) { return hooked_load(memory, HEDDLE_PC); }          \
  void __tsan_atomic##bits##_store(volatile T* memory, T value, int) { hooked_store(memory, value, HEDDLE_PC); }  \
  HEDDLE_ATOMIC_UPDATE(bits, T, exchange, (static_cast<void>(before), value))                                     \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_add, static_cast<T>(before + value))                                        \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_sub, static_cast<T>(before - value))                                        \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_and, static_cast<T>(before & value))                                        \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_or, static_cast<T>(before | value))                                         \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_xor, static_cast<T>(before ^ value))                                        \
  HEDDLE_ATOMIC_UPDATE(bits, T, fetch_nand, static_cast<T>(~(before & value)))                                    \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* memory, T* expected, T desired, int, int) {       \
    const T wanted = *expected;                                                                                   \
    const T found = hooked_compare_exchange(memory, wanted, desired, HEDDLE_PC);                                  \
    if (found == wanted) return 1;                                                                                \
    *expected = found;                                                                                            \
    return 0;                                                                                                     \
  }                                                                                                               \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* memory, T* expected, T desired, int, int) {         \
    const T wanted = *expected;                                                                                   \
    const T found = hooked_compare_exchange(memory, wanted, desired, HEDDLE_PC);                                  \
    if (found == wanted) return 1;                                                                                \
    *expected = found;                                                                                            \
    return 0;                                                                                                     \
  }                                                                                                               \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* memory, T expected, T desired, int, int) {             \
    return hooked_compare_exchange(memory, expected, desired, HEDDLE_PC);                                         \
  }

extern "C" {

HEDDLE_ATOMIC_HOOKS(8, std::uint8_t)
HEDDLE_ATOMIC_HOOKS(16, std::uint16_t)
HEDDLE_ATOMIC_HOOKS(32, std::uint32_t)
HEDDLE_ATOMIC_HOOKS(64, std::uint64_t)
HEDDLE_ATOMIC_HOOKS(128, Wide)

// Executions are sequentially consistent, so a fence orders nothing that is not ordered already: no scheduling point.
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // extern "C"
