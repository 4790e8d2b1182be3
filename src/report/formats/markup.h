// Text within SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

// With entities in place of what would be markup.
std::string escaped(std::string_view text);

}  // namespace heddle::report
