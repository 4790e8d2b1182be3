#include "detect/synchronisation.h"

#include <algorithm>

#include "event/access_detail.h"

namespace heddle {

namespace {

constexpr unsigned kWordBits = 3;
constexpr std::uint64_t kWordSize = 1u << kWordBits;
constexpr std::uint64_t kObjectAlignment = 4;  // of all that the C library synchronises with

constexpr bool releases(std::memory_order order) {
  return heddle::releases(static_cast<Ordering>(order));
}
constexpr bool acquires(std::memory_order order) {
  return heddle::acquires(static_cast<Ordering>(order));
}

constexpr std::uint64_t head_bit(ThreadId thread) {
  return std::uint64_t{1} << (thread % 64);
}

}  // namespace

void Synchronisation::begin() {
  exhausted_ = false;
  count_ = object_count_ = atomic_count_ = 0;
  filter_.clear();
  object_index_.begin();
  word_index_.begin();
  wanted_.clear();
  kept_.clear();
  sight_ = {};
}

void Synchronisation::want(std::vector<std::uint32_t> events) {
  wanted_ = std::move(events);
  std::sort(wanted_.begin(), wanted_.end());
}

const VectorClock* Synchronisation::kept_of(std::uint32_t event) const {
  const auto found =
      std::lower_bound(kept_.begin(), kept_.end(), event,
                       [](const Kept& kept, std::uint32_t wanted) { return kept.event < wanted; });
  return found != kept_.end() && found->event == event ? &found->message : nullptr;
}

void Synchronisation::keep(const Moment& at, const VectorClock& message) {
  if (!wanted_.empty() && std::binary_search(wanted_.begin(), wanted_.end(), at.event))
    kept_.push_back({at.event, message});
}

void Synchronisation::check_memory() {
  const std::size_t clocks = count_ + object_count_ + atomic_count_;
  if (clocks * count_ > limits_.clock_values || object_count_ > limits_.objects ||
      atomic_count_ > limits_.objects)
    exhausted_ = true;
}

void Synchronisation::create_thread(const Moment& at, ThreadId created) {
  if (exhausted_) return;
  const bool starts_again = knows_thread(created);
  for (; count_ <= created; ++count_) {
    if (count_ == threads_.size()) threads_.emplace_back();
    Thread& fresh = threads_[count_];
    fresh.now.clear();
    fresh.at_release_fence.clear();
    fresh.loaded.clear();
    fresh.last_release = fresh.last_acquisition = {};
    fresh.now.set(static_cast<ThreadId>(count_), 1);
  }
  check_memory();
  if (at.thread == kNoThread) return;
  Thread& thread = threads_[created];
  const ClockValue own = starts_again ? thread.now.of(created) + 1 : 1;
  thread.now = threads_[at.thread].now;
  thread.now.set(created, own);
  thread.last_acquisition = {OperationKind::kThreadStart, at.site, at.event, 0};
  released(at, 0);
}

void Synchronisation::join_thread(const Moment& at, ThreadId joined) {
  if (exhausted_ || !knows_thread(joined)) return;
  acquire_from(at, 0, threads_[joined].now);
}

// Whatever the thread does from now on was not released with this.
void Synchronisation::released(const Moment& at, std::uint64_t object) {
  Thread& thread = threads_[at.thread];
  thread.last_release = {at.kind, at.site, at.event, object};
  const ClockValue clock = thread.now.of(at.thread);
  if (clock >= limits_.last_clock)
    exhausted_ = true;
  else
    thread.now.set(at.thread, clock + 1);
}

void Synchronisation::acquire_from(const Moment& at, std::uint64_t object, const VectorClock& clock) {
  Thread& thread = threads_[at.thread];
  thread.now.join(clock);
  thread.last_acquisition = {at.kind, at.site, at.event, object};
}

Synchronisation::Object* Synchronisation::object_at(std::uint64_t address) {
  const std::uint32_t found = object_index_.find(address);
  return found == StampedIndex::kNone ? nullptr : &objects_[found];
}

Synchronisation::Object& Synchronisation::make_object(std::uint64_t address) {
  if (Object* const found = object_at(address)) return *found;
  if (object_count_ == objects_.size()) objects_.emplace_back();
  object_index_.insert(address, static_cast<std::uint32_t>(object_count_));
  Object& object = objects_[object_count_++];
  object.released.clear();
  object.gathered.clear();
  filter_.add(address);
  check_memory();
  return object;
}

void Synchronisation::release(const Moment& at, std::uint64_t object) {
  if (exhausted_) return;
  make_object(object).released.join(threads_[at.thread].now);
  released(at, object);
}

void Synchronisation::acquire(const Moment& at, std::uint64_t object) {
  if (exhausted_) return;
  if (const Object* const found = object_at(object))
    acquire_from(at, object, found->released);
  else
    threads_[at.thread].last_acquisition = {at.kind, at.site, at.event, object};
}

void Synchronisation::lock(const Moment& at, std::uint64_t object) {
  if (exhausted_) return;
  acquire(at, object);
  const Object* const found = object_at(object);
  if (found != nullptr && !found->gathered.empty()) threads_[at.thread].now.join(found->gathered);
}

// Its owner has acquired whatever was released before.
void Synchronisation::unlock(const Moment& at, std::uint64_t object) {
  if (exhausted_) return;
  Object& made = make_object(object);
  made.released = threads_[at.thread].now;
  made.gathered.clear();
  released(at, object);
}

void Synchronisation::lock_shared(const Moment& at, std::uint64_t object) {
  acquire(at, object);
}

void Synchronisation::unlock_shared(const Moment& at, std::uint64_t object) {
  arrive(at, object);
}

void Synchronisation::arrive(const Moment& at, std::uint64_t object) {
  if (exhausted_) return;
  make_object(object).gathered.join(threads_[at.thread].now);
  released(at, object);
}

// Joined, not replaced: if more threads use it than it was made for, one of the former round may still leave.
void Synchronisation::open(std::uint64_t object) {
  if (exhausted_) return;
  Object& made = make_object(object);
  made.released.join(made.gathered);
  made.gathered.clear();
}

std::uint32_t Synchronisation::make_atomic(std::uint64_t word, unsigned offset, unsigned size) {
  if (atomic_count_ == atomics_.size()) atomics_.emplace_back();
  const auto place = static_cast<std::uint32_t>(atomic_count_++);
  Atomic& atomic = atomics_[place];
  atomic.offset = static_cast<std::uint8_t>(offset);
  atomic.size = static_cast<std::uint8_t>(size);
  atomic.heads = 0;
  atomic.next = StampedIndex::kNone;
  atomic.message.clear();
  const std::uint32_t first = word_index_.find(word);
  if (first == StampedIndex::kNone) {
    word_index_.insert(word, place);
  } else {
    atomic.next = atomics_[first].next;
    atomics_[first].next = place;
  }
  filter_.add(word << kWordBits);
  check_memory();
  return place;
}

template <typename Use>
void Synchronisation::for_each_part(std::uint64_t address, std::uint64_t size, bool make, const Use& use) {
  while (size != 0) {
    const std::uint64_t word = address >> kWordBits;
    const auto offset = static_cast<unsigned>(address & (kWordSize - 1));
    const auto part = static_cast<unsigned>(std::min<std::uint64_t>(size, kWordSize - offset));
    std::uint32_t own = StampedIndex::kNone;
    std::uint32_t other = StampedIndex::kNone;  // one of those that share bytes with it
    const std::uint32_t first = word_index_.find(word);
    for (std::uint32_t i = first; i != StampedIndex::kNone; i = atomics_[i].next) {
      const Atomic& atomic = atomics_[i];
      if (atomic.offset == offset && atomic.size == part)
        own = i;
      else if (atomic.offset < offset + part && offset < atomic.offset + atomic.size)
        other = i;
    }
    if (own == StampedIndex::kNone && make) own = make_atomic(word, offset, part);
    if (own != StampedIndex::kNone) use(atomics_[own], other == StampedIndex::kNone);
    for (std::uint32_t i = other == StampedIndex::kNone ? StampedIndex::kNone : word_index_.find(word);
         i != StampedIndex::kNone; i = atomics_[i].next) {
      Atomic& atomic = atomics_[i];
      if (i != own && atomic.offset < offset + part && offset < atomic.offset + atomic.size)
        use(atomic, false);
    }
    address += part;
    size -= part;
  }
}

void Synchronisation::load(const Moment& at, std::uint64_t address, std::uint64_t size,
                           std::memory_order order) {
  if (exhausted_) return;
  const auto read = [&](const VectorClock& message) {
    if (message.empty()) return;
    if (acquires(order))
      acquire_from(at, address, message);
    else
      threads_[at.thread].loaded.join(message);
  };
  if (sight_.is_older) {
    if (const VectorClock* const message = kept_of(sight_.seen)) read(*message);
    return;
  }
  for_each_part(address, size, false, [&](const Atomic& atomic, bool) { read(atomic.message); });
}

void Synchronisation::store(const Moment& at, std::uint64_t address, std::uint64_t size,
                            std::memory_order order) {
  if (exhausted_) return;
  const Thread& thread = threads_[at.thread];
  const bool release = releases(order);
  const VectorClock& sent = release ? thread.now : thread.at_release_fence;
  if (sight_.goes_behind) {
    keep(at, sent);
    if (release) released(at, address);
    return;
  }
  // Who used the bytes as another shape is told, too, and keeps what it has: a value may be put together.
  for_each_part(address, size, !sent.empty(), [&](Atomic& atomic, bool alone) {
    const bool continues = !release && limits_.release_sequence == ReleaseSequence::kBeforeCpp20 &&
                           (atomic.heads & head_bit(at.thread)) != 0;
    if (!alone || continues) {
      atomic.message.join(sent);
      if (!sent.empty()) atomic.heads |= head_bit(at.thread);
    } else {
      atomic.message = sent;
      atomic.heads = sent.empty() ? 0 : head_bit(at.thread);
    }
  });
  keep_newest(at, address, size);
  if (release) released(at, address);
}

void Synchronisation::modify(const Moment& at, std::uint64_t address, std::uint64_t size,
                             std::memory_order order) {
  if (exhausted_) return;
  const Thread& thread = threads_[at.thread];
  const bool release = releases(order);
  const VectorClock& sent = release ? thread.now : thread.at_release_fence;
  if (sight_.goes_behind) {
    VectorClock message = sent;
    if (const VectorClock* const read = kept_of(sight_.seen)) message.join(*read);
    keep(at, message);
    if (release) released(at, address);
    return;
  }
  // It goes on with every release sequence that it is part of, and may begin one of its own.
  if (!sent.empty())
    for_each_part(address, size, true, [&](Atomic& atomic, bool) {
      atomic.message.join(sent);
      atomic.heads |= head_bit(at.thread);
    });
  keep_newest(at, address, size);
  if (release) released(at, address);
}

void Synchronisation::keep_newest(const Moment& at, std::uint64_t address, std::uint64_t size) {
  if (wanted_.empty()) return;
  const VectorClock* made = nullptr;
  for_each_part(address, size, false, [&](const Atomic& atomic, bool) { made = &atomic.message; });
  if (made != nullptr) keep(at, *made);
}

void Synchronisation::fence(const Moment& at, std::memory_order order) {
  if (exhausted_) return;
  Thread& thread = threads_[at.thread];
  if (acquires(order) && !thread.loaded.empty()) acquire_from(at, 0, thread.loaded);
  if (!releases(order)) return;
  thread.at_release_fence = thread.now;
  released(at, 0);
}

void Synchronisation::forget(std::uint64_t start, std::uint64_t size) {
  if (size == 0 || !filter_.may_lie_in(start, size)) return;
  const std::uint64_t end = start + size;
  const auto reset_object = [this](std::uint32_t place) {
    objects_[place].released.clear();
    objects_[place].gathered.clear();
  };
  const auto reset_word = [this, start, end](std::uint64_t word, std::uint32_t first) {
    for (std::uint32_t i = first; i != StampedIndex::kNone; i = atomics_[i].next) {
      const std::uint64_t address = (word << kWordBits) + atomics_[i].offset;
      if (address < start || address >= end) continue;
      atomics_[i].message.clear();
      atomics_[i].heads = 0;
    }
  };
  if (size / kObjectAlignment > objects()) {
    object_index_.for_each([&](std::uint64_t address, std::uint32_t place) {
      if (address >= start && address < end) reset_object(place);
    });
    word_index_.for_each([&](std::uint64_t word, std::uint32_t first) {
      if (word >= start >> kWordBits && word <= (end - 1) >> kWordBits) reset_word(word, first);
    });
    return;
  }
  for (std::uint64_t address = (start + kObjectAlignment - 1) & ~(kObjectAlignment - 1); address < end;
       address += kObjectAlignment) {
    const std::uint32_t place = object_index_.find(address);
    if (place != StampedIndex::kNone) reset_object(place);
  }
  for (std::uint64_t word = start >> kWordBits; word <= (end - 1) >> kWordBits; ++word) {
    const std::uint32_t first = word_index_.find(word);
    if (first != StampedIndex::kNone) reset_word(word, first);
  }
}

}  // namespace heddle
