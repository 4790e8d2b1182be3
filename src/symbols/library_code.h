// What is the user's code and what belongs to the compiler, the standard library and the system: a lock taken
// inside std::lock_guard is shown at the user's line.
#pragma once

#include <string>
#include <string_view>

namespace heddle::symbols {

// A source file in a directory of system headers, or of a test framework. The path may be absolute and not normal, as compilers write
// it
// ("/usr/bin/../lib/gcc/...").
bool is_system_source(std::string_view path);

// What lies there is the user's, wherever it is installed: a class under test may be of a library.
void count_as_own(std::string folder_or_file);

// For functions of which only the (short) name is known. A user's specialisation of a std:: template is told
// apart only by the file that declares it.
bool is_library_function(std::string_view short_name);

// A module that is library code throughout: the toolchain's own libraries, and what lies in a system
// directory without debug information in the file itself (that of a separate package does not make libc the
// user's).
bool is_library_module(std::string_view path, bool has_own_debug_info);

}  // namespace heddle::symbols
