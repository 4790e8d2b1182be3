// What the text of an `asm` statement says about memory: which operands are addresses that it reads or
// writes, whether by an instruction that threads synchronise with, and whether it is a fence. Operands with a
// memory constraint are known to the compiler; the text tells only what is done to them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::instrument {

// `ldr %w0, [%1]`: operand 1 is the address of 4 bytes.
struct AddressedMemory {
  unsigned operand = 0;
  unsigned size = 0;  // in bytes; 0: the text does not tell
  bool reads = false;
  bool writes = false;
};

struct AssemblyText {
  bool is_atomic = false;  // has a locked, an exclusive or an ordered instruction
  bool is_fence = false;
  std::vector<AddressedMemory> addressed;
};

// The text as it stands in the program, with %0 or %[name] for operands. Names have been replaced by numbers.
AssemblyText read_assembly(std::string_view text);

}  // namespace heddle::instrument
