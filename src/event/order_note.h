// What orders the accesses of threads without being an operation: nobody has to be chosen for it, and nothing
// changes by it.
#pragma once

#include <cstdint>

#include "event/access_detail.h"
#include "event/ids.h"

namespace heddle {

enum class OrderKind : std::uint8_t {
  kAcquire,  // comes after all who released the object
  kRelease,
  kPublish,  // a release, and a store that releases: the guard of a static variable is tested by the program
  kFence,
  // The thread runs code that nobody sees into: how it is given work is not seen either, so that of what it
  // does it cannot be said that nothing orders it.
  kForeign,
  kUnmap,     // mapped memory is gone, and with it whatever was known of what has no name
  kAllocate,  // of the heap block that the location lies in: a write to all of it
  // Opaque code (runtime/services/opaque_code.h). The site is where the thread entered it.
  kEnterOpaque,
  kLeaveOpaque,
  // The region in which threads are switched (--region): no thread is inside any more, and one is again. What
  // orders threads meanwhile is not seen: all that came before counts as over.
  kLeaveRegion,
  kEnterRegion,
  // Under --memory c++. The site is the number of an event: the store that the next event sees although it is
  // not the newest one, or behind which its own store goes (kNoEvent: behind what was there before all of
  // them).
  kSees,
  kStoresBehind,
};

inline constexpr std::uint32_t kNoEvent = ~std::uint32_t{0};

struct OrderNote {
  std::uint32_t event = 0;  // it came before the event with this number
  SiteId site = kNoSite;
  LocationId location = kNoLocation;  // of the object
  ThreadId thread = kNoThread;
  OrderKind kind = OrderKind::kAcquire;
  Ordering ordering = Ordering::kRelaxed;  // of a fence
};
static_assert(sizeof(OrderNote) == 16);

}  // namespace heddle
