// Atomic operations on words of all sizes, as the hooks (atomics.cc) and libatomic's functions (libatomic.cc)
// share them: under control announced, done and recorded; outside just done.
#pragma once

#include <cstdint>

#include <cstring>

#include "runtime/engine/scheduler.h"
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

// --memory c++: these have been announced, and the engine says what they see and where they go. Memory holds
// the newest store.
template <typename T>
AtomicValue as_atomic_value(T value) {
  std::uint64_t words[2] = {};
  std::memcpy(words, &value, sizeof value);
  return {words[0], words[1]};
}
template <typename T>
T as_word(const AtomicValue& value) {
  const std::uint64_t words[2] = {value.low, value.high};
  T result;
  std::memcpy(&result, words, sizeof result);
  return result;
}
template <typename T>
AtomicPlace place_of(const volatile T* memory) {
  return {reinterpret_cast<std::uint64_t>(memory), sizeof(T), as_atomic_value(static_cast<T>(*memory))};
}

template <typename T>
[[gnu::noinline]] T weak_load(const volatile T* memory, Ordering ordering) {
  ordering = scheduler().strengthened(ordering);
  const T seen = as_word<T>(scheduler().atomic_load(place_of(memory), ordering));
  performed_weak_atomic(false, ordering, false);
  return seen;
}

template <typename T>
[[gnu::noinline]] void weak_store(volatile T* memory, T value, Ordering ordering) {
  ordering = scheduler().strengthened(ordering);
  const bool changed = *memory != value;
  if (scheduler().atomic_store(place_of(memory), as_atomic_value(value), ordering)) *memory = value;
  performed_weak_atomic(false, ordering, changed);
}

template <typename T, typename Change>
[[gnu::noinline]] T weak_update(volatile T* memory, Change change, Ordering ordering) {
  ordering = scheduler().strengthened(ordering);
  const T before = as_word<T>(scheduler().begin_atomic_update(place_of(memory), ordering));
  const T after = change(before);
  if (scheduler().end_atomic_update(as_atomic_value(after), ordering)) *memory = after;
  performed_weak_atomic(false, ordering, before != after);
  return before;
}

template <typename T>
T hooked_load(const volatile T* memory, int order, const void* pc) {
  if (!hot.active) return load(memory);
  announce_atomic(OperationKind::kAtomicLoad, memory, sizeof(T), pc);
  if (hot.weak_memory) [[unlikely]]
    return weak_load(memory, ordering_of(order));
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
  if (hot.weak_memory) [[unlikely]]
    return weak_store(memory, value, ordering_of(order));
  const bool changed = *memory != value;
  *memory = value;
  performed_atomic(false, ordering_of(order), changed);
}

template <typename T, typename Change>
T hooked_update(volatile T* memory, Change change, int order, const void* pc) {
  if (!hot.active) return update(memory, change);
  announce_atomic(OperationKind::kAtomicUpdate, memory, sizeof(T), pc);
  if (hot.weak_memory) [[unlikely]]
    return weak_update(memory, change, ordering_of(order));
  const T before = *memory;
  const T after = change(before);
  *memory = after;
  performed_atomic(false, ordering_of(order), before != after);
  return before;
}

// What was found, and whether the exchange happened. A weak one fails for no reason only under --memory c++.
template <typename T>
struct Exchanged {
  T found;
  bool done;
};

template <typename T>
[[gnu::noinline]] Exchanged<T> weak_compare_exchange(volatile T* memory, CompareExchange what, T desired) {
  what.success = scheduler().strengthened(what.success);
  what.failure = scheduler().strengthened(what.failure);
  const ExchangeResult result = scheduler().atomic_exchange(place_of(memory), what, as_atomic_value(desired));
  if (result.is_newest) *memory = desired;
  const T found = as_word<T>(result.seen);
  performed_weak_atomic(!result.exchanged, result.exchanged ? what.success : what.failure,
                        result.exchanged && found != desired);
  return {found, result.exchanged};
}

template <typename T>
Exchanged<T> hooked_compare_exchange(volatile T* memory, T expected, T desired, int order,
                                     int order_of_failure, const void* pc, bool is_weak = false) {
  if (!hot.active) {
    const T before = update(memory, [=](T found) { return found == expected ? desired : found; });
    return {before, before == expected};
  }
  announce_atomic(OperationKind::kAtomicUpdate, memory, sizeof(T), pc);
  if (hot.weak_memory) [[unlikely]]
    return weak_compare_exchange(
        memory, {as_atomic_value(expected), ordering_of(order), ordering_of(order_of_failure), is_weak},
        desired);
  const T before = *memory;
  const bool equal = before == expected;
  if (equal) *memory = desired;
  performed_atomic(!equal, ordering_of(equal ? order : order_of_failure), equal && before != desired);
  return {before, equal};
}

}  // namespace heddle::runtime
