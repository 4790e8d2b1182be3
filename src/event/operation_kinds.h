// What is known of each kind of operation: the table of operation_kinds.def, and the questions that are asked
// about it. analysis/happens_before.h says what an operation orders.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

enum class OperationKind : std::uint8_t {
#define OPERATION(kind, ...) kind,
#include "event/operation_kinds.def"
#undef OPERATION
  kCount
};

inline constexpr auto kOperationKinds = static_cast<std::size_t>(OperationKind::kCount);
static_assert(kOperationKinds <= 64, "a set of kinds is a number of 64 bits");

// What an operation is about.
enum class OperationObject : std::uint8_t {
  kNothing,
  kMemory,    // accessed as it is
  kVariable,  // accessed atomically
  kMutex,     // or a spin lock, or a read-write lock that is taken to write
  kReadWriteLock,
  kCondition,
  kSemaphore,
  kBarrier,
  kOnceFlag,
  kWord,       // of a futex
  kAwaited,    // what the thread began to wait for: a condition variable, a barrier or a word
  kTurn,       // what happens in a fixed order
  kAnyObject,  // any kind of synchronisation object
  kThread,
  kSignals,     // of the system
  kDescriptor,  // or a process: what leads out of the program
  kClock,
  kProcess,
};

// What it does to that.
enum class OperationAct : std::uint8_t {
  kNothing,  // that orders threads
  kRead,
  kWrite,
  kUpdate,
  kFence,
  kCreate,
  kJoin,
  kLock,
  kLockShared,  // with other readers
  kUnlock,
  kWait,    // gives a mutex up
  kWake,    // the end of a wait
  kNotify,  // the threads that wait
  kAcquire,
  kRelease,
  kExchange,  // acquires and releases
  kArrive,    // at a barrier; the last thread opens it
  kOnce,      // does something, or finds it done
};

// Whether the thread may have to wait before it can do it.
enum class OperationWaits : std::uint8_t {
  kNever,
  kForever,    // as long as it takes
  kForTime,    // it gives up some day
  kBegins,     // not here: kWake ends the wait
  kGivesWay,   // it can go on, and asks for others to go first
  kForOthers,  // until no other thread can run
};

struct OperationFacts {
  std::string_view name;  // ends in a zero, for debuggers
  OperationObject object = OperationObject::kNothing;
  OperationAct act = OperationAct::kNothing;
  OperationWaits waits = OperationWaits::kNever;
};

inline constexpr std::array<OperationFacts, kOperationKinds> kOperationFacts = {{
#define OPERATION(kind, name, object, act, waits, ...) \
  {name, OperationObject::object, OperationAct::act, OperationWaits::waits},
#include "event/operation_kinds.def"
#undef OPERATION
}};

// A number that is no kind is taken for kNone.
constexpr const OperationFacts& facts_of(OperationKind kind) {
  return kOperationFacts[kind < OperationKind::kCount ? static_cast<std::size_t>(kind) : 0];
}

// Sets of kinds. A question that is asked often is a set, which costs no look at the table.
constexpr bool is_one_of(OperationKind kind, std::uint64_t set) {
  return ((set >> static_cast<unsigned>(kind)) & 1) != 0;
}
constexpr std::uint64_t set_of(auto... kinds) {
  return ((std::uint64_t{1} << static_cast<unsigned>(kinds)) | ...);
}
template <typename Predicate>
consteval std::uint64_t kinds_where(Predicate predicate) {
  std::uint64_t set = 0;
  for (std::size_t i = 0; i < kOperationKinds; ++i)
    if (predicate(kOperationFacts[i])) set |= std::uint64_t{1} << i;
  return set;
}

