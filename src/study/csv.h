// Lines of comma-separated values. Fields with commas or quotation marks, such as strategies with their
// options, are quoted as RFC 4180 says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

// Ends with a line break.
std::string csv_line(const std::vector<std::string>& fields);
std::vector<std::string> csv_fields(std::string_view line);

// As short as it can be without losing anything that a probability of this study has.
std::string csv_number(double number);

}  // namespace heddle::study
