// File names as compilers take them apart. They keep the user's spelling (no normalisation), because names
// of outputs are derived from it.
#pragma once

#include <string>
#include <string_view>

namespace heddle::compile {

std::string_view base_name(std::string_view file);          // "out/prog.x" -> "prog.x"
std::string_view directory_prefix(std::string_view file);   // "out/prog.x" -> "out/"
std::string_view extension_of(std::string_view file);       // "out/prog.x" -> ".x"
std::string_view without_extension(std::string_view file);  // "out/prog.x" -> "out/prog"
std::string_view stem(std::string_view file);               // "out/prog.x" -> "prog"

}  // namespace heddle::compile
