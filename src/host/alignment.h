// Two sequences of operations of one thread, before and after the program was changed: which of the old are
// which of the new.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::host {

// What an operation is known by; the same numbers mean the same. Functions are renamed and split: what no
// `name` finds may still be found by `kind`, between two that are found.
struct OperationKey {
  std::uint32_t name = 0;  // what is done, and in which function
  std::uint32_t kind = 0;  // what is done

  friend bool operator==(const OperationKey&, const OperationKey&) = default;
};

inline constexpr std::int64_t kUnmatched = -1;

// For each old one its place among the new ones, or kUnmatched. Places grow.
std::vector<std::int64_t> align(const std::vector<OperationKey>& before,
                                const std::vector<OperationKey>& after);

// Where a thread is that had performed so many operations: before the operation that it was about to perform,
// or else after the one that it had performed. kUnmatched: neither is there, nor anything near them.
enum class Near : std::uint8_t { kNext, kLast };
std::int64_t mapped(const std::vector<std::int64_t>& matches, std::uint64_t performed, Near preferred);

}  // namespace heddle::host
