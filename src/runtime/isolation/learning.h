// What the explorer learns from an execution that ran in another process.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/state/recording.h"

namespace heddle::runtime {

void learn(std::span<const Discovery> discoveries, std::span<const std::uint8_t> modules);

// What is known of the program's memory and orders, and the same taken in place of what is known here.
std::vector<std::uint8_t> knowledge_to_tell();
void know(std::span<const std::uint8_t> told);

// Grows with everything that is learnt.
std::uint64_t extent_of_knowledge();

}  // namespace heddle::runtime
