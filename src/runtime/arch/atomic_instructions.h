// Whether machine code has instructions that threads synchronise with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace heddle::runtime {

#if defined(__aarch64__)

inline bool has_atomic_instructions(std::span<const std::uint8_t> code) {
  for (std::size_t at = 0; at + 4 <= code.size(); at += 4) {
    std::uint32_t word;
    std::memcpy(&word, code.data() + at, sizeof word);
    const bool exclusive_or_ordered = (word & 0x3f00'0000) == 0x0800'0000;  // ldxr, stxr, ldar, stlr, cas
    const bool atomic_update = (word & 0x3f20'0c00) == 0x3820'0000;         // ldadd, swp and the like, ldapr
    const bool barrier = (word & 0xffff'f0ff) == 0xd503'30bf;               // dmb
    if (exclusive_or_ordered || atomic_update || barrier) return true;
  }
  return false;
}

#else

// Where instructions begin is not known: a few bytes of data may look like one.
inline bool has_atomic_instructions(std::span<const std::uint8_t> code) {
  constexpr std::uint8_t kLock = 0xf0;
  for (std::size_t at = 0; at + 3 <= code.size(); ++at) {
    std::uint8_t opcode = code[at + 1];
    if (code[at] == kLock) {
      if ((opcode & 0xf0) == 0x40) opcode = code[at + 2];  // REX
      if (opcode == 0x0f || opcode == 0x83 || opcode == 0x81 || opcode == 0x80 || opcode >= 0xfe ||
          opcode <= 0x31)
        return true;
    }
    if (code[at] == 0x0f && opcode == 0xae && code[at + 2] == 0xf0) return true;  // mfence
    const bool exchanges_memory = (code[at] == 0x86 || code[at] == 0x87) && opcode < 0xc0;
    if (exchanges_memory) return true;
  }
  return false;
}

#endif

}  // namespace heddle::runtime
