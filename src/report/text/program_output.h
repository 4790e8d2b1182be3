// What the program printed in a failing execution: untrusted, of any length, and in any encoding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/model/style.h"

namespace heddle::report {

// The last lines, each as "  | text", with a first line that tells how many were left out. Empty for no
// output.
std::string output_excerpt(std::string_view output, const Style& style, std::size_t lines = 20);

}  // namespace heddle::report