namespace kinds {

inline constexpr std::uint64_t kPlainAccesses =
    kinds_where([](const OperationFacts& facts) { return facts.object == OperationObject::kMemory; });
inline constexpr std::uint64_t kAtomicAccesses =
    kinds_where([](const OperationFacts& facts) { return facts.object == OperationObject::kVariable; });
inline constexpr std::uint64_t kReading = kinds_where([](const OperationFacts& facts) {
  return facts.act == OperationAct::kRead || facts.act == OperationAct::kUpdate;
});
// Accesses, and the beginning and the end of a synchronisation object.
inline constexpr std::uint64_t kWriting = kinds_where([](const OperationFacts& facts) {
  return facts.act == OperationAct::kWrite || facts.act == OperationAct::kUpdate;
});
inline constexpr std::uint64_t kSharedAcquisitions =
    kinds_where([](const OperationFacts& facts) { return facts.act == OperationAct::kLockShared; });
inline constexpr std::uint64_t kAcquisitions = kinds_where([](const OperationFacts& facts) {
  return facts.act == OperationAct::kLock || facts.act == OperationAct::kLockShared;
});
// A condition wait gives its mutex up.
inline constexpr std::uint64_t kGivingLocksUp = kinds_where([](const OperationFacts& facts) {
  return facts.act == OperationAct::kUnlock || facts.act == OperationAct::kWait;
});
inline constexpr std::uint64_t kUnbounded =
    kinds_where([](const OperationFacts& facts) { return facts.waits == OperationWaits::kForever; });
inline constexpr std::uint64_t kGivingWay =
    kinds_where([](const OperationFacts& facts) { return facts.waits == OperationWaits::kGivesWay; });
inline constexpr std::uint64_t kBeginningWaits =
    kinds_where([](const OperationFacts& facts) { return facts.waits == OperationWaits::kBegins; });
inline constexpr std::uint64_t kNotifications =
    kinds_where([](const OperationFacts& facts) { return facts.act == OperationAct::kNotify; });
inline constexpr std::uint64_t kOnDescriptors =
    kinds_where([](const OperationFacts& facts) { return facts.object == OperationObject::kDescriptor; });

// Objects whose memory a program initialises and destroys, by calls that Heddle sees.
constexpr bool has_lifetime(OperationObject object) {
  switch (object) {
    case OperationObject::kMutex:
    case OperationObject::kReadWriteLock:
    case OperationObject::kCondition:
    case OperationObject::kSemaphore:
    case OperationObject::kBarrier:
    case OperationObject::kAnyObject:
      return true;
    default:
      return false;
  }
}
inline constexpr std::uint64_t kOnObjectsWithLifetime =
    kinds_where([](const OperationFacts& facts) { return has_lifetime(facts.object); });
// What looks at the memory of a synchronisation object. Whoever wakes up goes on when the object has changed,
// and it may be gone by then: a thread that leaves a barrier.
inline constexpr std::uint64_t kTouchingObjects = kinds_where([](const OperationFacts& facts) {
  return has_lifetime(facts.object) || facts.object == OperationObject::kOnceFlag ||
         facts.object == OperationObject::kWord;
});

}  // namespace kinds

std::string_view to_string(OperationKind kind);

constexpr bool is_plain_access(OperationKind kind) {
  return is_one_of(kind, kinds::kPlainAccesses);
}
constexpr bool is_atomic_access(OperationKind kind) {
  return is_one_of(kind, kinds::kAtomicAccesses);
}
constexpr bool is_access(OperationKind kind) {
  return is_one_of(kind, kinds::kPlainAccesses | kinds::kAtomicAccesses);
}
// Of accesses.
constexpr bool reads(OperationKind kind) {
  return is_one_of(kind, kinds::kReading);
}
constexpr bool writes(OperationKind kind) {
  return is_one_of(kind, kinds::kWriting & (kinds::kPlainAccesses | kinds::kAtomicAccesses));
}
// The ways to take a lock.
constexpr bool is_acquisition(OperationKind kind) {
  return is_one_of(kind, kinds::kAcquisitions);
}
constexpr bool is_shared_acquisition(OperationKind kind) {
  return is_one_of(kind, kinds::kSharedAcquisitions);
}
// Whether an acquisition waits until the lock is free: one that gives up instead is no part of a deadlock.
constexpr bool waits_for_lock(OperationKind kind) {
  return is_one_of(kind, kinds::kAcquisitions & kinds::kUnbounded);
}
// It sleeps or yields.
constexpr bool gives_way(OperationKind kind) {
  return is_one_of(kind, kinds::kGivingWay);
}
// A signal of a condition variable, to one thread or to all.
constexpr bool notifies(OperationKind kind) {
  return is_one_of(kind, kinds::kNotifications);
}

}  // namespace heddle
