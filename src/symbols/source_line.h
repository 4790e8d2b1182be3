#pragma once

#include <optional>
#include <string>

namespace heddle::symbols {

// One line of a source file, counted from 1, without its end. Files are read once and kept for the life of
// the process; any thread may call this.
std::optional<std::string> source_line(const std::string& path, int line);

}  // namespace heddle::symbols
