#include "analysis/memory_machine.h"

#include <algorithm>

namespace heddle {

void MemoryMachine::begin() {
  count_ = 0;
  order_.clear();
  order_epoch_ = 1;
  create(kNoThread, kMainThread);
}

void MemoryMachine::create(ThreadId creator, ThreadId created) {
  for (; count_ <= created; ++count_) {
    if (count_ == threads_.size()) threads_.emplace_back();
    Thread& fresh = threads_[count_];
    fresh.now.clear();
    fresh.now.raise(source_of(static_cast<ThreadId>(count_)), 1);
  }
  // Perhaps it begins again: it keeps what it knew.
  Thread& thread = threads_[created];
  thread.pending.clear();
  thread.released.clear();
  thread.has_ended = false;
  if (creator == kNoThread) return;
  thread.now.join(threads_[creator].now);
  next_epoch(creator);
}

void MemoryMachine::release(ThreadId thread, MemoryView& into) {
  into.join(threads_[thread].now);
  next_epoch(thread);
}

void MemoryMachine::fence(ThreadId thread, Ordering ordering) {
  Thread& self = threads_[thread];
  if (acquires(ordering)) self.now.join(self.pending);
  if (ordering == Ordering::kSequential) {
    self.now.join(order_);
    self.now.raise(kSequentialOrder, order_epoch_++);
    order_ = self.now;
  }
  if (!releases(ordering)) return;
  self.released = self.now;
  next_epoch(thread);
}

std::size_t MemoryMachine::first_visible(const AtomicHistory& history, ThreadId thread,
                                         Ordering ordering) const {
  ModificationPlace oldest = history.oldest_for(threads_[thread].now);
  if (ordering == Ordering::kSequential) oldest = std::max(oldest, history.oldest_in_order(order_));
  std::size_t first = history.count() - 1;
  while (first > 0 && history.store(first - 1).place >= oldest) --first;
  return first;
}

void MemoryMachine::options_of_load(const AtomicHistory& history, ThreadId thread, Ordering ordering,
                                    MemoryOptions& options) const {
  options.clear();
  const std::size_t first = first_of_load(history, thread, ordering);
  for (std::size_t i = history.count(); i-- > first;) options.push_back({static_cast<std::uint32_t>(i)});
}

void MemoryMachine::options_of_store(AtomicHistory& history, ThreadId thread, Ordering ordering,
                                     MemoryOptions& options) const {
  options.clear();
  const std::size_t first = first_of_store(history, thread, ordering);
  for (std::size_t i = history.count(); i-- > first;)
    if (!history.store(i).is_updated && history.has_room_behind(i))
      options.push_back({static_cast<std::uint32_t>(i)});
}

// The same stores: what an update reads it goes behind.
void MemoryMachine::options_of_update(AtomicHistory& history, ThreadId thread, Ordering ordering,
                                      MemoryOptions& options) const {
  options_of_store(history, thread, ordering, options);
}

void MemoryMachine::options_of_exchange(AtomicHistory& history, ThreadId thread, const CompareExchange& what,
                                        MemoryOptions& options) const {
  make_room(history);
  options.clear();
  const bool is_patient = history.stale_loads_of(thread) < kPatience;
  const std::size_t last = history.count() - 1;
  const std::size_t succeeds = first_visible(history, thread, what.success);
  const std::size_t fails = is_patient ? first_visible(history, thread, what.failure) : last;
  for (std::size_t i = history.count(); i-- > std::min(succeeds, fails);) {
    const AtomicStore& store = history.store(i);
    const auto index = static_cast<std::uint32_t>(i);
    if (store.value == what.expected) {
      if (i >= succeeds && !store.is_updated && history.has_room_behind(i)) options.push_back({index});
    } else if (i >= fails) {
      options.push_back({index, MemoryOption::Way::kFails});
    }
  }
  if (!what.is_weak || !is_patient || options.empty()) return;
  for (std::size_t i = history.count(); i-- > fails;)
    if (history.store(i).value == what.expected)
      return options.push_back({static_cast<std::uint32_t>(i), MemoryOption::Way::kFailsForNoReason});
}

void MemoryMachine::see(AtomicHistory& history, ThreadId thread, std::size_t seen, Ordering ordering) {
  Thread& self = threads_[thread];
  const AtomicStore& store = history.store(seen);
  const Source source = source_of(thread);
  history.raise(source, self.now.of(source), store.place);
  if (store.view.empty()) return;
  self.pending.join(store.view);
  if (acquires(ordering)) self.now.join(store.view);
}

void MemoryMachine::load(AtomicHistory& history, ThreadId thread, std::size_t seen, Ordering ordering) {
  see(history, thread, seen, ordering);
  if (seen + 1 == history.count())
    history.saw_newest(thread);
  else
    history.count_stale_load(thread);
}

void MemoryMachine::prune(AtomicHistory& history) const {
  history.prune([this](const auto& visit) {
    for (std::size_t i = 0; i < count_; ++i)
      if (!threads_[i].has_ended) visit(threads_[i].now);
  });
}

void MemoryMachine::made(AtomicHistory& history, ThreadId thread, std::size_t index, Ordering ordering,
                         const AtomicValue& value, std::uint32_t event) {
  Thread& self = threads_[thread];
  AtomicStore& store = history.store(index);
  store.value = value;
  store.event = event;
  const Source source = source_of(thread);
  history.raise(source, self.now.of(source), store.place);
  if (ordering == Ordering::kSequential) history.raise(kSequentialOrder, order_epoch_, store.place);
  if (releases(ordering))
    release(thread, store.view);
  else if (!self.released.empty())
    store.view.join(self.released);
}

std::size_t MemoryMachine::store(AtomicHistory& history, ThreadId thread, std::size_t behind,
                                 Ordering ordering, const AtomicValue& value, std::uint32_t event) {
  const std::size_t index = history.insert_behind(behind);
  made(history, thread, index, ordering, value, event);
  return index;
}

std::size_t MemoryMachine::update(AtomicHistory& history, ThreadId thread, std::size_t seen,
                                  Ordering ordering, const AtomicValue& value, std::uint32_t event) {
  see(history, thread, seen, ordering);
  history.saw_newest(thread);
  const std::size_t index = history.insert_behind(seen);
  history.note_update(seen);
  history.store(index).view.join(history.store(seen).view);
  made(history, thread, index, ordering, value, event);
  return index;
}

}  // namespace heddle
