// Data races by happens-before: two accesses to the same byte by different threads, at least one of them a
// write and at least one not atomic, that nothing orders (epochs and vector clocks, as FastTrack and
// ThreadSanitizer have them).
//
// It is told everything that synchronises, from the start of the execution, and accesses; each when it has
// been chosen and before anything else happens. Accesses may be left out: then races may be missed, but none
// is made up. So locations need not be followed before they are known to be shared: what an execution has not
// told of them the next one tells. Synchronisation must not be left out.
//
// Memory is bounded and kept from execution to execution. When a limit is reached, less is found: of new
// locations nothing, or, when the order itself is lost, nothing at all until the next execution.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/access_records.h"
#include "detect/race.h"
#include "detect/synchronisation.h"
#include "event/location.h"

namespace heddle {

struct RaceLimits {
  std::size_t reports = 64;                            // in one execution
  std::size_t granules = std::size_t{1} << 17;         // of shared memory: 8 MiB of records
  std::size_t crowded_records = std::size_t{1} << 18;  // 4 MiB more where many threads read
  EveryLine every_line = EveryLine::kNo;
  SynchronisationLimits synchronisation;
};

class RaceDetector {
 public:
  explicit RaceDetector(const RaceLimits& limits = {});

  // An execution begins, with its first thread. Races that were reported before are not reported again.
  void begin();
  void forget_reported() { reported_.clear(); }

  // What orders: see Synchronisation.
  Synchronisation& order() { return order_; }
  const Synchronisation& order() const { return order_; }

  // Accesses. True: a race that was not reported before; it is the last of races().
  bool access(const Moment& at, std::uint64_t address, std::uint64_t size, AccessKind kind) {
    if (order_.is_exhausted() || size == 0) [[unlikely]]
      return false;
    const std::uint64_t first = address >> kGranuleBits;
    const std::uint64_t last = (address + size - 1) >> kGranuleBits;
    if (first == last) [[likely]] {
      const unsigned bytes = ((1u << size) - 1) << (address & (kGranuleSize - 1));
      return check(at, first, AccessRecord::what_of(kind, bytes), size);
    }
    return long_access(at, address, size, kind);
  }
  bool read(const Moment& at, std::uint64_t address, std::uint64_t size) {
    return access(at, address, size, AccessKind::kRead);
  }
  bool write(const Moment& at, std::uint64_t address, std::uint64_t size) {
    return access(at, address, size, AccessKind::kWrite);
  }

  // Atomics: they synchronise as their order says, and may race with accesses that are not atomic. A
  // compare-exchange that failed is a load in its order for failures. Where it is known that none of those
  // comes, they only synchronise.
  bool atomic_load(const Moment& at, std::uint64_t address, std::uint64_t size, std::memory_order order,
                   bool can_race = true);
  bool atomic_store(const Moment& at, std::uint64_t address, std::uint64_t size, std::memory_order order,
                    bool can_race = true);
  bool atomic_update(const Moment& at, std::uint64_t address, std::uint64_t size, std::memory_order order,
                     bool can_race = true);

  // The memory was given back or has a new owner: what is known of it is void.
  void forget(std::uint64_t start, std::uint64_t size);
  // The same, but its locks and atomics may still be there.
  void forget_accesses(std::uint64_t start, std::uint64_t size);

  // Of this execution.
  std::span<const Race> races() const { return races_; }
  std::uint64_t racy_accesses() const { return racy_accesses_; }  // reported or not
  // Whether a limit kept it from seeing everything.
  bool is_incomplete() const { return order_.is_exhausted() || records_.is_full(); }

 private:
  bool check(const Moment& at, std::uint64_t granule, std::uint8_t what, std::uint64_t size) {
    if (records_.is_told(granule, at.thread, order_.own_clock(at.thread), what)) [[likely]]
      return false;
    return compare(at, granule, what, size);
  }
  [[gnu::noinline]] bool compare(const Moment& at, std::uint64_t granule, std::uint8_t what,
                                 std::uint64_t size);
  [[gnu::noinline]] bool long_access(const Moment& at, std::uint64_t address, std::uint64_t size,
                                     AccessKind kind);
  [[gnu::noinline]] bool report(std::uint64_t granule, const AccessRecord& first, const AccessRecord& second);

  Synchronisation order_;
  AccessRecords records_;
  std::size_t most_reports_;
  std::vector<Race> races_;
  std::uint64_t racy_accesses_ = 0;
  RaceSignatures reported_;
};

}  // namespace heddle
