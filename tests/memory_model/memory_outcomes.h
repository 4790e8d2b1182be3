// All outcomes of a small program, by letting the machine of the C++ memory model do everything that it may.
#pragma once

#include "memory_program.h"

namespace heddle::testing {

// Sequentially consistent: every load sees the newest store.
enum class MemoryModel : std::uint8_t { kSequential, kCpp };

Outcomes outcomes_of(const MemoryProgram& program, MemoryModel model);

}  // namespace heddle::testing
