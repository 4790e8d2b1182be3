#include "report/page/packed_columns.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace heddle::report {

namespace {

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string in_base64(const std::string& bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t j = 0; j < 3; ++j)
      three = three << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (int digit = 3; digit >= 0; --digit) text += kDigits[three >> (6 * digit) & 63];
  }
  const std::size_t missing = (3 - bytes.size() % 3) % 3;
  return text.replace(text.size() - missing, missing, missing, '=');
}

std::string packed(const std::vector<int>& numbers) {
  const int most = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end()) + 1;
  const unsigned size = most < 1 << 8 ? 1 : most < 1 << 16 ? 2 : 4;
  std::string bytes;
  bytes.reserve(numbers.size() * size);
  for (const int number : numbers)
    for (unsigned byte = 0; byte < size; ++byte)
      bytes += static_cast<char>(static_cast<std::uint32_t>(number + 1) >> (8 * byte));
  return std::to_string(size) + in_base64(bytes);
}

}  // namespace

nlohmann::ordered_json column_of(const std::vector<int>& numbers) {
  return numbers.size() < kWorthPacking ? nlohmann::ordered_json(numbers)
                                        : nlohmann::ordered_json(packed(numbers));
}

nlohmann::ordered_json rows_of(const std::vector<int>& numbers, std::size_t width) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  if (numbers.size() >= kWorthPacking) {
    for (std::size_t column = 0; column < width; ++column) {
      std::vector<int> own;
      own.reserve(numbers.size() / width);
      for (std::size_t i = column; i < numbers.size(); i += width) own.push_back(numbers[i]);
      rows.push_back(packed(own));
    }
    return rows;
  }
  for (std::size_t i = 0; i + width <= numbers.size(); i += width)
    rows.push_back(std::vector<int>(numbers.begin() + static_cast<std::ptrdiff_t>(i),
                                    numbers.begin() + static_cast<std::ptrdiff_t>(i + width)));
  return rows;
}

}  // namespace heddle::report
