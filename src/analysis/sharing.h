// Whether a location is shared: two threads were seen to touch it within one execution, one of them writing.
// The state of a location fits 32 bits, kept by the runtime in shadow memory; these are its transitions.
#pragma once

#include <cstdint>

#include "event/ids.h"

namespace heddle::sharing {

// 0: untouched. Private: the only thread that touched it, and whether anybody wrote. Shared: its LocationId.
using Cell = std::uint32_t;

inline constexpr Cell kShared = 0x8000'0000u;
inline constexpr Cell kWritten = 0x4000'0000u;
inline constexpr Cell kSeveral = 0x2000'0000u;  // several threads read it, nobody wrote
inline constexpr Cell kOwnerMask = 0x0001'ffffu;

constexpr Cell owner(ThreadId thread) {
  return static_cast<Cell>(thread) + 1;
}
constexpr bool is_shared(Cell cell) {
  return (cell & kShared) != 0;
}
constexpr LocationId location(Cell cell) {
  return cell & ~kShared;
}
constexpr Cell shared(LocationId location) {
  return kShared | location;
}

// True when an access changes nothing in the cell and finds it private: the common case, to be tested first.
constexpr bool stays_private(Cell cell, Cell own, bool write) {
  return write ? cell == (own | kWritten) : (cell & ~kWritten) == own;
}

enum class Verdict : std::uint8_t { kPrivate, kBecomesShared };

struct Transition {
  Cell cell;
  Verdict verdict;
};

// The state after an access by `own` = owner(thread) to a location that is not shared yet.
constexpr Transition touch(Cell cell, Cell own, bool write) {
  const Cell written = write ? kWritten : 0;
  if (cell == 0) return {own | written, Verdict::kPrivate};
  const bool stranger = (cell & kSeveral) != 0 || (cell & kOwnerMask) != own;
  if (!stranger) return {cell | written, Verdict::kPrivate};
  if (write || (cell & kWritten) != 0) return {cell | written, Verdict::kBecomesShared};
  return {own | kSeveral, Verdict::kPrivate};
}

}  // namespace heddle::sharing
