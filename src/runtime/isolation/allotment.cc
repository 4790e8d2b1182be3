#include "runtime/isolation/allotment.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <ctime>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

namespace {

timespec time_of(std::uint64_t milliseconds) {
  return {static_cast<time_t>(milliseconds / 1000), static_cast<long>(milliseconds % 1000) * 1'000'000};
}

}  // namespace

Allotment* Allotment::map() {
  void* memory = mmap(nullptr, sizeof(Allotment), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Allotment*>(memory);
}

void Allotment::begin(std::uint64_t first, std::uint64_t end, std::uint64_t size) {
  first_ = first;
  end_ = end;
  size_ = size == 0 ? 1 : size;
  oldest_ = next_ = 0;
  for (std::atomic<std::uint64_t>& each : claims_) each.store(0, std::memory_order_relaxed);
}

std::optional<std::size_t> Allotment::owner_of(std::uint64_t number) const {
  const std::uint64_t index = index_of(number);
  const std::uint64_t found = claims_[index % kMostAtATime].load(std::memory_order_acquire);
  if (found >> 16 != index + 1) return {};
  return found & 0xffff;
}

void Allotment::wait(std::uint64_t number, std::uint64_t milliseconds) {
  const std::uint32_t taken = taken_.load();
  explorer_waits_.store(1);
  const timespec limit = time_of(milliseconds);
  if (!owner_of(number))
    raw_syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&taken_), FUTEX_WAIT, taken, &limit, nullptr, 0);
  explorer_waits_.store(0, std::memory_order_relaxed);
}

std::optional<Piece> Allotment::take(std::size_t worker) {
  for (std::uint64_t index = next_.load(std::memory_order_relaxed);;) {
    const Piece result = piece(index);
    if (result.begin >= end_) return {};
    const std::uint64_t oldest = oldest_.load(std::memory_order_acquire);
    if (index < oldest) {  // a slow worker's hint
      index = oldest;
      continue;
    }
    if (index - oldest >= kMostAtATime) {
      const timespec pause = time_of(1);
      raw_syscall(SYS_nanosleep, &pause, nullptr);
      continue;
    }
    std::atomic<std::uint64_t>& place = claims_[index % kMostAtATime];
    std::uint64_t before = place.load(std::memory_order_relaxed);
    if (before >> 16 >= index + 1 || !place.compare_exchange_strong(before, claim(index, worker))) {
      ++index;
      continue;
    }
    next_.store(index + 1, std::memory_order_relaxed);
    taken_.fetch_add(1);
    if (explorer_waits_.load() != 0)
      raw_syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&taken_), FUTEX_WAKE, 1, nullptr, nullptr, 0);
    return result;
  }
}

}  // namespace heddle::runtime
