#include "detect/race_detector.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

RaceAccess access_of(const AccessRecord& record) {
  return {record.thread,
          record.kind(),
          record.size,
          record.site,
          record.event & ~kAllocationAfter,
          (record.event & kAllocationAfter) != 0};
}

}  // namespace

RaceDetector::RaceDetector(const RaceLimits& limits)
    : order_(limits.synchronisation),
      records_(limits.granules, limits.crowded_records, limits.every_line),
      most_reports_(limits.reports) {
  races_.reserve(most_reports_);
  begin();
}

void RaceDetector::begin() {
  order_.begin();
  records_.begin();
  races_.clear();
  racy_accesses_ = 0;
  order_.create_thread({}, kMainThread);
}

bool RaceDetector::compare(const Moment& at, std::uint64_t granule, std::uint8_t what, std::uint64_t size) {
  const AccessRecord now{order_.own_clock(at.thread),
                         at.site,
                         at.event,
                         at.thread,
                         what,
                         static_cast<std::uint8_t>(size < 255 ? size : 255)};
  bool fresh = false;
  records_.access(granule, now, order_.clock_of(at.thread),
                  [&](const AccessRecord& before) { fresh = report(granule, before, now) || fresh; });
  return fresh;
}

bool RaceDetector::long_access(const Moment& at, std::uint64_t address, std::uint64_t size, AccessKind kind) {
  bool fresh = false;
  const std::uint64_t end = address + size;
  while (address < end) {
    const std::uint64_t granule = address >> kGranuleBits;
    const std::uint64_t next = std::min((granule + 1) << kGranuleBits, end);
    const unsigned bytes = ((1u << (next - address)) - 1) << (address & (kGranuleSize - 1));
    fresh = check(at, granule, AccessRecord::what_of(kind, bytes), size) || fresh;
    address = next;
  }
  return fresh;
}

bool RaceDetector::report(std::uint64_t granule, const AccessRecord& first, const AccessRecord& second) {
  ++racy_accesses_;
  if (races_.size() == most_reports_) return false;
  const unsigned common = first.bytes() & second.bytes();
  const Race race{
      .first = access_of(first),
      .second = access_of(second),
      .address = (granule << kGranuleBits) + static_cast<unsigned>(std::countr_zero(common)),
      .last_release_of_first = order_.last_release(first.thread),
      .last_acquisition_of_second = order_.last_acquisition(second.thread),
  };
  if (!reported_.add(race.signature())) return false;
  races_.push_back(race);
  return true;
}

// The load is ordered by what it acquires itself: whoever initialised the atomic before it was published has
// been here before.
bool RaceDetector::atomic_load(const Moment& at, std::uint64_t address, std::uint64_t size,
                               std::memory_order order, bool can_race) {
  order_.load(at, address, size, order);
  return can_race && access(at, address, size, AccessKind::kAtomicRead);
}

// Checked before the release, which ends the epoch that the store belongs to.
bool RaceDetector::atomic_store(const Moment& at, std::uint64_t address, std::uint64_t size,
                                std::memory_order order, bool can_race) {
  const bool fresh = can_race && access(at, address, size, AccessKind::kAtomicWrite);
  order_.store(at, address, size, order);
  return fresh;
}

bool RaceDetector::atomic_update(const Moment& at, std::uint64_t address, std::uint64_t size,
                                 std::memory_order order, bool can_race) {
  order_.load(at, address, size, order);
  const bool fresh = can_race && access(at, address, size, AccessKind::kAtomicWrite);
  order_.modify(at, address, size, order);
  return fresh;
}

void RaceDetector::forget(std::uint64_t start, std::uint64_t size) {
  if (size == 0) return;
  order_.forget(start, size);
  forget_accesses(start, size);
}

void RaceDetector::forget_accesses(std::uint64_t start, std::uint64_t size) {
  records_.forget(start >> kGranuleBits, (start + size + kGranuleSize - 1) >> kGranuleBits);
}

}  // namespace heddle
