// Describes an address: the frames of code, and the variable of data.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::symbols {

struct SourceFrame {
  std::string function;       // "Bank::transfer"; if nothing is known "bank+0x12ab".
  std::string full_function;  // "Bank::transfer(int, int)"
  std::string file;           // For a person: as given to the compiler. Empty if unknown.
  std::string path;           // For opening it.
  int line = 0;               // 0 if unknown.
  int column = 0;
  bool inlined = false;  // Inlined into the next frame.
  bool library = false;  // Not the user's code: std::, system headers, the toolchain's libraries.
};

struct Variable {
  std::string name;       // "Bank::lock", "transfer()::lock"
  std::string full_name;  // "transfer(int, int)::lock"
  std::string place;    // What the address means: "account[2].balance"; the name alone if types do not tell.
  std::string type;     // Of `place`; empty if unknown.
  uint64_t offset = 0;  // In the variable.
  uint64_t size = 0;    // Of the variable.
  uint64_t place_offset = 0;  // In `place`.
  std::string file;           // Where it is declared, as in SourceFrame.
  std::string path;
  int line = 0;
  bool is_thread_local = false;
};

// Code from `address` on, up to the next of them.
struct LineRange {
  uint64_t address = 0;
  uint64_t line = 0;  // The lowest address of the same line of the same file; 0: unknown.
};

// A place in a stack frame: from the frame's canonical address, and how far below that the stack pointer is
// (0: not known).
struct FramePlace {
  int64_t offset = 0;
  uint64_t frame_size = 0;
};

}  // namespace heddle::symbols
