// --memory c++: which store an atomic operation sees, and where its own store goes. The operation has been
// announced and its thread chosen; what may happen, the machine says (analysis/memory_machine.h); what does,
// the strategy, or chance. Memory itself always holds the newest store.
#include "event/hash.h"
#include "runtime/engine/scheduler.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/load_map.h"

namespace heddle::runtime {

namespace {

// Of what executions see: a half of them any store alike, the others mostly the newest one.
constexpr std::uint64_t kSeldom = 6;

}  // namespace

void MemoryModel::begin(std::uint64_t seed) {
  machine.begin();
  histories.begin();
  handed.begin();
  updated = nullptr;
  moments.clear();
  reseed(seed);
}

void MemoryModel::reseed(std::uint64_t seed) {
  random.reseed(combine(seed, hash_text("memory")));
  most_stale = random.below(2) == 0 ? 1 : kSeldom;
}

std::uint32_t Scheduler::draw_store(std::uint32_t count) {
  Random& random = memory_.random;
  if (memory_.most_stale != 1 && random.below(memory_.most_stale) != 0) return 0;
  return static_cast<std::uint32_t>(random.below(count));
}

// A program whose state is compared must go on as its memory says. Outside the region nothing is explored.
MemoryOption Scheduler::choose_store(const AtomicHistory& history, bool is_store,
                                     const AtomicValue* expected) {
  const auto count = static_cast<std::uint32_t>(memory_.options.size());
  if ((count == 1 && !needs_.stores) || livelock_.goes_round() || hot.outside) return memory_.options.front();
  std::uint32_t chosen = kDrawnStore;
  {
    const AllocateAs lasting(Lifetime::kLasting);
    chosen = strategy_->choose_store({.thread = current().id,
                                      .operation = current().next,
                                      .count = count,
                                      .step = hot.recording->steps,
                                      .without_progress = livelock_.progress.without_progress()});
  }
  if (chosen == kDrawnStore) chosen = draw_store(count);
  MemoryOption option = memory_.options[chosen < count ? chosen : 0];
  const bool is_of_all = needs_.stores && (chosen & StoreChoice::kOfAll) != 0;
  if (is_of_all) option = store_of_all(history, chosen & ~StoreChoice::kOfAll, expected, chosen);
  if (chosen == 0 || (chosen >= count && !is_of_all)) return option;
  hot.recording->running_store = static_cast<std::uint16_t>(chosen);
  note_order(is_store ? OrderKind::kStoresBehind : OrderKind::kSees, kNoLocation,
             history.store(option.store).event);
  return option;
}

// Among those that may be seen it has its usual number.
MemoryOption Scheduler::store_of_all(const AtomicHistory& history, std::uint32_t newer,
                                     const AtomicValue* expected, std::uint32_t& chosen) {
  const OperationKind kind = current().next.kind;
  chosen = 0;
  const bool is_kept = newer < history.count();
  const auto index = static_cast<std::uint32_t>(is_kept ? history.count() - 1 - newer : 0);
  for (; is_kept && chosen < memory_.options.size(); ++chosen)
    if (memory_.options[chosen].store == index &&
        memory_.options[chosen].way != MemoryOption::Way::kFailsForNoReason)
      return memory_.options[chosen];
  MemoryOption option{index};
  if (expected != nullptr && history.store(index).value != *expected) option.way = MemoryOption::Way::kFails;
  const bool writes = kind != OperationKind::kAtomicLoad && option.way == MemoryOption::Way::kUsual;
  chosen = StoreChoice::kOfAll | newer;
  if (is_kept && (!writes || history.has_room_behind(index))) return option;
  hot.recording->hidden |= set_of(Hidden::kOldStore);
  chosen = 0;
  return memory_.options.front();
}

Ordering Scheduler::strengthened_here(Ordering ordering) const {
  const Thread& self = *hot.current;
  const SiteId caller =
      self.depth == 0 ? kNoSite : load_map().site_of(self.frame_at(self.depth - 1).return_address);
  for (const Strengthened& each : program_.options.strengthened) {
    if (each.site == kNoSite || each.site != self.next.site) continue;
    if (each.caller != kNoSite && each.caller != caller) continue;
    ordering = stronger(ordering, each.acquires, each.releases);
  }
  return ordering;
}

AtomicValue Scheduler::atomic_load(const AtomicPlace& place, Ordering ordering) {
  AtomicHistory& history = memory_.histories.at(place);
  const ThreadId self = current().id;
  memory_.machine.options_of_load(history, self, ordering, memory_.options);
  const MemoryOption option = choose_store(history, false);
  memory_.machine.load(history, self, option.store, ordering);
  const AtomicValue seen = history.store(option.store).value;
  if (wants_values_) values_.tell(seen.low, seen.low);
  return seen;
}

std::uint32_t Scheduler::number_of_event() const {
  return hot.outside ? AtomicStore::kInitial : static_cast<std::uint32_t>(hot.recording->events_count);
}

bool Scheduler::atomic_store(const AtomicPlace& place, const AtomicValue& value, Ordering ordering) {
  AtomicHistory& history = memory_.histories.at(place);
  const ThreadId self = current().id;
  memory_.machine.options_of_store(history, self, ordering, memory_.options);
  const MemoryOption option = choose_store(history, true);
  const std::uint64_t before = history.store(option.store).value.low;
  const std::size_t made =
      memory_.machine.store(history, self, option.store, ordering, value, number_of_event());
  if (wants_values_) values_.tell(before, value.low);
  return made + 1 == history.count();
}

AtomicValue Scheduler::begin_atomic_update(const AtomicPlace& place, Ordering ordering) {
  AtomicHistory& history = memory_.histories.at(place);
  memory_.machine.options_of_update(history, current().id, ordering, memory_.options);
  memory_.update = choose_store(history, false);
  memory_.updated = &history;
  return history.store(memory_.update.store).value;
}

bool Scheduler::end_atomic_update(const AtomicValue& value, Ordering ordering) {
  AtomicHistory& history = *memory_.updated;
  const std::size_t read = memory_.update.store;
  const std::uint64_t before = history.store(read).value.low;
  const std::uint32_t event_read = history.store(read).event;
  const std::size_t made =
      memory_.machine.update(history, current().id, read, ordering, value, number_of_event());
  const bool is_newest = made + 1 == history.count();
  if (!is_newest) note_order(OrderKind::kStoresBehind, kNoLocation, event_read);
  if (wants_values_) values_.tell(before, value.low);
  return is_newest;
}

ExchangeResult Scheduler::atomic_exchange(const AtomicPlace& place, const CompareExchange& what,
                                          const AtomicValue& desired) {
  AtomicHistory& history = memory_.histories.at(place);
  const ThreadId self = current().id;
  memory_.machine.options_of_exchange(history, self, what, memory_.options);
  const MemoryOption option = choose_store(history, false, &what.expected);
  const AtomicValue seen = history.store(option.store).value;
  switch (option.way) {
    case MemoryOption::Way::kFails:
      memory_.machine.load(history, self, option.store, what.failure);
      break;
    case MemoryOption::Way::kFailsForNoReason:
      memory_.machine.fail_for_no_reason(history, self, option.store, what.failure);
      break;
    case MemoryOption::Way::kUsual:
      if (what.is_weak && needs_.stores) note_hidden(Hidden::kWeakExchange);
      memory_.updated = &history;
      memory_.update = option;
      return {seen, true, end_atomic_update(desired, what.success)};
  }
  if (wants_values_) values_.tell(seen.low, seen.low);
  return {seen, false, false};
}

void Scheduler::note_moment(std::uint32_t number) {
  if (number >= memory_.moments.size()) memory_.moments.resize(number + std::size_t{1});
  const Source self = source_of(current().id);
  memory_.moments[number] = {self, memory_.machine.now_of(current().id).of(self)};
}

// What is handed on later has a later epoch: a thread that knows this one knows all up to the moment.
bool Scheduler::moment_is_past(std::uint32_t number) {
  if (number >= memory_.moments.size() || memory_.moments[number].epoch == 0) return false;
  const Moment& moment = memory_.moments[number];
  return memory_.machine.now_of(current().id).of(moment.source) >= moment.epoch;
}

void Scheduler::fence(SiteId site) {
  announce({OperationKind::kFence, 0, kNoThread, site, kNoLocation, 0});
  performed();
}

// As of 32 bytes: it sees and stores what is newest, and is ordered with all others there.
void Scheduler::order_by_unknown_atomic() {
  const Operation& what = current().next;
  memory_.histories.overwrite(what.address, what.size);
  hand_over(atomic_detail(false, Ordering::kStated, what.address));
}

void Scheduler::hand_over(std::uint32_t detail) {
  const OperationKind kind = current().next.kind;
  const bool is_stated =
      is_atomic_access(kind) && (detail >> 1 & 7) == static_cast<unsigned>(Ordering::kStated);
  if (is_access(kind) && !is_stated) return;
  memory_.handed.add(event_of(current(), detail), memory_.machine, program_.threads.size());
}

void Scheduler::hand_over(const OrderNote& note) {
  if (note.kind == OrderKind::kFence)
    memory_.machine.fence(note.thread, note.ordering);
  else if (note.kind == OrderKind::kUnmap)
    memory_.histories.forget_older_stores();
  else
    memory_.handed.add(note, memory_.machine);
}

}  // namespace heddle::runtime
