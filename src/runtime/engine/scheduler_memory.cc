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

void MemoryModel::prepare() {
  machine.prepare();
  histories.prepare();
  handed.prepare();
  options.reserve(AtomicHistory::kMost);
}

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

std::uint32_t Scheduler::ask_for_store(std::uint32_t count) {
  const AllocateAs lasting(Lifetime::kLasting);
  return strategy_->choose_store({.thread = current().id,
                                  .operation = current().next,
                                  .count = count,
                                  .step = hot.recording->steps,
                                  .without_progress = livelock_.progress.without_progress()});
}

// From the newest one on, which is 0. A program whose state is compared must go on as its memory says.
// Outside the region nothing is explored.
std::uint32_t Scheduler::choose_store(std::size_t possible) {
  if ((possible == 1 && !needs_.every_store) || livelock_.goes_round() || hot.outside) return 0;
  const auto count = static_cast<std::uint32_t>(possible);
  std::uint32_t chosen = needs_.stores ? ask_for_store(count) : kDrawnStore;
  if (chosen == kDrawnStore) chosen = count == 1 ? 0 : draw_store(count);
  const bool is_of_all = needs_.every_store && (chosen & StoreChoice::kOfAll) != 0;
  return chosen < count || is_of_all ? chosen : 0;
}

// Of all stores that there are. Among those that may be seen it has its usual number.
std::uint32_t Scheduler::store_of_all(const AtomicHistory& history, std::uint32_t chosen,
                                      const AtomicValue* expected, MemoryOption& option) {
  const std::uint32_t newer = chosen & ~StoreChoice::kOfAll;
  const bool is_kept = newer < history.count();
  const auto index = static_cast<std::uint32_t>(is_kept ? history.count() - 1 - newer : 0);
  for (std::uint32_t usual = 0; is_kept && usual < memory_.options.size(); ++usual) {
    option = memory_.options[usual];
    if (option.store == index && option.way != MemoryOption::Way::kFailsForNoReason) return usual;
  }
  option = {index};
  if (expected != nullptr && history.store(index).value != *expected) option.way = MemoryOption::Way::kFails;
  const bool writes =
      current().next.kind != OperationKind::kAtomicLoad && option.way == MemoryOption::Way::kUsual;
  if (is_kept && (!writes || history.has_room_behind(index))) return chosen;
  hot.recording->hidden |= set_of(Hidden::kOldStore);
  option = memory_.options.front();
  return 0;
}

// One of the options that the machine has listed.
MemoryOption Scheduler::choose_option(const AtomicHistory& history, OrderKind kind,
                                      const AtomicValue* expected) {
  std::uint32_t chosen = choose_store(memory_.options.size());
  MemoryOption option;
  if ((chosen & StoreChoice::kOfAll) != 0)
    chosen = store_of_all(history, chosen, expected, option);
  else
    option = memory_.options[chosen];
  note_older_store(kind, chosen, history.store(option.store));
  return option;
}

// Orders nothing.
void Scheduler::note_older_store(OrderKind kind, std::uint32_t chosen, const AtomicStore& store) {
  if (chosen == 0) return;
  hot.recording->running_store = static_cast<std::uint16_t>(chosen);
  write_down({static_cast<std::uint32_t>(hot.recording->events_count), store.event, kNoLocation, current().id,
              kind, Ordering::kRelaxed});
}

// Behind which store its own goes.
std::size_t Scheduler::choose_place(AtomicHistory& history, Ordering ordering, OrderKind kind) {
  const ThreadId self = current().id;
  if (history.may_lack_places() || needs_.every_store) {
    memory_.machine.options_of_store(history, self, ordering, memory_.options);
    return choose_option(history, kind).store;
  }
  const std::size_t first = memory_.machine.first_of_store(history, self, ordering);
  const std::uint32_t chosen = choose_store(history.count() - first);
  const std::size_t place = history.count() - 1 - chosen;
  note_older_store(kind, chosen, history.store(place));
  return place;
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
  std::size_t index = 0;
  if (needs_.every_store) {
    memory_.machine.options_of_load(history, self, ordering, memory_.options);
    index = choose_option(history, OrderKind::kSees).store;
  } else {
    const std::size_t first = memory_.machine.first_of_load(history, self, ordering);
    const std::uint32_t chosen = choose_store(history.count() - first);
    index = history.count() - 1 - chosen;
    note_older_store(OrderKind::kSees, chosen, history.store(index));
  }
  memory_.machine.load(history, self, index, ordering);
  const AtomicValue seen = history.store(index).value;
  if (wants_values_) values_.tell(seen.low, seen.low);
  return seen;
}

std::uint32_t Scheduler::number_of_event() const {
  return hot.outside ? AtomicStore::kInitial : static_cast<std::uint32_t>(hot.recording->events_count);
}

bool Scheduler::atomic_store(const AtomicPlace& place, const AtomicValue& value, Ordering ordering) {
  AtomicHistory& history = memory_.histories.at(place);
  const ThreadId self = current().id;
  const std::size_t behind = choose_place(history, ordering, OrderKind::kStoresBehind);
  const std::uint64_t before = history.store(behind).value.low;
  const std::size_t made = memory_.machine.store(history, self, behind, ordering, value, number_of_event());
  if (wants_values_) values_.tell(before, value.low);
  return made + 1 == history.count();
}

AtomicValue Scheduler::begin_atomic_update(const AtomicPlace& place, Ordering ordering) {
  AtomicHistory& history = memory_.histories.at(place);
  memory_.read = choose_place(history, ordering, OrderKind::kSees);
  memory_.updated = &history;
  return history.store(memory_.read).value;
}

bool Scheduler::end_atomic_update(const AtomicValue& value, Ordering ordering) {
  AtomicHistory& history = *memory_.updated;
  const std::size_t read = memory_.read;
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
  const MemoryOption option = choose_option(history, OrderKind::kSees, &what.expected);
  const AtomicValue seen = history.store(option.store).value;
  switch (option.way) {
    case MemoryOption::Way::kFails:
      memory_.machine.load(history, self, option.store, what.failure);
      break;
    case MemoryOption::Way::kFailsForNoReason:
      memory_.machine.fail_for_no_reason(history, self, option.store, what.failure);
      break;
    case MemoryOption::Way::kUsual:
      if (what.is_weak && needs_.every_store) note_hidden(Hidden::kWeakExchange);
      memory_.updated = &history;
      memory_.read = option.store;
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
