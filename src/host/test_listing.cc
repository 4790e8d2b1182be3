#include "host/test_listing.h"

#include <algorithm>
#include <cctype>

namespace heddle::host {

namespace {

constexpr std::string_view kComment = "  # ";  // GoogleTest: what a parameter is
constexpr std::string_view kDisabled = "DISABLED_";
constexpr std::string_view kDeathTest = "DeathTest";
constexpr std::string_view kSpecialToCatch2 = "\\,[]\"";

// "Styles/QueueDeathTest/1": the suite's own name stands between an instantiation and a type.
bool any_part(std::string_view name, bool (*predicate)(std::string_view)) {
  while (true) {
    const std::size_t slash = name.find('/');
    if (predicate(name.substr(0, slash))) return true;
    if (slash == std::string_view::npos) return false;
    name.remove_prefix(slash + 1);
  }
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

}  // namespace

std::vector<std::string_view> listing_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

std::string without_xml_entities(std::string_view text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string result;
  while (!text.empty()) {
    const auto* found = std::find_if(std::begin(kEntities), std::end(kEntities),
                                     [text](const auto& entity) { return text.starts_with(entity.first); });
    result += found == std::end(kEntities) ? text.front() : found->second;
    text.remove_prefix(found == std::end(kEntities) ? 1 : found->first.size());
  }
  return result;
}

std::string_view to_string(TestFramework framework) {
  switch (framework) {
    case TestFramework::kGoogleTest:
      return "GoogleTest";
    case TestFramework::kCatch2:
      return "Catch2 v2";
    case TestFramework::kCatch3:
      return "Catch2 v3";
    case TestFramework::kDoctest:
      return "doctest";
    case TestFramework::kBoostTest:
      return "Boost.Test";
  }
  return "unknown";
}

std::vector<ListedTest> parse_google_listing(std::string_view text) {
  std::vector<ListedTest> tests;
  std::string suite;
  for (std::string_view line : listing_lines(text)) {
    line = line.substr(0, line.find(kComment));
    if (!line.starts_with("  ")) {
      // Whatever else the program prints does not end in a dot without a space before it.
      const bool is_suite =
          line.size() > 1 && line.ends_with('.') && line.find(' ') == std::string_view::npos;
      suite = is_suite ? std::string(line.substr(0, line.size() - 1)) : std::string();
      continue;
    }
    const std::string_view name = line.substr(2);
    if (suite.empty() || name.empty() || name.find(' ') != std::string_view::npos) continue;
    ListedTest test;
    test.name = suite + "." + std::string(name);
    const auto is_disabled = [](std::string_view part) { return part.starts_with(kDisabled); };
    const auto is_death_test = [](std::string_view part) { return part.ends_with(kDeathTest); };
    test.disabled = any_part(suite, is_disabled) || any_part(name, is_disabled);
    test.death_test = any_part(suite, is_death_test);
    tests.push_back(std::move(test));
  }
  return tests;
}

std::vector<ListedTest> parse_catch2_listing(std::string_view text) {
  std::vector<ListedTest> tests;
  for (std::string_view line : listing_lines(text)) {
    if (line.starts_with("\"#") && line.ends_with('"')) line = line.substr(1, line.size() - 2);
    if (!line.empty()) tests.push_back({std::string(line)});
  }
  return tests;
}

Result<std::vector<ListedTest>> parse_catch3_listing(std::string_view text) {
  constexpr std::string_view kTest = "<TestCase>", kName = "<Name>", kNameEnd = "</Name>";
  if (text.find("<MatchingTests") == std::string_view::npos)
    return Error{"its list of tests is not the XML that Catch2 v3 prints"};
  std::vector<ListedTest> tests;
  for (std::size_t at = 0; (at = text.find(kTest, at)) != std::string_view::npos;) {
    const std::size_t name = text.find(kName, at);
    const std::size_t end = text.find(kNameEnd, at);
    if (name == std::string_view::npos || end == std::string_view::npos || end < name)
      return Error{"its list of tests is cut off"};
    const std::size_t start = name + kName.size();
    tests.push_back({without_xml_entities(text.substr(start, end - start))});
    at = end;
  }
  return tests;
}

std::string catch2_specification(const std::string& name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool leading = i == 0 && (name[i] == '~' || name[i] == '-');
    if (leading || kSpecialToCatch2.find(name[i]) != std::string_view::npos) result += '\\';
    result += name[i];
  }
  return result;
}

std::vector<std::string> other_catch2_specifications(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return {quoted + "\"", "*" + catch2_specification(name.substr(1))};
}

bool needs_checking(const std::string& name, const std::vector<ListedTest>& all) {
  if (name != catch2_specification(name) || name.find('*') != std::string::npos ||
      name.starts_with("exclude:") || name.starts_with(' ') || name.ends_with(' '))
    return true;
  const std::string folded = lower_case(name);
  return std::any_of(all.begin(), all.end(), [&](const ListedTest& other) {
    return other.name != name && lower_case(other.name) == folded;
  });
}

}  // namespace heddle::host
