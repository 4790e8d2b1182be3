// libatomic's functions, which both compilers call for atomics of unusual sizes. They are never passed on to
// libatomic itself: an object may be used by these and by the hooks for sixteen bytes, and all must agree on
// one lock.
#include <cstring>

#include "runtime/hooks/atomic_operations.h"
#include "runtime/interpose/interpose_name.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// Native words go lock-free, as the compilers use them in line.
bool is_native(std::size_t size, const volatile void* memory) {
  return (size == 1 || size == 2 || size == 4 || size == 8) &&
         reinterpret_cast<std::uint64_t>(memory) % size == 0;
}

// Calls act(T{}) with the word of that size.
template <typename Act>
auto with_word(std::size_t size, Act act) {
  switch (size) {
    case 1:
      return act(std::uint8_t{});
    case 2:
      return act(std::uint16_t{});
    case 4:
      return act(std::uint32_t{});
    default:
      return act(std::uint64_t{});
  }
}

template <typename T>
T value_at(const void* memory) {
  T value;
  std::memcpy(&value, memory, sizeof value);
  return value;
}

void* plain_pointer(volatile void* memory) {
  return const_cast<void*>(memory);
}

// An operation on bytes that are no word: act() does it and says whether it succeeded and what it changed.
struct Done {
  bool failed;
  bool changed;
};

// In which order it is if it succeeds, and if not.
struct Orders {
  int success;
  int failure;
};

template <typename Act>
Done on_bytes(OperationKind kind, std::size_t size, volatile void* memory, Orders orders, const void* pc,
              Act act) {
  if (!hot.active) {
    const WideLock lock;
    return act();
  }
  announce_atomic(kind, memory, size < 255 ? static_cast<unsigned>(size) : 255, pc);
  if (hot.weak_memory) [[unlikely]]
    scheduler().order_by_unknown_atomic();
  const Done done = act();
  performed_atomic(done.failed, ordering_of(done.failed ? orders.failure : orders.success), done.changed);
  return done;
}

void generic_load(std::size_t size, volatile void* memory, void* result, int order, const void* pc) {
  if (is_native(size, memory))
    return with_word(size, [&]<typename T>(T) {
      const T value = hooked_load(static_cast<const volatile T*>(memory), order, pc);
      std::memcpy(result, &value, sizeof value);
    });
  on_bytes(OperationKind::kAtomicLoad, size, memory, {order, order}, pc, [&] {
    std::memcpy(result, plain_pointer(memory), size);
    return Done{false, false};
  });
}

void generic_store(std::size_t size, volatile void* memory, const void* value, int order, const void* pc) {
  if (is_native(size, memory))
    return with_word(size, [&]<typename T>(T) {
      hooked_store(static_cast<volatile T*>(memory), value_at<T>(value), order, pc);
    });
  on_bytes(OperationKind::kAtomicStore, size, memory, {order, order}, pc, [&] {
    const bool changed = std::memcmp(plain_pointer(memory), value, size) != 0;
    std::memcpy(plain_pointer(memory), value, size);
    return Done{false, changed};
  });
}

void generic_exchange(std::size_t size, volatile void* memory, const void* value, void* result, int order,
                      const void* pc) {
  if (is_native(size, memory))
    return with_word(size, [&]<typename T>(T) {
      const T wanted = value_at<T>(value);
      const T before =
          hooked_update(static_cast<volatile T*>(memory), [wanted](T) { return wanted; }, order, pc);
      std::memcpy(result, &before, sizeof before);
    });
  on_bytes(OperationKind::kAtomicUpdate, size, memory, {order, order}, pc, [&] {
    char* const bytes = static_cast<char*>(plain_pointer(memory));
    const bool changed = std::memcmp(bytes, value, size) != 0;
    // `value` and `result` may be one.
    for (std::size_t i = 0; i < size; ++i) {
      const char wanted = static_cast<const char*>(value)[i];
      static_cast<char*>(result)[i] = bytes[i];
      bytes[i] = wanted;
    }
    return Done{false, changed};
  });
}

bool generic_compare_exchange(std::size_t size, volatile void* memory, void* expected, const void* desired,
                              Orders orders, const void* pc) {
  if (is_native(size, memory))
    return with_word(size, [&]<typename T>(T) {
      const T wanted = value_at<T>(expected);
      const T found = hooked_compare_exchange(static_cast<volatile T*>(memory), wanted, value_at<T>(desired),
                                              orders.success, orders.failure, pc)
                          .found;
      if (found != wanted) std::memcpy(expected, &found, sizeof found);
      return found == wanted;
    });
  return !on_bytes(OperationKind::kAtomicUpdate, size, memory, orders, pc, [&] {
            void* const bytes = plain_pointer(memory);
            if (std::memcmp(bytes, expected, size) != 0) {
              std::memcpy(expected, bytes, size);
              return Done{true, false};
            }
            const bool changed = std::memcmp(bytes, desired, size) != 0;
            std::memcpy(bytes, desired, size);
            return Done{false, changed};
          }).failed;
}

}  // namespace

