// What a thread is about to do (Operation) and what it did (Event).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "event/ids.h"
#include "event/operation_kinds.h"

namespace heddle {

// How far an operation of a size reaches from its address. The largest size stands for all that are larger:
// such an access may reach any distance. A table, for strategies ask about every pair of operations that
// could meet.
inline constexpr std::array<std::uint64_t, 256> kReaches = [] {
  std::array<std::uint64_t, 256> reaches{};
  for (std::size_t size = 0; size < 255; ++size) reaches[size] = size == 0 ? 1 : size;
  reaches[255] = std::uint64_t{1} << 62;
  return reaches;
}();

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

  // The same as an assignment, piece by piece: what has just been put together of small pieces cannot be
  // forwarded to a copy of 16 bytes at once (measured: 5 ns).
  [[gnu::always_inline]] void become(const Operation& other) {
    kind = other.kind;
    size = other.size;
    peer = other.peer;
    site = other.site;
    location = other.location;
    asm("");  // or the compiler makes one copy of them
    address = other.address;
  }

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
    return conflicts_where_they_meet(other);
  }
  // Without branches: what threads are about to do at the same place cannot be predicted either.
  bool conflicts_where_they_meet(const Operation& other) const {
    const bool accesses = is_access(kind), other_accesses = is_access(other.kind);
    const bool at_object = !accesses & !other_accesses & (address != 0) & (address == other.address);
    const bool own_writes = writes(kind), other_writes = writes(other.kind);
    const bool in_memory =
        accesses & other_accesses & (own_writes | other_writes) & (size != 0) & (other.size != 0);
    return at_object | in_memory;
  }

 private:
  std::uint64_t reach() const { return kReaches[size]; }
};

// 16 bytes, the same in every execution that runs the same schedule.
struct Event {
  LocationId location;
  SiteId site;
  ThreadId thread;
  OperationKind kind;
  std::uint8_t size;
  // The peer of a thread operation, or of a signal (kNoThread: the process), see kGaveUp; 1 when a try or a
  // timed operation failed; of an access see access_detail.h.
  std::uint32_t detail;

  friend bool operator==(const Event&, const Event&) = default;
};
static_assert(sizeof(Event) == 16);

// Beside the peer: the thread was not joined, and goes on.
inline constexpr std::uint32_t kGaveUp = 1u << 16;
static_assert(kGaveUp > kNoThread);

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
