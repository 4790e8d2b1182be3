#include "host/framework_skip.h"

#include <algorithm>
#include <vector>

namespace heddle::host {

namespace {

constexpr std::string_view kGoogleSkips = ": Skipped";
constexpr std::string_view kCatchSkips = ": SKIPPED:";
constexpr std::string_view kCatchIntroduction = "explicitly with message:";

// The words between two lines of the framework's, on one line.
std::string joined(const std::vector<std::string_view>& lines, std::size_t from,
                   bool (*ends)(std::string_view)) {
  std::string words;
  for (std::size_t i = from; i < lines.size() && !ends(lines[i]); ++i) {
    std::string_view line = lines[i];
    if (line == kCatchIntroduction) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) continue;
    if (!words.empty()) words += ' ';
    words += line;
  }
  return words;
}

std::string words_behind(std::string_view mark, const std::vector<std::string_view>& lines,
                         bool (*ends)(std::string_view)) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i].ends_with(mark)) return joined(lines, i + 1, ends);
  return {};
}

bool has_line(const std::vector<std::string_view>& lines, std::string_view start) {
  for (const std::string_view line : lines)
    if (line.starts_with(start)) return true;
  return false;
}

// The framework's own verdict decides; a test may print anything else.
std::optional<std::string> google_skip(std::string_view test, const std::vector<std::string_view>& lines) {
  if (!has_line(lines, "[  SKIPPED ] " + std::string(test))) return std::nullopt;
  return words_behind(kGoogleSkips, lines, [](std::string_view line) {
    return line.starts_with("[  ") || line.ends_with(kGoogleSkips);
  });
}

std::optional<std::string> catch_skip(const std::vector<std::string_view>& lines) {
  if (!has_line(lines, "test cases: 1 | 1 skipped")) return std::nullopt;
  return words_behind(kCatchSkips, lines, [](std::string_view line) {
    return line.empty() || line.starts_with("=====") || line.starts_with("-----");
  });
}

// Its report names it without the reason.
std::optional<std::string> boost_skip(std::string_view test, std::string_view output) {
  const std::string verdict = "Test case \"" + std::string(test) + "\" was skipped";
  if (output.find(verdict) == std::string_view::npos) return std::nullopt;
  return "a precondition was not met, or a test that it depends on did not pass";
}

}  // namespace

std::optional<std::string> why_it_skipped(TestFramework framework, std::string_view test,
                                          std::string_view output) {
  switch (framework) {
    case TestFramework::kGoogleTest:
      return google_skip(test, listing_lines(output));
    case TestFramework::kCatch3:
      return catch_skip(listing_lines(output));
    case TestFramework::kBoostTest:
      return boost_skip(test, output);
    case TestFramework::kCatch2:
    case TestFramework::kDoctest:  // these know no test that skips itself
      break;
  }
  return std::nullopt;
}

}  // namespace heddle::host
