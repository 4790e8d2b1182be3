#include "report/text/program_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr std::string_view kPrefix = "  | ";

}  // namespace

std::string output_excerpt(std::string_view output, const Style& style, std::size_t lines) {
  if (output.ends_with('\n')) output.remove_suffix(1);
  if (output.empty()) return {};
  std::vector<std::string_view> all;
  for (std::size_t start = 0; start != std::string_view::npos;) {
    const std::size_t line_end = output.find('\n', start);
    all.push_back(output.substr(start, line_end - start));
    start = line_end == std::string_view::npos ? line_end : line_end + 1;
  }
  const std::size_t left_out = all.size() - std::min(all.size(), lines);
  std::string text;
  if (left_out > 0)
    text += style.dim(fmt::format("{}({} before)", kPrefix, counted(left_out, "line"))) + "\n";
  for (std::size_t i = left_out; i < all.size(); ++i) {
    std::string_view line = all[i];
    if (line.ends_with('\r')) line.remove_suffix(1);
    text += style.dim(kPrefix) + shortened(visible(line), line_width() - kPrefix.size()) + "\n";
  }
  return text;
}

}  // namespace heddle::report
