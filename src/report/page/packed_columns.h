// Long lists of numbers as the page has them: text that a browser decodes far faster than it reads a list.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace heddle::report {

// From so many numbers on they are packed.
inline constexpr std::size_t kWorthPacking = 50'000;

// A list; or, where it is long, one text: how many bytes a number has (1, 2 or 4), and the numbers in
// base64, each one larger than it is, so that -1 can be said, with the lowest byte first.
nlohmann::ordered_json column_of(const std::vector<int>& numbers);

// The same for rows of `width` numbers each, one row after the other: a list of lists, or a text for each
// column.
nlohmann::ordered_json rows_of(const std::vector<int>& numbers, std::size_t width);

}  // namespace heddle::report
