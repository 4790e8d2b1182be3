#include "analysis/iroot_observer.h"

#include "analysis/held_locks.h"

namespace heddle {

namespace {

StaticEvent static_event(const Access& access) {
  return {access.site, access.writes ? OperationKind::kWrite : OperationKind::kRead};
}

// An update counts as a write.
PairKinds kind_of(const Access& first, const Access& second) {
  return first.writes ? (second.writes ? kWriteWrite : kWriteRead) : kReadWrite;
}

StaticEvent first_of(const AccessPair& pair) {
  if (pair.kinds == kUnlockLock) return {pair.first_site, OperationKind::kUnlock};
  return {pair.first_site, pair.kinds == kReadWrite ? OperationKind::kRead : OperationKind::kWrite};
}

StaticEvent second_of(const AccessPair& pair) {
  if (pair.kinds == kUnlockLock) return {pair.second_site, OperationKind::kLock};
  return {pair.second_site, pair.kinds == kWriteRead ? OperationKind::kRead : OperationKind::kWrite};
}

}  // namespace

void IRootObserver::look_at(const Event& event) {
  if (event.location == kNoLocation) return;
  if (!is_access(event.kind)) {
    add_lock(event);
    return;
  }
  history_.add(
      access_of(event, ++count_),
      [this](const Access& first, const Access& second, bool) {
        depend(first, second, kind_of(first, second));
      },
      [this](const Access& first, const Access& middle, const Access& last) {
        if (contains(idioms_, 2))
          found_.push_back({2, {static_event(first), static_event(middle), static_event(last)}});
      });
}

void IRootObserver::add_lock(const Event& event) {
  const bool unlocks = event.kind == OperationKind::kUnlock && event.detail == 0;
  if (!unlocks && !is_lock_action(event)) return;
  ++count_;
  if (event.location >= releases_.size()) releases_.resize(event.location + 16u);
  Release& release = releases_[event.location];
  if (unlocks)
    release = {event.thread, event.site, count_};
  else if (release.thread != kNoThread && release.thread != event.thread)
    depend({release.index, release.thread, release.site, event.location, false, false},
           {count_, event.thread, event.site, event.location, false, false}, kUnlockLock);
}

void IRootObserver::depend(const Access& first, const Access& second, PairKinds kind) {
  const AccessPair pair{first.index, second.index, first.site, second.site, first.location, kind};
  if (contains(idioms_, 1)) found_.push_back({1, {first_of(pair), second_of(pair)}});
  if ((idioms_ & 0b111000) == 0) return;
  recent_pairs_.add(first.thread, second.thread, pair, window_,
                    [&](const AccessPair& recent) { join(recent, pair); });
}

// Two dependences in opposite directions; the second has just completed.
void IRootObserver::join(const AccessPair& recent, const AccessPair& pair) {
  const bool one_location = recent.location == pair.location;
  const bool one_after_the_other = recent.second_index < pair.first_index;
  if (one_after_the_other) {
    const std::uint8_t idiom = one_location ? 3 : 4;
    if (contains(idioms_, idiom))
      found_.push_back({idiom, {first_of(recent), second_of(recent), first_of(pair), second_of(pair)}});
    return;
  }
  if (one_location || !contains(idioms_, 5)) return;
  // Both had begun before either arrived. Whose first event came first is T1's.
  if (recent.first_index < pair.first_index)
    found_.push_back({5, {first_of(recent), first_of(pair), second_of(recent), second_of(pair)}});
  else
    found_.push_back({5, {first_of(pair), first_of(recent), second_of(pair), second_of(recent)}});
}

}  // namespace heddle
