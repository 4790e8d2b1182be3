// Who touched which bytes last, as far as a later access can still race with it.
//
// Four bytes share a list of records. FastTrack (Flanagan, Freund: PLDI 2009) keeps the last write and, of
// the reads, one or a vector; atomics need the same for atomic writes, which do not order each other either.
// Here all of them are records of one list, and one rule keeps it short: an access replaces those that come
// before it and that can race with nothing more than it can. Whoever races with a replaced record races with
// its successor, too, so no racing place is lost. Of the pairs of lines that race there, some are: of what a
// thread does to the same bytes without synchronisation in between only the first is remembered, if not each
// line is to be (EveryLine).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/block_filter.h"
#include "detect/vector_clock.h"
#include "event/ids.h"
#include "event/location.h"

namespace heddle {

// Bit 0: not atomic; bit 1: writes.
enum class AccessKind : std::uint8_t { kAtomicRead = 0, kRead = 1, kAtomicWrite = 2, kWrite = 3 };

constexpr bool is_write(AccessKind kind) {
  return (static_cast<unsigned>(kind) & 2) != 0;
}
constexpr bool is_atomic(AccessKind kind) {
  return (static_cast<unsigned>(kind) & 1) == 0;
}
// One of them writes, and one is not atomic.
constexpr bool conflict(AccessKind one, AccessKind other) {
  return (static_cast<unsigned>(one) | static_cast<unsigned>(other)) == 3;
}
// Whatever conflicts with the weaker conflicts with the stronger.
constexpr bool is_as_strong(AccessKind stronger, AccessKind weaker) {
  return (static_cast<unsigned>(stronger) & static_cast<unsigned>(weaker)) == static_cast<unsigned>(weaker);
}

struct AccessRecord {
  ClockValue clock;
  SiteId site;
  std::uint32_t event;
  ThreadId thread;
  std::uint8_t what;  // the bytes of the granule in the lower half, the kind above them
  std::uint8_t size;  // of the whole access; 255 stands for 255 or more

  static constexpr std::uint8_t what_of(AccessKind kind, unsigned bytes) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(kind) << 4 | (bytes & 0xf));
  }
  unsigned bytes() const { return what & 0xfu; }
  AccessKind kind() const { return static_cast<AccessKind>(what >> 4); }
  void drop(unsigned gone) { what = static_cast<std::uint8_t>(what & ~gone); }
};
static_assert(sizeof(AccessRecord) == 16);

// Whether each line that accesses bytes within an epoch has a record of its own.
enum class EveryLine : bool { kNo, kYes };

class AccessRecords {
 public:
  static constexpr std::size_t kNear = 3;  // records beside the granule: enough for most

  // At most this many granules, and this many records of crowded ones. What does not fit is not remembered.
  AccessRecords(std::size_t most_granules, std::size_t most_far_records,
                EveryLine every_line = EveryLine::kNo)
      : most_granules_(most_granules),
        most_far_records_(most_far_records),
        every_line_(every_line == EveryLine::kYes) {}

  void begin();

  // Whether the thread did as much to these bytes in the same epoch: then the access tells nothing new. To be
  // asked first; a no is not certain.
  bool is_told(std::uint64_t granule, ThreadId thread, ClockValue clock, std::uint8_t what) const {
    if (granules_.empty() || every_line_) [[unlikely]]
      return false;
    const Granule& place = granules_[place_of(granule)];
    if (place.stamp != stamp_ || place.room != 0) [[unlikely]]
      return false;
    for (unsigned i = 0; i < place.near_count; ++i) {
      const AccessRecord& record = place.near[i];
      // All bytes of it, and as strong a kind: both are bits.
      if (record.clock == clock && record.thread == thread && (record.what & what) == what) return true;
    }
    return false;
  }

