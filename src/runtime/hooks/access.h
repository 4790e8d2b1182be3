// What happens at a memory access of the program. The common cases first and inline: not under control; a
// location that only this thread has touched.
#pragma once

#include <cstdint>

#include "analysis/sharing.h"
#include "event/access_detail.h"
#include "event/operation.h"
#include "runtime/memory/cells.h"
#include "runtime/memory/shadow.h"
#include "runtime/naming/call_site.h"
#include "runtime/services/stack_guard.h"
#include "runtime/state/hot.h"

namespace heddle::runtime {

// Everything that is not common: news about a location, a scheduling point, an access across granules, an
// empty tank.
[[gnu::noinline]] void uncommon_access(std::uint64_t address, std::uint64_t size, bool write,
                                       std::uint64_t pc);

// The same for a call of a function that touches memory. The user's line behind a call from the C++ library
// is looked for only if somebody wants to know it.
[[gnu::noinline]] void range_access(std::uint64_t address, std::uint64_t size, bool write,
                                    const CallSite& call);

// The same for the use of something that several threads may use at once, but none after another has ended
// it: an atomic read, though a scheduling point only where it matters.
[[gnu::noinline]] void shared_use(std::uint64_t address, const CallSite& call);

// The location of a synchronisation object. Its operations are scheduling points in any case; what may be
// news is that another thread wrote the memory before, by an access that was none.
[[gnu::noinline]] LocationId locate_object(std::uint64_t address);

// An atomic operation is a scheduling point at every granularity: announced here, then it happens, then it is
// recorded.
[[gnu::noinline]] void announce_atomic(OperationKind kind, const volatile void* memory, unsigned size,
                                       const void* pc);
[[gnu::noinline]] void performed_atomic(bool failed, Ordering ordering, bool changed);
// The same where the engine chose a store.
[[gnu::noinline]] void performed_weak_atomic(bool failed, Ordering ordering, bool changed);

// An access to locations all of which are known to be shared, of which this is the first: a scheduling point.
[[gnu::noinline]] void shared_access(std::uint64_t address, unsigned size, bool write, std::uint64_t pc,
                                     LocationId location);

// The pc in the program, of a hook that always comes to a point.
inline const void* point_at(const void* pc, const void* stack_pointer) {
  if (hot.active) stack_guard::note_stack_pointer(stack_pointer);
  return pc;
}
#define HEDDLE_POINT ::heddle::runtime::point_at(__builtin_return_address(0), __builtin_dwarf_cfa())

template <bool kWrite, unsigned kSize>
[[gnu::always_inline]] inline void plain_access(const void* memory, const void* pc) {
  if (!hot.active) return;
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const auto site = reinterpret_cast<std::uint64_t>(pc);
  if (!hot.counts_private) [[unlikely]] {
    if (hot.outside && hot.fuel > 0) {
      --hot.fuel;
      if constexpr (kWrite) hot.private_news = true;
      return;
    }
    stack_guard::note_stack_pointer(__builtin_dwarf_cfa());
    return uncommon_access(address, kSize, kWrite, site);
  }
  constexpr unsigned kGranules = (kSize + kGranuleSize - 1) / kGranuleSize;
  const sharing::Cell* cell = shadow::cell(address);
  bool common = true;
  for (unsigned i = 0; i < kGranules; ++i)
    common = common && sharing::stays_private(cell[i], hot.own, kWrite);
  if (common) {
    if constexpr (kWrite) hot.private_news = true;
    if (--hot.fuel >= 0) [[likely]]
      return;
    hot.fuel = 0;
  }
  stack_guard::note_stack_pointer(__builtin_dwarf_cfa());
  bool all_shared = sharing::is_shared(cell[0]);
  for (unsigned i = 1; i < kGranules; ++i)
    all_shared = all_shared && sharing::is_shared(cell[i]) && cell[i] != kTailCell;
  if (!common && all_shared) return shared_access(address, kSize, kWrite, site, sharing::location(*cell));
  uncommon_access(address, kSize, kWrite, site);
}

}  // namespace heddle::runtime
