// Synchronization pairs (TSA paper, 2.2.3): two lock statements executed one after the other on the same
// lock. What an execution covers, and which pairs a program can cover at all.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/held_locks.h"
#include "event/operation.h"

namespace heddle {

struct SyncPair {
  SiteId first = kNoSite, second = kNoSite;  // <l1, l2>

  std::uint64_t key() const { return std::uint64_t{first} << 32 | second; }
  friend bool operator==(const SyncPair&, const SyncPair&) = default;
};

// A pair, and a lock on which it was or may be executed.
struct LockedPair {
  SyncPair pair;
  LocationId lock = kNoLocation;
};

// Definition 2, event by event.
class SyncPairTracker {
 public:
  void begin() { last_.assign(last_.size(), kNoSite); }
  // The pair that the event covers.
  std::optional<LockedPair> add(const Event& event) {
    if (!is_lock_action(event)) return std::nullopt;
    const SiteId before = last(event.location);
    if (event.location >= last_.size()) last_.resize(event.location + 64u);
    last_[event.location] = event.site;
    if (before == kNoSite) return std::nullopt;
    return LockedPair{{before, event.site}, event.location};
  }
  // loc_last: where the lock was taken last; kNoSite: it has not been.
  SiteId last(LocationId lock) const { return lock < last_.size() ? last_[lock] : kNoSite; }

 private:
  std::vector<SiteId> last_;  // by LocationId of the lock
};

// Which order of threads an estimate takes for certain.
enum class Estimate : std::uint8_t {
  kPaper,  // AC1 to AC4: creation only
  kSharp,  // ours: joins, condition variables and barriers, and what must come between the two as well
};

// The estimation phase (2.3): the pairs that a program may cover, judged by one execution of it. None twice.
std::vector<LockedPair> estimate_sync_pairs(std::span<const Event> events, Estimate estimate);

}  // namespace heddle