  // An access to some bytes of one granule, at a time when its thread knows `known`. Every earlier one that
  // it races with is given to `race(record)`, in the order in which they are kept.
  template <typename Race>
  void access(std::uint64_t granule, const AccessRecord& now, const VectorClock& known, const Race& race) {
    Granule* const found = find_or_make(granule);
    if (found == nullptr) [[unlikely]]
      return;
    const std::span<AccessRecord> records = records_of(*found);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
      AccessRecord& record = records[i];
      const unsigned common = record.bytes() & now.bytes();
      if (common != 0) {
        if (record.thread == now.thread || known.of(record.thread) >= record.clock) {
          const bool same_epoch = record.clock == now.clock && record.thread == now.thread;
          const bool stays = every_line_ && same_epoch && record.site != now.site;
          if (same_epoch && common == now.bytes() && is_as_strong(record.kind(), now.kind()) && !stays) {
            // It told everything already.
            if (kept != i) close_gap(*found, records, kept, i);
            return;
          }
          if (is_as_strong(now.kind(), record.kind()) && !stays) record.drop(common);
        } else if (conflict(record.kind(), now.kind())) [[unlikely]] {
          race(record);
        }
      }
      if (record.bytes() == 0) continue;
      if (kept != i) records[kept] = record;
      ++kept;
    }
    add(*found, kept, now);
  }

  // Nothing is known any more of the granules that lie in [first, end).
  void forget(std::uint64_t first, std::uint64_t end);

  std::size_t granules() const { return count_; }
  bool is_full() const { return full_; }
  std::span<const AccessRecord> of(std::uint64_t granule);

 private:
  struct Granule {
    std::uint64_t number = 0;
    std::uint32_t far = 0;  // where its records are if they do not fit beside it
    std::uint16_t stamp = 0;
    std::uint8_t near_count = 0;
    std::uint8_t room = 0;  // 0: near; else the size class of its place among the far ones, plus 1
    std::array<AccessRecord, kNear> near{};
  };
  static_assert(sizeof(Granule) == 64);

  // Rooms for 16, 64, 256 and 1024 records. In the largest, and when there is none left, old ones give way.
  static constexpr std::size_t kClasses = 4;
  static constexpr std::size_t room_of(std::size_t size_class) { return std::size_t{16} << (2 * size_class); }

  std::span<AccessRecord> records_of(Granule& granule) {
    if (granule.room == 0) [[likely]]
      return {granule.near.data(), granule.near_count};
    return far_records_of(granule);
  }
  std::span<AccessRecord> far_records_of(Granule& granule);
  void set_count(Granule& granule, std::size_t count);

  Granule* find_or_make(std::uint64_t number) {
    if (!granules_.empty()) [[likely]] {
      Granule& place = granules_[place_of(number)];
      if (place.stamp == stamp_) [[likely]]
        return &place;
    }
    return make(number);
  }
  Granule* make(std::uint64_t number);
  std::size_t place_of(std::uint64_t number) const {
    const std::size_t mask = granules_.size() - 1;
    std::size_t place = ((number * 0x9e3779b97f4a7c15ull) >> 32) & mask;
    while (granules_[place].stamp == stamp_ && granules_[place].number != number) place = (place + 1) & mask;
    return place;
  }
  void grow();

  void add(Granule& granule, std::size_t count, const AccessRecord& record) {
    if (granule.room == 0 && count < kNear) [[likely]] {
      granule.near[count] = record;
      granule.near_count = static_cast<std::uint8_t>(count + 1);
      return;
    }
    add_far(granule, count, record);
  }
  void add_far(Granule& granule, std::size_t count, const AccessRecord& record);
  void close_gap(Granule& granule, std::span<AccessRecord> records, std::size_t kept, std::size_t next);
  bool take_room(std::size_t size_class, std::uint32_t& place);

  std::vector<Granule> granules_;
  BlockFilter filter_;
  std::size_t most_granules_;
  std::size_t count_ = 0;
  std::uint16_t stamp_ = 1;
  bool full_ = false;

  std::vector<AccessRecord> far_;
  std::vector<std::uint16_t> far_counts_;  // by place / 16
  std::size_t far_used_ = 0;
  std::size_t most_far_records_;
  bool every_line_;
  std::array<std::vector<std::uint32_t>, kClasses> free_;  // places given back
};

}  // namespace heddle
