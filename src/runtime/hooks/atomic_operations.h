// Atomic operations on words of all sizes, as the hooks (atomics.cc) and libatomic's functions (libatomic.cc)
// share them: under control announced, done and recorded; outside just done.
#pragma once

#include <cstdint>

#include "runtime/hooks/access.h"

namespace heddle::runtime {

__extension__ using Wide = unsigned __int128;

// Sixteen bytes: the compiler would call libatomic. Under control no other kernel thread runs; outside, a
// lock of our own makes these operations atomic with respect to each other, which is all that may touch such
// an object.
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
    while (!__atomic_compare_exchange_n(memory, &before, change(before), true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
    }
    return before;
  }
}

template <typename T>
T hooked_load(const volatile T* memory, int order, const void* pc) {
  if (!hot.active) return load(memory);
  announce_atomic(OperationKind::kAtomicLoad, memory, sizeof(T), pc);
  const T value = *memory;
  performed_atomic(false, ordering_of(order), false);
  return value;
}

template <typename T>
void hooked_store(volatile T* memory, T value, int order, const void* pc) {
  if (!hot.active) {
    update(memory, [value](T) { return value; });
    return;
  }
  announce_atomic(OperationKind::kAtomicStore, memory, sizeof(T), pc);
  const bool changed = *memory != value;
  *memory = value;
  performed_atomic(false, ordering_of(order), changed);
}

template <typename T, typename Change>
T hooked_update(volatile T* memory, Change change, int order, const void* pc) {
  if (!hot.active) return update(memory, change);
  announce_atomic(OperationKind::kAtomicUpdate, memory, sizeof(T), pc);
  const T before = *memory;
  const T after = change(before);
  *memory = after;
  performed_atomic(false, ordering_of(order), before != after);
  return before;
}

// Returns the value that was found; the exchange happened if it equals `expected`. A weak one fails only if
// they differ.
template <typename T>
T hooked_compare_exchange(volatile T* memory, T expected, T desired, int order, int order_of_failure,
                          const void* pc) {
  if (!hot.active) return update(memory, [=](T before) { return before == expected ? desired : before; });
  announce_atomic(OperationKind::kAtomicUpdate, memory, sizeof(T), pc);
  const T before = *memory;
  const bool equal = before == expected;
  if (equal) *memory = desired;
  performed_atomic(!equal, ordering_of(equal ? order : order_of_failure), equal && before != desired);
  return before;
}

}  // namespace heddle::runtime
