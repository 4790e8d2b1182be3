#include "search/stall.h"

#include <cstdlib>

namespace heddle {

std::optional<double> duration_in(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string unit = end;
  double factor = 0;
  if (unit == "ms") factor = 0.001;
  if (unit == "s" || unit.empty()) factor = 1;
  if (unit == "m" || unit == "min") factor = 60;
  if (unit == "h") factor = 3600;
  if (text.empty() || end == text.c_str() || factor == 0 || !(number > 0)) return std::nullopt;
  return number * factor;
}

std::optional<std::uint64_t> stall_in(const std::string& text) {
  if (text == "none") return 0;
  if (text == "any") return kAnyStall;
  const std::optional<double> seconds = duration_in(text);
  if (!seconds) return std::nullopt;
  constexpr double kLongest = 1e9;  // three decades: longer is as good as any time
  return *seconds > kLongest ? kAnyStall : static_cast<std::uint64_t>(*seconds * 1e9);
}

}  // namespace heddle
