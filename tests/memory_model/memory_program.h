// Small programs of atomic operations, for tests of the C++ memory model: read from a text, or made at
// random.
//
// One line is one thread, ';' between operations, on variables that begin as 0:
//
//   store x 1 release ; load y acquire ; fence seq_cst ; add x 1 relaxed ; swap x 2 acq_rel ; cas x 0 1
//   acq_rel acquire
//
// An outcome is what the operations but stores and fences read, in order, thread by thread, and then the last
// value of each variable.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "event/access_detail.h"

namespace heddle::testing {

struct MemoryStep {
  enum class Kind : std::uint8_t { kLoad, kStore, kAdd, kSwap, kCompareExchange, kFence };

  Kind kind = Kind::kFence;
  std::size_t variable = 0;  // index into MemoryProgram::variables
  std::uint64_t expected = 0;
  std::uint64_t value = 0;
  Ordering ordering = Ordering::kSequential;
  Ordering failure = Ordering::kSequential;
};

struct MemoryProgram {
  std::vector<std::string> variables;  // in alphabetical order
  std::vector<std::vector<MemoryStep>> threads;
};

using Outcome = std::vector<std::uint64_t>;
using Outcomes = std::set<Outcome>;

MemoryProgram parse_memory_program(std::string_view text);
// As parse_memory_program reads it.
std::string print(const MemoryProgram& program);
// The same for the same number, for ever: outcomes of these are written down.
MemoryProgram random_memory_program(std::uint64_t number);

std::string print(const Outcomes& outcomes);
// Of `print(outcomes)`: FNV-1a, with 32 bits.
std::uint32_t digest(const Outcomes& outcomes);

}  // namespace heddle::testing
