#include "analysis/iroot_observer.h"

#include "analysis/thread_model.h"

namespace heddle {

namespace {

StaticEvent static_event(const Access& access) {
  return {access.site, access.writes ? OperationKind::kWrite : OperationKind::kRead};
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
  const bool update_failed = event.kind == OperationKind::kAtomicUpdate && event.detail == 1;
  const bool does_write = writes(event.kind) && !update_failed;
  const Access access{++count_, event.thread, event.site, event.location, !does_write, does_write};
  const std::uint32_t variable = history_.variable_at(event.location);
  if (access.writes)
    add_write(variable, access);
  else
    add_read(variable, access);
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

void IRootObserver::add_read(std::uint32_t variable, const Access& access) {
  history_.add_read(variable, access);
  const Access last_write = history_.last_write(variable);
  if (!last_write.writes || last_write.thread == access.thread) return;
  depend(last_write, access, kWriteRead);
  find_triples_around_last_write(variable, access);
}

void IRootObserver::add_write(std::uint32_t variable, const Access& access) {
  const Access last_write = history_.last_write(variable);
  if (last_write.writes && last_write.thread != access.thread) {
    depend(last_write, access, kWriteWrite);
    find_triples_around_last_write(variable, access);
  }
  history_.for_each_read_since_write(variable, [&](const Access& read) {
    if (read.thread == access.thread) return;
    depend(read, access, kReadWrite);
    if (last_write.writes && last_write.thread == access.thread) find_triple(last_write, read, access);
  });
  history_.add_write(variable, access);
}

void IRootObserver::find_triples_around_last_write(std::uint32_t variable, const Access& last) {
  const Access middle = history_.last_write(variable);
  if (const Access first = history_.write_before_last(variable); first.thread == last.thread)
    find_triple(first, middle, last);
  const AccessHistory::Sites reads = history_.reads_before_last_write(variable, last.thread);
  for (std::size_t i = 0; i < reads.count; ++i)
    find_triple({0, last.thread, reads.sites[i], last.location, true, false}, middle, last);
}

void IRootObserver::find_triple(const Access& first, const Access& middle, const Access& last) {
  if (contains(idioms_, 2))
    found_.push_back({2, {static_event(first), static_event(middle), static_event(last)}});
}

void IRootObserver::depend(const Access& first, const Access& second, PairKinds kinds) {
  const AccessPair pair{first.index, second.index, first.site, second.site, first.location, kinds};
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
