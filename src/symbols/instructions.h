// Instructions that ask the processor itself for the time or for a random number. No library call is left in
// between, so Heddle cannot answer them, and the same schedule may go differently.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::symbols {

enum class Machine : std::uint8_t { kX86, kArm, kOther };

struct UncontrolledInstruction {
  std::string name;           // "rdtsc"
  bool random = false;        // else the time
  std::uint64_t address = 0;  // in the file
};

// Of a piece of code at an address. Code of x86 is not taken apart: what is looked for is what compilers
// write.
std::vector<UncontrolledInstruction> uncontrolled_instructions(std::span<const unsigned char> code,
                                                               std::uint64_t address, Machine machine);

// Of a file; none if it cannot be read.
std::vector<UncontrolledInstruction> uncontrolled_instructions(const std::string& path);

}  // namespace heddle::symbols
