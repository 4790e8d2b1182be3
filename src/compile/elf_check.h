// Whether a file that a compiler or linker made calls the hooks of -fsanitize=thread.
#pragma once

#include <string>

namespace heddle::compile {

enum class Instrumentation {
  kPresent,
  kAbsent,
  kUnknown,  // no regular file, no ELF of this machine's word size and byte order, or no symbol table
};

// Looks for an undefined `__tsan_` symbol in an object's symbol table, or in the dynamic symbol table of an
// executable or a shared library. Every translation unit that is instrumented refers to `__tsan_init`, an
// empty one too (measured with g++ 12 and clang 19).
Instrumentation instrumentation_of(const std::string& path);

}  // namespace heddle::compile
