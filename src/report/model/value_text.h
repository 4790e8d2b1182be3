// What a variable held, as its author would write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::report {

// `bits`: the bytes as a number; `type`: as debug information names it, may be empty.
std::string value_text(std::uint64_t bits, unsigned size, std::string_view type);

}  // namespace heddle::report
