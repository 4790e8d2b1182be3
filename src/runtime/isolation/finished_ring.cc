#include "runtime/isolation/finished_ring.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <cstring>
#include <ctime>
#include <type_traits>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kAlignment = 16;
std::uint64_t aligned(std::uint64_t size) {
  return (size + kAlignment - 1) & ~(kAlignment - 1);
}

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           const timespec* limit = nullptr) {
  return raw_syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, limit, nullptr, 0);
}

template <typename T>
unsigned char* append(unsigned char* to, std::span<const T> from) {
  if (!from.empty()) std::memcpy(to, from.data(), from.size_bytes());
  return to + aligned(from.size_bytes());
}

// The next `count` elements; empty, and `from` past the end, when they do not fit.
template <typename T>
std::span<const T> cut(const unsigned char*& from, const unsigned char* end, std::uint64_t count) {
  const auto room = static_cast<std::uint64_t>(end - from);
  if (count > room / sizeof(T)) {
    from = end;
    return {};
  }
  const std::span<const T> result(reinterpret_cast<const T*>(from), count);
  const std::uint64_t size = aligned(count * sizeof(T));
  from += size < room ? size : room;
  return result;
}

template <typename Kind>
void keep_below(Kind& value, Kind last, Kind otherwise) {
  std::underlying_type_t<Kind> number = 0;
  std::memcpy(&number, &value, sizeof number);
  if (number > static_cast<std::underlying_type_t<Kind>>(last)) value = otherwise;
}

void make_boolean(bool& value) {
  unsigned char byte = 0;
  std::memcpy(&byte, &value, sizeof byte);
  value = byte != 0;
}

// Whatever bytes there are, they mean something.
void make_valid(Finished& finished) {
  keep_below(finished.content, Finished::Content::kProblem, Finished::Content::kProblem);
  keep_below(finished.retirement, Finished::Retirement::kMappings, Finished::Retirement::kMappings);
  keep_below(finished.end, End::kRefused, End::kLost);
  make_boolean(finished.audited);
  make_boolean(finished.truncated);
  make_boolean(finished.found_shared);
  make_boolean(finished.order_is_lost);
}

}  // namespace

