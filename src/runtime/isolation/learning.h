// What the explorer learns from an execution that ran in another process.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/state/recording.h"

namespace heddle::runtime {

void learn(std::span<const Discovery> discoveries, std::span<const std::uint8_t> modules);

// Grows with everything that is learnt.
std::uint64_t extent_of_knowledge();

}  // namespace heddle::runtime
