// Which worker runs which executions: shared memory. The executions from `begin` to `end` are cut into
// pieces; each worker takes the next one when it has done with its last. To take a piece is one store, so
// that none is lost with a worker: the explorer sees whose it was.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle::runtime {

// The executions from `begin` on, without `end`.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

class Allotment {
 public:
  // In memory that workers will share; null when there is none.
  static Allotment* map();

  // The explorer's side, without workers: pieces of so many executions.
  void begin(std::uint64_t first, std::uint64_t end, std::uint64_t size);
  std::uint64_t end() const { return end_; }
  // Empty: no worker has taken it yet.
  std::optional<std::size_t> owner_of(std::uint64_t number) const;
  Piece piece_of(std::uint64_t number) const { return piece(index_of(number)); }
  // Those before it have been taken note of: there is room for later pieces.
  void forget_before(std::uint64_t number) { oldest_.store(index_of(number), std::memory_order_release); }
  // Until a worker takes a piece, or the time is over.
  void wait(std::uint64_t number, std::uint64_t milliseconds);

  // A worker's side. Waits while the explorer is too far behind. Empty: there is none left.
  std::optional<Piece> take(std::size_t worker);

 private:
  static constexpr std::size_t kMostAtATime = 4096;

  std::uint64_t index_of(std::uint64_t number) const { return (number - first_) / size_; }
  Piece piece(std::uint64_t index) const {
    const std::uint64_t begin = first_ + index * size_;
    return {begin, begin + size_ < end_ ? begin + size_ : end_};
  }
  static std::uint64_t claim(std::uint64_t index, std::size_t worker) { return (index + 1) << 16 | worker; }

  std::uint64_t first_;
  std::uint64_t end_;
  std::uint64_t size_;
  std::atomic<std::uint64_t> oldest_;  // piece that may not be forgotten yet
  std::atomic<std::uint64_t> next_;    // all before it are taken: a hint
  std::atomic<std::uint32_t> taken_;   // counts, for those who wait
  std::atomic<std::uint32_t> explorer_waits_;
  std::atomic<std::uint64_t> claims_[kMostAtATime];  // of the piece with that index, modulo; 0: none yet
};

}  // namespace heddle::runtime
