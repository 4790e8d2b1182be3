#include "runtime/hooks/access.h"

#include "runtime/engine/points.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/names.h"
#include "runtime/services/heap_guard.h"
#include "runtime/services/stack_guard.h"
#include "runtime/services/stray_thread.h"

namespace heddle::runtime {

namespace {

// The first shared granule of an access.
struct SharedGranule {
  LocationId location = kNoLocation;  // there is none
  std::uint64_t address = 0;
};

// What is known of a granule that no access has touched: whoever allocated its block wrote to it.
class Untouched {
 public:
  sharing::Cell operator()(std::uint64_t granule) {
    if (!heap::owns(reinterpret_cast<const void*>(granule))) return 0;
    if (granule - block_.start >= block_.size) block_ = heap::allocation_around(granule);
    return sharing::written_by(block_.segment);
  }

 private:
  heap::Allocation block_;  // the last one that was asked for
};

// Touches every granule of the access.
SharedGranule touch(std::uint64_t address, std::uint64_t size, bool write) {
  SharedGranule shared;
  Untouched untouched;
  const std::uint64_t first = address & ~(kGranuleSize - 1);
  sharing::Cell* in_shadow = shadow::cell(first);
  for (std::uint64_t granule = first; granule < address + size; granule += kGranuleSize, ++in_shadow) {
    constexpr std::uint64_t kChunkMask = (1ull << shadow::kChunkBits) - 1;
    if ((granule & kChunkMask) == 0) in_shadow = shadow::cell(granule);
    sharing::Cell* cell = cell_of(granule, in_shadow);
    if (sharing::stays_private(*cell, hot.own, write)) continue;  // the common case in a long range
    if (sharing::is_shared(*cell)) {
      if (shared.location == kNoLocation) shared = {sharing::location(*cell), granule};
      continue;
    }
    const sharing::Cell before = *cell != 0 ? *cell : untouched(granule);
    const sharing::Transition next = sharing::touch(before, hot.own, write, [](sharing::Segment segment) {
      return is_before_current(program(), segment);
    });
    if (next.becomes_shared) {
      const LocationId location = discover_shared(granule);
      if (shared.location == kNoLocation) shared = {location, granule};
      continue;
    }
    if (*cell == next.cell) continue;
    if (*cell == 0) shadow::note_touched(granule);
    *cell = next.cell;
    hot.private_news = true;
  }
  return shared;
}

std::uint32_t detail_of(OperationKind kind, const SharedGranule& shared, std::uint64_t address,
                        std::uint64_t size) {
  if (kind == OperationKind::kAtomicLoad) return atomic_detail(false, Ordering::kRelaxed, address);
  return shared.location == kNoLocation ? 0 : plain_detail(shared.address, address, size);
}

// The location of an atomic access. It is a scheduling point in any case; what is news is that another thread
// touched the memory before, by an access that was none. Most atomics are known already.
[[gnu::noinline]] LocationId touch_new_atomic(std::uint64_t address, unsigned size, bool write) {
  if (hot.granularity == Granularity::kSync || hot.outside) return locate(address);
  const std::uint64_t first = address & ~(kGranuleSize - 1);
  const std::uint64_t second = first + kGranuleSize;
  if (address + size > second) touch(second, address + size - second, write);
  const LocationId shared = touch(first, 1, write).location;
  return shared != kNoLocation ? shared : locate(address);
}
inline LocationId touch_atomic(std::uint64_t address, unsigned size, bool write) {
  const sharing::Cell cell = *cell_of(address);
  if (sharing::is_shared(cell)) [[likely]]
    return sharing::location(cell);
  return touch_new_atomic(address, size, write);
}

// A task uses thread-local storage of the thread that runs it: it comes after other tasks that did.
inline void note_lent_storage(std::uint64_t address) {
  const Thread& self = *hot.current;
  if (self.lender != nullptr && is_in_storage_of(*self.lender, address)) [[unlikely]]
    self.uses_lent_storage();
}

template <typename Site>
void count_private(bool write, const Site& site) {
  if (write) hot.private_news = true;
  if (--hot.fuel < 0) scheduler().out_of_fuel(site());
}

// The first access to words that belong to no block, mostly on the thread's own stack: it is private.
bool claim_untouched(std::uint64_t address, std::uint64_t size, bool write) {
  const bool is_aligned = size <= 8 && (address & (size - 1)) == 0;
  if (!hot.counts_private || !is_aligned || heap::owns(reinterpret_cast<const void*>(address))) return false;
  sharing::Cell* const cell = shadow::cell(address);
  const bool is_wide = size > kGranuleSize;
  if (cell[0] != 0 || (is_wide && cell[1] != 0)) return false;
  if (stray::is_here() || hot.current->lender != nullptr || stack_guard::may_be_others(address)) return false;
  shadow::note_touched(address);
  const sharing::Cell own = write ? sharing::written_by(hot.own) : sharing::read_by(hot.own);
  cell[0] = own;
  if (is_wide) cell[1] = own;
  hot.private_news = true;
  return true;
}

template <typename Site>
[[gnu::always_inline]] inline void any_access(OperationKind kind, std::uint64_t address, std::uint64_t size,
                                              Site site) {
  if (stray::is_here()) [[unlikely]]
    stray::end_run(stray::Deed::kCall, site());
  note_lent_storage(address);
  const bool write = kind == OperationKind::kWrite;
  if (hot.outside) [[unlikely]]
    return count_private(write, site);
  const bool in_heap = heap::owns(reinterpret_cast<const void*>(address));
  if (in_heap) heap_guard::check_bytes(kind, address, size, site);
  const bool on_stack = stack_guard::is_near(address);
  const bool on_others = on_stack && !stack_guard::is_on_own_stack(address);
  if (on_stack && (on_others || hot.every_operation)) stack_guard::note_use(address, size, site);
  if (on_others) stack_guard::check_bytes(kind, address, size, site);
  SharedGranule shared =
      hot.granularity == Granularity::kSync ? SharedGranule{} : touch(address, size, write);
  if (shared.location == kNoLocation && hot.name_accesses) [[unlikely]]
    shared = {locate(address), address & ~(kGranuleSize - 1)};
  if (shared.location == kNoLocation && hot.granularity != Granularity::kAll && !hot.every_operation)
    return count_private(write, site);
  scheduler().access(kind, address, static_cast<unsigned>(size), site(), shared.location,
                     detail_of(kind, shared, address, size), write ? Effect::kProgress : Effect::kNone);
  if (write && hot.weak_memory) [[unlikely]]
    scheduler().overwritten(address, size);
  // Others may have run.
  if (in_heap) heap_guard::check_bytes(kind, address, size, site);
  if (on_others) stack_guard::check_bytes(kind, address, size, site);
}

OperationKind plain_kind(bool write) {
  return write ? OperationKind::kWrite : OperationKind::kRead;
}

[[gnu::noinline]] void any_plain_access(std::uint64_t address, std::uint64_t size, bool write,
                                        std::uint64_t pc) {
  any_access(plain_kind(write), address, size, [pc] { return load_map().site_of(pc); });
}

SiteId site_of(const CallSite& call) {
  const CodeFacts& code = load_map().facts_of(call.return_address);
  return code.is_instrumented ? code.site : user_site(call);
}

}  // namespace

void uncommon_access(std::uint64_t address, std::uint64_t size, bool write, std::uint64_t pc) {
  const auto site = [pc] { return load_map().site_of(pc); };
  if (claim_untouched(address, size, write)) return count_private(write, site);
  any_plain_access(address, size, write, pc);
}

void range_access(std::uint64_t address, std::uint64_t size, bool write, const CallSite& call) {
  hot.current->stack_pointer = call.stack_pointer;
  any_access(plain_kind(write), address, size, [&call] { return site_of(call); });
}

void shared_use(std::uint64_t address, const CallSite& call) {
  hot.current->stack_pointer = call.stack_pointer;
  any_access(OperationKind::kAtomicLoad, address, 1, [&call] { return site_of(call); });
}

LocationId locate_object(std::uint64_t address) {
  return touch_atomic(address, 1, false);
}

void shared_access(std::uint64_t address, unsigned size, bool write, std::uint64_t pc, LocationId location) {
  note_lent_storage(address);
  if (sharing::shared(location) == kTailCell) return uncommon_access(address, size, write, pc);
  const OperationKind kind = write ? OperationKind::kWrite : OperationKind::kRead;
  const auto site = [pc] { return load_map().site_of(pc); };
  const bool on_others = stack_guard::may_be_others(address);
  if (on_others) stack_guard::note_use(address, size, site);
  scheduler().access(kind, address, size, site(), location,
                     plain_detail(address & ~(kGranuleSize - 1), address, size),
                     write ? Effect::kProgress : Effect::kNone);
  if (write && hot.weak_memory) [[unlikely]]
    scheduler().overwritten(address, size);
  if (heap::owns(reinterpret_cast<const void*>(address))) heap_guard::check_bytes(kind, address, size, site);
  if (on_others) stack_guard::check_bytes(kind, address, size, site);
}

void announce_atomic(OperationKind kind, const volatile void* memory, unsigned size, const void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const SiteId site = load_map().site_of(reinterpret_cast<std::uint64_t>(pc));
  stack_guard::before_use(address, size, site);
  const LocationId location = hot.outside ? kNoLocation : touch_atomic(address, size, writes(kind));
  scheduler().announce_inline({kind, static_cast<std::uint8_t>(size), kNoThread, site, location, address});
}

void performed_atomic(bool failed, Ordering ordering, bool changed) {
  if (hot.watches_orders && ordering != Ordering::kSequential) [[unlikely]]
    discover_weak_order();
  Scheduler& engine = scheduler();
  engine.performed_inline(atomic_detail(failed, ordering, engine.current().next.address),
                          changed ? Effect::kProgress : Effect::kNone);
}

// The choice of a store belongs to the step: it is the last one of its run.
void performed_weak_atomic(bool failed, Ordering ordering, bool changed) {
  performed_atomic(failed, ordering, changed);
  if (hot.recording->running_store != 0) hot.recording->end_run(hot.current->id);
}

}  // namespace heddle::runtime