FinishedRing* FinishedRing::map() {
  void* memory = mmap(nullptr, sizeof(FinishedRing), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<FinishedRing*>(memory);
}

void FinishedRing::reset() {
  written_ = read_ = started_ = 0;
  taken_ = told_ = 0;
  closed_ = 0;
  worker_ = 0;
}

void FinishedRing::ring_the_bell() {
  told_ = written_.load(std::memory_order_relaxed);
  bell_.fetch_add(1, std::memory_order_release);
  futex(bell_, FUTEX_WAKE, 1);
}

void FinishedRing::wait_for_room(std::uint64_t size) {
  for (;;) {
    const std::uint32_t room = room_.load(std::memory_order_acquire);
    if (written_.load(std::memory_order_relaxed) + size - read_.load(std::memory_order_acquire) <= kSize)
      return;
    ring_the_bell();
    futex(room_, FUTEX_WAIT, room);
  }
}

std::uint64_t FinishedRing::size_of_entry(const FinishedArrays& arrays) {
  return aligned(sizeof(EntryHeader)) + aligned(arrays.origins.size_bytes()) +
         aligned(arrays.discoveries.size_bytes()) + aligned(arrays.report.size_bytes()) +
         aligned(arrays.modules.size_bytes()) + aligned(arrays.changes.size_bytes()) +
         aligned(arrays.runs.size_bytes()) + aligned(arrays.events.size_bytes()) +
         aligned(arrays.notes.size_bytes()) + aligned(arrays.values.size_bytes()) +
         aligned(arrays.order_notes.size_bytes()) + aligned(arrays.told.size_bytes());
}

bool FinishedRing::fits(const FinishedArrays& arrays) {
  return size_of_entry(arrays) <= kSize / 2;
}

void FinishedRing::put(const Finished& finished, const FinishedArrays& arrays) {
  EntryHeader header{
      0,
      {arrays.origins.size(), arrays.discoveries.size(), arrays.report.size(), arrays.modules.size(),
       arrays.changes.size(), arrays.runs.size(), arrays.events.size(), arrays.notes.size(),
       arrays.values.size(), arrays.order_notes.size(), arrays.told.size()},
      finished,
      true};
  header.size = size_of_entry(arrays);
  std::uint64_t place = written_.load(std::memory_order_relaxed) % kSize;
  const std::uint64_t to_end = kSize - place;
  // What is left of this lap is given up together with the entry: a gap alone would look like a worker that
  // is gone.
  const std::uint64_t gap = to_end < header.size ? to_end : 0;
  wait_for_room(gap + header.size);
  if (gap != 0) {
    if (gap >= sizeof header) {
      EntryHeader filler{};
      filler.size = gap;
      std::memcpy(bytes_ + place, &filler, sizeof filler);
    }
    place = 0;
  }
  unsigned char* to = bytes_ + place;
  std::memcpy(to, &header, sizeof header);
  to = append(to + aligned(sizeof header), arrays.origins);
  to = append(to, arrays.discoveries);
  to = append(to, arrays.report);
  to = append(to, arrays.modules);
  to = append(to, arrays.changes);
  to = append(to, arrays.runs);
  to = append(to, arrays.events);
  to = append(to, arrays.notes);
  to = append(to, arrays.values);
  to = append(to, arrays.order_notes);
  append(to, arrays.told);
  written_.fetch_add(gap + header.size, std::memory_order_release);
  if (written_.load(std::memory_order_relaxed) - told_ > kSize / 4) ring_the_bell();
}

void FinishedRing::close() {
  closed_.store(1, std::memory_order_release);
  ring_the_bell();
}

void FinishedRing::give_back() {
  if (taken_ == 0) return;
  read_.fetch_add(taken_, std::memory_order_release);
  taken_ = 0;
  room_.fetch_add(1, std::memory_order_release);
  if (written_.load(std::memory_order_relaxed) - read_.load(std::memory_order_relaxed) < kSize / 2)
    futex(room_, FUTEX_WAKE, 1);
}

bool FinishedRing::take(Finished& finished, FinishedArrays& arrays) {
  give_back();
  for (;;) {
    const std::uint64_t available =
        written_.load(std::memory_order_acquire) - read_.load(std::memory_order_relaxed);
    if (available == 0 || available > kSize) return false;
    const std::uint64_t place = read_.load(std::memory_order_relaxed) % kSize;
    const std::uint64_t lap = kSize - place;
    EntryHeader header{};
    if (lap >= sizeof header) std::memcpy(&header, bytes_ + place, sizeof header);
    if (lap < sizeof header || header.in_this_lap == 0) {
      if (lap >= available) return false;
      read_.fetch_add(lap, std::memory_order_release);
      continue;
    }
    if (header.size > available || header.size > lap || header.size < sizeof header) return false;
    const unsigned char* from = bytes_ + place + aligned(sizeof header);
    const unsigned char* const end = bytes_ + place + header.size;
    finished = header.finished;
    make_valid(finished);
    arrays.origins = cut<ThreadOrigin>(from, end, header.counts[0]);
    arrays.discoveries = cut<Discovery>(from, end, header.counts[1]);
    arrays.report = cut<std::uint8_t>(from, end, header.counts[2]);
    arrays.modules = cut<std::uint8_t>(from, end, header.counts[3]);
    arrays.changes = cut<EnabledChange>(from, end, header.counts[4]);
    arrays.runs = cut<Run>(from, end, header.counts[5]);
    arrays.events = cut<Event>(from, end, header.counts[6]);
    arrays.notes = cut<std::uint32_t>(from, end, header.counts[7]);
    arrays.values = cut<AccessValue>(from, end, header.counts[8]);
    arrays.order_notes = cut<OrderNote>(from, end, header.counts[9]);
    arrays.told = cut<std::uint8_t>(from, end, header.counts[10]);
    taken_ = header.size;
    return true;
  }
}

void FinishedRing::wait(std::uint64_t milliseconds) {
  const std::uint32_t bell = bell_.load(std::memory_order_acquire);
  if (!is_empty() || is_closed()) return;
  const timespec limit{static_cast<time_t>(milliseconds / 1000),
                       static_cast<long>(milliseconds % 1000) * 1'000'000};
  futex(bell_, FUTEX_WAIT, bell, &limit);
}

}  // namespace heddle::runtime
