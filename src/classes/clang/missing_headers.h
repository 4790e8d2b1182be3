// Headers of the standard library that a class's header needs and does not include.
#pragma once

#include <string>
#include <vector>

namespace heddle::classes {

// From what Clang says about names that it does not know; empty: it is something else.
std::vector<std::string> missing_headers(const std::vector<std::string>& errors);

}  // namespace heddle::classes
