#include "runtime/isolation/finished_ring.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <cstring>
#include <ctime>

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
void cut(const unsigned char*& from, const unsigned char* end, std::uint64_t count,
         std::span<const T>& array) {
  const auto room = static_cast<std::uint64_t>(end - from);
  array = {};
  if (count > room / sizeof(T)) {
    from = end;
    return;
  }
  array = {reinterpret_cast<const T*>(from), count};
  const std::uint64_t size = aligned(count * sizeof(T));
  from += size < room ? size : room;
}

// Whatever bytes there are, they mean something.
void make_sensible(Finished& finished) {
  make_valid(static_cast<ExecutionFacts&>(finished));
  make_valid(finished.content, Finished::Content::kProblem, Finished::Content::kProblem);
  make_valid(finished.retirement, Finished::Retirement::kMappings, Finished::Retirement::kMappings);
  make_valid(finished.audited);
  make_valid(finished.is_news);
  make_valid(finished.used_outside);
}

// All of them, in the order in which they lie in an entry.
template <typename Arrays, typename Visit>
void each_array(Arrays& arrays, Visit visit) {
  visit(arrays.passed);
#define ARRAY(Type, name, most) visit(arrays.name);
#include "event/execution_arrays.def"
#include "runtime/state/recording_arrays.def"
#undef ARRAY
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
  closed_ = called_back_ = reader_waits_ = 0;
  worker_ = 0;
  keep({});
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
  std::uint64_t size = aligned(sizeof(EntryHeader));
  each_array(arrays, [&](const auto& array) { size += aligned(array.size_bytes()); });
  return size;
}

bool FinishedRing::fits(const FinishedArrays& arrays) {
  return size_of_entry(arrays) <= kSize / 2;
}

void FinishedRing::put(const Finished& finished, const FinishedArrays& arrays, Urgency urgency) {
  EntryHeader header{0, {}, finished, true};
  std::size_t next = 0;
  each_array(arrays, [&](const auto& array) { header.counts[next++] = array.size(); });
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
  to += aligned(sizeof header);
  each_array(arrays, [&](const auto& array) { to = append(to, array); });
  written_.fetch_add(gap + header.size);
  const bool is_awaited = urgency == Urgency::kHigh && reader_waits_.load() != 0;
  if (is_awaited || written_.load(std::memory_order_relaxed) - told_ > kSize / 4) ring_the_bell();
}

void FinishedRing::keep(const Passed& sum) {
  const std::uint32_t next = sum_.load(std::memory_order_relaxed) + 1;
  sums_[next & 1] = sum;
  sum_.store(next, std::memory_order_release);
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
    make_sensible(finished);
    std::size_t next = 0;
    each_array(arrays, [&](auto& array) { cut(from, end, header.counts[next++], array); });
    taken_ = header.size;
    return true;
  }
}

void FinishedRing::wait(std::uint64_t milliseconds) {
  const std::uint32_t bell = bell_.load(std::memory_order_acquire);
  reader_waits_.store(1);
  if (written_.load() != read_.load() + taken_ || is_closed()) {
    reader_waits_.store(0, std::memory_order_relaxed);
    return;
  }
  const timespec limit{static_cast<time_t>(milliseconds / 1000),
                       static_cast<long>(milliseconds % 1000) * 1'000'000};
  futex(bell_, FUTEX_WAIT, bell, &limit);
  reader_waits_.store(0, std::memory_order_relaxed);
}

}  // namespace heddle::runtime
