#include "host/doctest_tests.h"

#include <map>
#include <optional>

#include "host/test_filter.h"

namespace heddle::host {

namespace {

// Commas separate filters, and older versions know no escape for them. '?' means any character.
std::string doctest_filter(const std::string& name) {
  std::string filter = name;
  for (char& c : filter)
    if (c == ',' || c == '\\') c = '?';
  return filter;
}

// Of ` name="..."` within a tag; nothing: it has no such attribute, which is how doctest writes an empty one.
std::optional<std::string> attribute(std::string_view tag, std::string_view name) {
  const std::string start = " " + std::string(name) + "=\"";
  const std::size_t at = tag.find(start);
  if (at == std::string_view::npos) return std::nullopt;
  tag.remove_prefix(at + start.size());
  return without_xml_entities(tag.substr(0, tag.find('"')));
}

// SCENARIO("...") is named "  Scenario: ...".
std::string name_among(const std::string& name, std::map<std::string, int>& times) {
  const std::size_t start = name.find_first_not_of(' ');
  const std::string shown = start == std::string::npos ? "(no name)" : name.substr(start);
  const int number = ++times[shown];
  return number == 1 ? shown : shown + " #" + std::to_string(number);
}

}  // namespace

std::vector<std::string> doctest_options() {
  return {"--dt-no-colors", "--dt-no-skip", "--dt-case-sensitive", "--dt-order-by=file", "--dt-exit"};
}

Result<std::vector<ListedTest>> parse_doctest_listing(std::string_view text) {
  constexpr std::string_view kTest = "<TestCase ";
  if (text.find("<doctest ") == std::string_view::npos || text.find("</doctest>") == std::string_view::npos)
    return Error{"its list of tests is not the XML that doctest prints"};
  std::vector<ListedTest> tests;
  std::map<std::string, int> times;
  for (std::size_t at = 0; (at = text.find(kTest, at)) != std::string_view::npos;) {
    // doctest writes '>' in attributes as it is.
    const std::size_t end = text.find("/>\n", at);
    if (end == std::string_view::npos) return Error{"its list of tests is cut off"};
    const std::string_view tag = text.substr(at, end - at);
    ListedTest test;
    test.own_name = attribute(tag, "name").value_or("");
    test.name = name_among(test.own_name, times);
    test.disabled = attribute(tag, "skipped") == "true";
    tests.push_back(std::move(test));
    at = end;
  }
  return tests;
}

std::vector<std::string> doctest_selection(const std::vector<ListedTest>& tests, std::size_t index) {
  const std::string& name = tests[index].own_name;
  const std::string filter = name.empty() ? "*" : doctest_filter(name);
  std::size_t meant = 0, place = 0;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (!matches_glob(filter, tests[i].own_name)) continue;
    ++meant;
    if (i == index) place = meant;
  }
  std::vector<std::string> words{"--dt-test-case=" + filter};
  if (meant == 1) return words;
  words.push_back("--dt-first=" + std::to_string(place));
  words.push_back("--dt-last=" + std::to_string(place));
  return words;
}

}  // namespace heddle::host
