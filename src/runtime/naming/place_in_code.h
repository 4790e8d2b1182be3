// Where the code of a place lies that the user names (search/program_place.h).
#pragma once

#include <cstdint>
#include <optional>

#include "search/program_place.h"

namespace heddle::runtime {

struct CodeRange {
  std::uint64_t start = 0;
  std::uint64_t size = 0;  // 0: the place is not a function
};

// In this process. None: the file is not loaded.
std::optional<CodeRange> code_of(const ProgramPlace& place);

}  // namespace heddle::runtime
