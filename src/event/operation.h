// What a thread is about to do (Operation) and what it did (Event).
#pragma once

#include <cstdint>
#include <string_view>

#include "event/ids.h"

namespace heddle {

// The order is part of the schedule file (through the letters of operation.cc): append, never reorder.
enum class OperationKind : std::uint8_t {
  kNone,
  kRead,
  kWrite,
  kAtomicLoad,
  kAtomicStore,
  kAtomicUpdate,  // read-modify-write, compare-exchange included
  kFence,
  kThreadCreate,
  kThreadStart,  // the first operation of every thread but main: nothing happens before it is chosen
  kThreadJoin,
  kThreadDetach,
  kLock,
  kTryLock,
  kTimedLock,
  kUnlock,
  kRelock,  // the mutex taken again after a condition wait
  kWait,    // gives the mutex up and starts to wait
  kWake,    // takes a signal, or is the timeout of a timed wait
  kSignal,
  kBroadcast,
  kSharedLock,
  kSharedTryLock,
  kSharedTimedLock,
  kSemaphoreWait,
  kSemaphoreTryWait,
  kSemaphorePost,
  kBarrierWait,
  kOnce,
  kFutexWait,
  kFutexWake,
  kSleep,
  kYield,
  kExit,
  kReceive,  // from a descriptor: read and its relatives
  kSend,
  kAccept,
  kConnect,
  kPoll,
  kClose,  // of a descriptor, or of one direction of it
  kFileLock,
  kChildWait,
  kSignalWait,    // sigwait, sigsuspend, pause
  kSendSignal,    // to a thread or to the process
  kHandleSignal,  // a handler of the program runs
  kCancel,        // asks a thread to end
  kFree,          // of a heap block that others have touched: a write to all of it
  kInitialise,    // of a synchronisation object: a write to it
  kDestroy,       // the same at its end
  kCount
};

std::string_view to_string(OperationKind kind);

constexpr bool is_plain_access(OperationKind kind) {
  return kind == OperationKind::kRead || kind == OperationKind::kWrite || kind == OperationKind::kFree;
}
constexpr bool is_atomic_access(OperationKind kind) {
  return kind == OperationKind::kAtomicLoad || kind == OperationKind::kAtomicStore ||
         kind == OperationKind::kAtomicUpdate;
}
constexpr bool is_one_of(OperationKind kind, std::uint64_t set) {
  return ((set >> static_cast<unsigned>(kind)) & 1) != 0;
}
constexpr std::uint64_t set_of(auto... kinds) {
  return ((std::uint64_t{1} << static_cast<unsigned>(kinds)) | ...);
}
constexpr bool is_access(OperationKind kind) {
  return is_one_of(kind,
                   set_of(OperationKind::kRead, OperationKind::kWrite, OperationKind::kAtomicLoad,
                          OperationKind::kAtomicStore, OperationKind::kAtomicUpdate, OperationKind::kFree));
}
constexpr bool writes(OperationKind kind) {
  return is_one_of(kind, set_of(OperationKind::kWrite, OperationKind::kAtomicStore,
                                OperationKind::kAtomicUpdate, OperationKind::kFree));
}
constexpr bool is_acquisition(OperationKind kind) {
  switch (kind) {
    case OperationKind::kLock:
    case OperationKind::kTryLock:
    case OperationKind::kTimedLock:
    case OperationKind::kRelock:
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTryLock:
    case OperationKind::kSharedTimedLock:
      return true;
    default:
      return false;
  }
}

// Announced before it happens: strategies see every thread's next operation.
struct Operation {
  OperationKind kind = OperationKind::kNone;
  // Bytes of an access; 255 stands for 255 or more. Of an operation on a synchronisation object 1 where the
  // program itself calls it, 0 where a library does so for its own sake.
  std::uint8_t size = 0;
  ThreadId peer = kNoThread;  // the thread that is created, joined, detached, cancelled or sent a signal
  SiteId site = kNoSite;      // the user's code
  LocationId location = kNoLocation;
  std::uint64_t address = 0;  // valid within this execution only

  // Whether they may be at the same place: none that conflict are not. Without branches, for which of two
  // addresses is the larger cannot be predicted; a difference below zero wraps around and is too large.
  bool meets(const Operation& other) const {
    return other.address - address + other.reach() - 1 < reach() + other.reach() - 1;
  }

  // Whether the order of the two can matter: they overlap and one of them writes, or they use the same
  // synchronisation object.
  bool conflicts_with(const Operation& other) const {
    if (!meets(other)) [[likely]]
      return false;
    if (is_access(kind) != is_access(other.kind)) return false;
    if (!is_access(kind)) return address != 0 && address == other.address;
    return (writes(kind) || writes(other.kind)) && size != 0 && other.size != 0;
  }

 private:
  // The largest size stands for all that are larger: such an access may reach any distance.
  std::uint64_t reach() const { return size == 255 ? std::uint64_t{1} << 62 : size | (size == 0); }
};

// 16 bytes, the same in every execution that runs the same schedule.
struct Event {
  LocationId location;
  SiteId site;
  ThreadId thread;
  OperationKind kind;
  std::uint8_t size;
  // The peer of a thread operation; 1 when a try or a timed operation failed; of an access see
  // access_detail.h.
  std::uint32_t detail;

  friend bool operator==(const Event&, const Event&) = default;
};
static_assert(sizeof(Event) == 16);

// What a thread did, with the address: valid within this execution only.
struct PerformedOperation {
  ThreadId thread = kNoThread;
  Operation what;
};

// A compare-exchange that failed has only read.
constexpr bool wrote(const Event& event) {
  return writes(event.kind) && (event.kind != OperationKind::kAtomicUpdate || (event.detail & 1) == 0);
}

}  // namespace heddle
