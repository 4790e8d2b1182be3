// The pairs of accesses that quadruples are joined from: for two threads, those in which one comes first and
// those in which the other does, the kKept distinct ones of each that completed last. Of a pair that comes
// again (the same sites, variable and kinds) its last time counts. About 800 bytes for each two threads that
// met.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/dense_index.h"
#include "event/ids.h"

namespace heddle {

// What the two accesses of a pair do, by bits: several with atomic updates, which both read and write.
using PairKinds = std::uint8_t;
inline constexpr PairKinds kReadWrite = 1;
inline constexpr PairKinds kWriteRead = 2;
inline constexpr PairKinds kWriteWrite = 4;
inline constexpr PairKinds kUnlockLock = 8;  // of a lock, no access

struct AccessPair {
  std::uint32_t first_index = 0;
  std::uint32_t second_index = 0;
  SiteId first_site = kNoSite;
  SiteId second_site = kNoSite;
  LocationId location = kNoLocation;
  PairKinds kinds = 0;

  bool is_same_as(const AccessPair& other) const {
    return first_site == other.first_site && second_site == other.second_site && location == other.location &&
           kinds == other.kinds;
  }
};

class RecentAccessPairs {
 public:
  static constexpr std::size_t kKept = 16;

  // Adds a pair that has just completed. Gives all kept pairs of the same threads in reversed roles that
  // completed within the last `window` accesses; but not those that it was given with before, when only the
  // second access has come again.
  template <typename Visit>
  void add(ThreadId first, ThreadId second, const AccessPair& pair, std::uint32_t window,
           const Visit& visit) {
    Meeting& meeting = meeting_of(first, second);
    const std::size_t direction = first < second ? 0 : 1;
    visit_reversed(meeting, direction, meeting.directions[direction].add(pair), pair, window, visit);
  }

  // The same, without adding it.
  template <typename Visit>
  void preview(ThreadId first, ThreadId second, const AccessPair& pair, std::uint32_t window,
               const Visit& visit) const {
    const Meeting* const meeting = find_meeting(first, second);
    if (meeting == nullptr) return;
    const std::size_t direction = first < second ? 0 : 1;
    visit_reversed(*meeting, direction, meeting->directions[direction].known_until(pair), pair, window,
                   visit);
  }

  std::size_t bytes() const { return meetings_.capacity() * sizeof(Meeting) + index_.bytes(); }

 private:
  struct Direction {
    std::array<AccessPair, kKept> pairs;
    std::uint32_t count = 0;
    std::uint32_t newest = 0;  // the largest second_index

    // The second_index under which the pair is kept, where it has the same first access; else 0.
    std::uint32_t known_until(const AccessPair& pair) const;
    // The same, as it was before it was added.
    std::uint32_t add(const AccessPair& pair);
  };
  struct Meeting {
    ThreadId lower = kNoThread;
    ThreadId higher = kNoThread;
    std::array<Direction, 2> directions;  // the lower comes first, the higher does
  };

  template <typename Visit>
  static void visit_reversed(const Meeting& meeting, std::size_t direction, std::uint32_t given_until,
                             const AccessPair& pair, std::uint32_t window, const Visit& visit) {
    const Direction& reversed = meeting.directions[1 - direction];
    if (reversed.newest <= given_until) return;
    for (std::size_t i = 0; i < reversed.count; ++i) {
      const AccessPair& other = reversed.pairs[i];
      if (other.second_index > given_until && pair.second_index - other.second_index <= window) visit(other);
    }
  }

  const Meeting* find_meeting(ThreadId one, ThreadId other) const;
  Meeting& meeting_of(ThreadId one, ThreadId other);

  std::vector<Meeting> meetings_;
  DenseIndex index_;  // by the two threads
};

}  // namespace heddle
