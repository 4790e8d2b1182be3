#include "report/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace heddle::report {

namespace {

std::size_t the_line_width = kUsualWidth;

constexpr std::size_t kTabWidth = 4;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

// The code point that starts at `at` and how many bytes it has; 0 bytes: not UTF-8 (overlong forms,
// surrogates and what lies beyond Unicode included).
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;
};

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  constexpr std::array<std::uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xc2 || first > 0xf4 || at + bytes > text.size()) return {};
  std::uint32_t value = first & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!is_continuation(text[at + i])) return {};
    value = value << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fu);
  }
  if (value < kSmallest[bytes] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return {};
  return {value, bytes};
}

// C1 controls are commands to some terminals; the others change the direction in which the line is written,
// break the line or are not seen at all.
bool is_harmful(std::uint32_t value) {
  return value < 0x20 || (value >= 0x7f && value < 0xa0) || (value >= 0x200b && value <= 0x200f) ||
         (value >= 0x2028 && value <= 0x202e) || (value >= 0x2060 && value <= 0x206f) || value == 0xfeff;
}

std::string escape(std::uint32_t value) {
  if (value == '\n') return "\\n";
  if (value == '\r') return "\\r";
  return value < 0x100 ? fmt::format("\\x{:02x}", value) : fmt::format("\\u{:04x}", value);
}

// How many bytes the first so many columns take.
std::size_t bytes_of_columns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_continuation(text[at]) && columns-- == 0) break;
    ++at;
  }
  return at;
}

}  // namespace

std::size_t line_width() {
  return the_line_width;
}

void set_line_width(std::size_t columns) {
  the_line_width = std::clamp(columns, kNarrowest, kWidest);
}

std::string with_thousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", with_thousands(number), noun, number == 1 ? "" : "s");
}

std::string ordinal(std::uint64_t number) {
  const bool teen = number / 10 % 10 == 1;
  const std::uint64_t last = teen ? 0 : number % 10;
  return with_thousands(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

std::string rounded(std::uint64_t number) {
  if (number < 10'000) return with_thousands(number);
  constexpr std::array<std::string_view, 4> kUnits = {"k", "M", "G", "T"};
  double value = static_cast<double>(number);
  std::size_t unit = 0;
  for (value /= 1000; value >= 999.95 && unit + 1 < kUnits.size(); ++unit) value /= 1000;
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string range_text(double from, double to) {
  constexpr double kHuge = 1e15;  // more than anybody reads digit by digit
  const auto text = [](double number, bool up) {
    if (!(number < kHuge)) return fmt::format("{:.0e}", std::min(number, 1e300));
    double unit = 1;
    while (number / unit >= 100) unit *= 10;
    const double digits = number / unit;
    constexpr double kHair = 1e-9;  // that adding up numbers may have cost
    const double whole = up ? std::ceil(digits - kHair) : std::floor(digits + kHair);
    return with_thousands(static_cast<std::uint64_t>(std::max(whole, 1.0) * unit));
  };
  const std::string least = text(from, false);
  const std::string most = text(to, true);
  return least == most ? least : least + " to " + most;
}

std::string seconds_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  if (seconds < 0.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 99.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::min(seconds, 1e15));
  return fmt::format("{} min {} s", with_thousands(whole / 60), whole % 60);
}

std::string nanoseconds_text(std::uint64_t nanoseconds) {
  struct Unit {
    double length;
    const char* name;
  };
  constexpr std::array<Unit, 6> kUnits{
      {{3600e9, "h"}, {60e9, "min"}, {1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
  // 49.998 ms are 50 ms, and 999.7 ms are a second.
  const auto rounded = [&](const Unit& unit) {
    const double number = static_cast<double>(nanoseconds) / unit.length;
    const double step = number == 0 ? 1 : std::pow(10, std::floor(std::log10(number)) - 1);
    return std::round(number / step) * step;
  };
  const auto* unit =
      std::find_if(kUnits.begin(), kUnits.end() - 1, [&](const Unit& each) { return rounded(each) >= 1; });
  return fmt::format("{:g} {}", rounded(*unit), unit->name);
}

std::string clock_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) seconds = 0;
  const auto whole = static_cast<std::uint64_t>(std::min(seconds, 1e15));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:#x}", number);
}

std::string listed(const std::vector<std::string>& items) {
  return listed(items, items.size());
}

std::string listed(const std::vector<std::string>& items, std::size_t limit) {
  const std::size_t shown = std::min(items.size(), limit);
  const std::size_t more = items.size() - shown;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += more == 0 && i + 1 == shown ? " and " : ", ";
    text += items[i];
  }
  if (more > 0) text += fmt::format("{}{} more", shown == 0 ? "" : " and ", with_thousands(more));
  return text;
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  const std::size_t start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlank) - start + 1);
}

std::string visible(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (point.bytes == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at++]));
      continue;
    }
    if (point.value == '\t') {
      result.append(kTabWidth, ' ');
    } else if (is_harmful(point.value)) {
      result += escape(point.value);
    } else {
      result.append(text.substr(at, point.bytes));
    }
    at += point.bytes;
  }
  return result;
}

std::string visible_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    result += visible(line);
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  return std::string(text.substr(0, bytes_of_columns(text, columns < 3 ? 0 : columns - 3))) + "...";
}

std::string shortened_path(std::string_view path, std::size_t columns) {
  const std::size_t whole = width(path);
  if (whole <= columns) return std::string(path);
  std::string_view tail = path.substr(bytes_of_columns(path, whole - (columns < 3 ? 0 : columns - 3)));
  // Whole names of folders, as long as something is left.
  if (const std::size_t slash = tail.find('/'); slash != std::string_view::npos) tail = tail.substr(slash);
  return "..." + std::string(tail);
}

std::string wrapped(std::string_view text, std::size_t indentation, std::size_t hanging) {
  const std::size_t columns = line_width();
  std::string result(indentation, ' ');
  std::size_t column = indentation;
  bool line_is_empty = true;
  const auto next_line = [&] {
    result.append("\n").append(hanging, ' ');
    column = hanging;
    line_is_empty = true;
  };
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    std::string_view word = text.substr(0, space);
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    if (!line_is_empty && column + 1 + width(word) > columns) {
      next_line();
      if (word.empty()) continue;
    }
    if (!line_is_empty) {
      result += ' ';
      ++column;
    }
    while (column + width(word) > columns && column < columns && word.find('/') == std::string_view::npos) {
      const std::size_t bytes = bytes_of_columns(word, columns - column);
      result.append(word.substr(0, bytes));
      word.remove_prefix(bytes);
      next_line();
    }
    result.append(word);
    column += width(word);
    line_is_empty = false;
  }
  return result + "\n";
}

}  // namespace heddle::report
