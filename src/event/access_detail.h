// What the `detail` of an access says: which bytes it touched, and how an atomic one orders.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "event/location.h"
#include "event/operation.h"

namespace heddle {

// Counted from the granule that the event's location names. An access may begin before it, in memory that
// nobody else has touched and that has no name: that part is left out.
struct AccessedBytes {
  std::uint32_t first = 0;  // less than a granule
  std::uint32_t size = 0;
};

constexpr std::uint32_t plain_detail(std::uint64_t granule, std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t kMost = 1u << 28;
  const std::uint64_t first = address > granule ? address - granule : 0;
  const std::uint64_t bytes = std::min(address + size - granule - first, kMost);
  return static_cast<std::uint32_t>(first | bytes << kGranuleBits);
}

// How an atomic access orders. To the scheduler a volatile one is atomic, too; the language says that it is
// not. What a program states about order (an annotation) touches nothing.
enum class Ordering : std::uint8_t {
  kRelaxed,
  kConsume,
  kAcquire,
  kRelease,
  kAcquireRelease,
  kSequential,
  kVolatile,
  kStated,
};

constexpr bool acquires(Ordering ordering) {
  return ordering == Ordering::kConsume || ordering == Ordering::kAcquire ||
         ordering == Ordering::kAcquireRelease || ordering == Ordering::kSequential;
}
constexpr bool releases(Ordering ordering) {
  return ordering == Ordering::kRelease || ordering == Ordering::kAcquireRelease ||
         ordering == Ordering::kSequential;
}

// The weakest that orders as this one, and in these ways, too.
constexpr Ordering stronger(Ordering ordering, bool acquire, bool release) {
  if (ordering == Ordering::kSequential) return ordering;
  acquire = acquire || acquires(ordering);
  release = release || releases(ordering);
  if (acquire && release) return Ordering::kAcquireRelease;
  if (release) return Ordering::kRelease;
  return acquire && ordering != Ordering::kConsume ? Ordering::kAcquire : ordering;
}

// Of what the compilers pass to the hooks; anything above the order is a hint.
constexpr Ordering ordering_of(int order) {
  const int known = order & 0xf;
  return known <= static_cast<int>(Ordering::kSequential) ? static_cast<Ordering>(known)
                                                          : Ordering::kSequential;
}

constexpr std::uint32_t atomic_detail(bool failed, Ordering ordering, std::uint64_t address) {
  return (failed ? 1u : 0u) | static_cast<std::uint32_t>(ordering) << 1 |
         static_cast<std::uint32_t>(address & (kGranuleSize - 1)) << 4;
}

constexpr Ordering ordering_of(const Event& event) {
  return static_cast<Ordering>(event.detail >> 1 & 7);
}

constexpr AccessedBytes bytes_of(const Event& event) {
  if (is_plain_access(event.kind))
    return {event.detail & static_cast<std::uint32_t>(kGranuleSize - 1), event.detail >> kGranuleBits};
  return {event.detail >> 4 & static_cast<std::uint32_t>(kGranuleSize - 1), event.size};
}

// From the granule that the event's location names to where the access begins; below zero if it begins
// before.
constexpr std::int64_t start_of(const Event& event) {
  const AccessedBytes bytes = bytes_of(event);
  const bool is_known = event.size != 255 && bytes.size < event.size;
  return std::int64_t{bytes.first} - (is_known ? std::int64_t{event.size} - bytes.size : 0);
}

}  // namespace heddle
