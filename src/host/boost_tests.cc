#include "host/boost_tests.h"

#include <algorithm>

namespace heddle::host {

namespace {

constexpr std::size_t kIndentation = 4;

struct ListedUnit {
  std::size_t depth = 0;
  std::string name;
  bool enabled = false;
};

// "    name*: description", or with a blank in place of the '*'. False: a line of someone else's.
bool read_unit(std::string_view line, ListedUnit& unit) {
  const std::size_t indentation = line.find_first_not_of(' ');
  if (indentation == std::string_view::npos || indentation % kIndentation != 0) return false;
  line.remove_prefix(indentation);
  // Names have no ':' and no '*' of their own: Boost.Test replaces what its filters give a meaning to.
  line = line.substr(0, line.find(": "));
  if (line.size() < 2 || (line.back() != '*' && line.back() != ' ')) return false;
  unit = {indentation / kIndentation, std::string(line.substr(0, line.size() - 1)), line.back() == '*'};
  return true;
}

// As Boost.Test reads it: "--no_color_output" and "--col=yes" are color_output, too.
bool is_given(std::string_view option, char letter, const std::vector<std::string>& users) {
  for (std::string_view word : users) {
    if (word == "--") return false;
    if (word.size() >= 2 && word[0] == '-' && word[1] == letter) return true;
    if (!word.starts_with("--")) continue;
    word = word.substr(2, word.find('=') - 2);
    if (word.starts_with("no_")) word.remove_prefix(3);
    if (!word.empty() && option.starts_with(word)) return true;
  }
  return false;
}

std::vector<std::string> before(const std::vector<std::string>& users, std::vector<std::string> ours) {
  ours.insert(ours.end(), users.begin(), users.end());
  return ours;
}

}  // namespace

std::vector<ListedTest> parse_boost_listing(std::string_view text) {
  std::vector<ListedUnit> units;
  for (const std::string_view line : listing_lines(text)) {
    ListedUnit unit;
    if (read_unit(line, unit)) units.push_back(std::move(unit));
  }
  std::vector<ListedTest> tests;
  std::vector<std::string> path;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const ListedUnit& unit = units[i];
    path.resize(std::min(path.size(), unit.depth));
    std::string name;
    for (const std::string& suite : path) name += suite + "/";
    const bool is_suite = i + 1 < units.size() && units[i + 1].depth > unit.depth;
    if (is_suite) {
      path.push_back(unit.name);
      continue;
    }
    ListedTest test;
    test.name = name + unit.name;
    test.disabled = !unit.enabled;
    tests.push_back(std::move(test));
  }
  return tests;
}

std::vector<std::string> boost_listing_words(const std::vector<std::string>& users) {
  std::vector<std::string> ours{"--list_content=HRF"};
  if (!is_given("color_output", 'x', users)) ours.emplace_back("--color_output=no");
  return before(users, std::move(ours));
}

std::vector<std::string> boost_run_words(const std::string& path, const std::vector<std::string>& users) {
  // A signal is Heddle's to report: Boost.Test would go on, and call it an assertion that failed. Its
  // detailed report, which names tests of which a precondition was not met, has a line for each test that was
  // chosen.
  std::vector<std::string> ours{"--run_test=" + path};
  if (!is_given("catch_system_errors", 's', users)) ours.emplace_back("--catch_system_errors=no");
  if (!is_given("color_output", 'x', users)) ours.emplace_back("--color_output=no");
  if (!is_given("report_level", 'r', users)) ours.emplace_back("--report_level=detailed");
  return before(users, std::move(ours));
}

std::string boost_argument_problem(const std::vector<std::string>& users) {
  if (!is_given("run_test", 't', users)) return {};
  return "--run_test of Boost.Test would run these tests together with each that Heddle explores; select "
         "tests "
         "by --filter of 'heddle test' instead";
}

}  // namespace heddle::host
