// What an input file of a compiler is: decided by `-x LANGUAGE` where one is in effect, else by the file's
// extension, as gcc and clang do. A file that neither knows is the linker's.
#pragma once

#include <string_view>

#include "compile/family.h"

namespace heddle::compile {

enum class Language {
  kCFamily,    // C, C++ and Objective-C, preprocessed or not
  kHeader,     // precompiled to a .gch or .pch; never part of a link
  kAssembler,  // has no memory accesses that a compiler could instrument
  kOther,      // Fortran, Ada, D, Go, LLVM IR: the same driver compiles them
  kLinkInput,  // objects, archives, shared libraries, linker scripts
};

Language language_of_extension(std::string_view file, Family family);

// `name` is what followed -x, never "none".
Language language_of_name(std::string_view name);

}  // namespace heddle::compile