#define HEDDLE_PC HEDDLE_POINT

HEDDLE_INTERPOSED(bool, __atomic_is_lock_free, (std::size_t size, const volatile void* memory)) {
  return is_native(size, memory);
}
HEDDLE_INTERPOSED(void, __atomic_load, (std::size_t size, volatile void* memory, void* result, int order)) {
  generic_load(size, memory, result, order, HEDDLE_PC);
}
HEDDLE_INTERPOSED(void, __atomic_store, (std::size_t size, volatile void* memory, void* value, int order)) {
  generic_store(size, memory, value, order, HEDDLE_PC);
}
HEDDLE_INTERPOSED(void, __atomic_exchange,
                  (std::size_t size, volatile void* memory, void* value, void* result, int order)) {
  generic_exchange(size, memory, value, result, order, HEDDLE_PC);
}
HEDDLE_INTERPOSED(bool, __atomic_compare_exchange,
                  (std::size_t size, volatile void* memory, void* expected, void* desired, int order,
                   int failure)) {
  return generic_compare_exchange(size, memory, expected, desired, {order, failure}, HEDDLE_PC);
}

// fetch_NAME returns the value before, NAME_fetch the one after.
#define HEDDLE_LIBATOMIC_UPDATE(bytes, T, name, expression)                                            \
  HEDDLE_INTERPOSED(T, __atomic_fetch_##name##_##bytes, (volatile void* memory, T value, int order)) { \
    const auto change = [value](T before) -> T { return expression; };                                 \
    return hooked_update(static_cast<volatile T*>(memory), change, order, HEDDLE_PC);                  \
  }                                                                                                    \
  HEDDLE_INTERPOSED(T, __atomic_##name##_fetch_##bytes, (volatile void* memory, T value, int order)) { \
    const auto change = [value](T before) -> T { return expression; };                                 \
    return change(hooked_update(static_cast<volatile T*>(memory), change, order, HEDDLE_PC));          \
  }

#define HEDDLE_LIBATOMIC(bytes, T)                                                                          \
  HEDDLE_INTERPOSED(T, __atomic_load_##bytes, (const volatile void* memory, int order)) {                   \
    return hooked_load(static_cast<const volatile T*>(memory), order, HEDDLE_PC);                           \
  }                                                                                                         \
  HEDDLE_INTERPOSED(void, __atomic_store_##bytes, (volatile void* memory, T value, int order)) {            \
    hooked_store(static_cast<volatile T*>(memory), value, order, HEDDLE_PC);                                \
  }                                                                                                         \
  HEDDLE_INTERPOSED(T, __atomic_exchange_##bytes, (volatile void* memory, T value, int order)) {            \
    return hooked_update(static_cast<volatile T*>(memory), [value](T) { return value; }, order, HEDDLE_PC); \
  }                                                                                                         \
  HEDDLE_INTERPOSED(bool, __atomic_compare_exchange_##bytes,                                                \
                    (volatile void* memory, void* expected, T desired, int order, int failure)) {           \
    const T wanted = value_at<T>(expected);                                                                 \
    const T found = hooked_compare_exchange(static_cast<volatile T*>(memory), wanted, desired, order,       \
                                            failure, HEDDLE_PC)                                             \
                        .found;                                                                             \
    if (found != wanted) std::memcpy(expected, &found, sizeof found);                                       \
    return found == wanted;                                                                                 \
  }                                                                                                         \
  HEDDLE_LIBATOMIC_UPDATE(bytes, T, add, static_cast<T>(before + value))                                    \
  HEDDLE_LIBATOMIC_UPDATE(bytes, T, sub, static_cast<T>(before - value))                                    \
  HEDDLE_LIBATOMIC_UPDATE(bytes, T, and, static_cast<T>(before & value))                                    \
  HEDDLE_LIBATOMIC_UPDATE(bytes, T, or, static_cast<T>(before | value))                                     \
  HEDDLE_LIBATOMIC_UPDATE(bytes, T, xor, static_cast<T>(before ^ value))                                    \
  HEDDLE_LIBATOMIC_UPDATE(bytes, T, nand, static_cast<T>(~(before & value)))

HEDDLE_LIBATOMIC(1, std::uint8_t)
HEDDLE_LIBATOMIC(2, std::uint16_t)
HEDDLE_LIBATOMIC(4, std::uint32_t)
HEDDLE_LIBATOMIC(8, std::uint64_t)
HEDDLE_LIBATOMIC(16, Wide)
