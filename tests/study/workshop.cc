#include "workshop.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>

namespace heddle::study::testing {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "heddle-study-XXXXXX").string();
  path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::filesystem::remove_all(path_);
}

const DeadlockSubject& deadlock_subject(std::string_view name) {
  for (const DeadlockSubject& subject : deadlock_subjects())
    if (subject.name == name) return subject;
  throw std::invalid_argument(std::string(name));
}

std::vector<RproRow> three_rows() {
  const std::uint64_t n = 10'000;
  return {{deadlock_subject("jdbc-1"),
           {3, 2'300, 5'068, 5'068},
           {{20, n}, {70, n}, {168, n}},
           {{25, n}, {80, n}, {150, n}},
           {{10, {80, n}}, {17, {439, n}}, {50, {150, n}}, {150, {7, 1'000}}}},
          {deadlock_subject("mysql-3"),
           {22, 193'159, 406'206, 406'206},
           {{0, 94}, {0, 94}, {0, 94}},
           {{0, 94}, {0, 94}, {0, 94}},
           {{10, {0, 94}}, {50, {0, 94}}}},
          {deadlock_subject("d2"),
           {3, 10, 20, 20},
           {{900, n}, {500, n}, {400, n}},
           {{900, n}, {600, n}, {700, n}},
           {{2, {300, n}}, {10, {600, n}}}}};
}

StrategiesResult two_subjects() {
  return {{"bank", "queue"},
          {"random", "pct:depth=2", "auto"},
          {{"bank", "random", 20, 20, 4.2, 3},
           {"bank", "pct:depth=2", 20, 20, 12.5, 9},
           {"bank", "auto", 20, 20, 8.4, 7},
           {"queue", "random", 20, 3, 9'321.4, 10'000},
           {"queue", "pct:depth=2", 20, 20, 150, 140},
           {"queue", "auto", 20, 18, 1'200, 640}},
          10'000};
}

::testing::AssertionResult is_well_formed(const std::string& xml) {
  const std::regex token(
      "<(/?)([a-z0-9]+)((?: [-A-Za-z0-9]+=\"[^\"<&]*\")*)(/?)>|[^<>&]+|&(?:amp|lt|gt|quot);");
  std::vector<std::string> open;
  std::size_t at = 0;
  for (std::sregex_iterator each(xml.begin(), xml.end(), token), end; each != end; ++each) {
    if (static_cast<std::size_t>(each->position()) != at)
      return ::testing::AssertionFailure() << "at " << xml.substr(at, 60);
    at += static_cast<std::size_t>(each->length());
    const std::string name = (*each)[2];
    if (name.empty() || (*each)[4].length() != 0) continue;
    if ((*each)[1].length() == 0)
      open.push_back(name);
    else if (open.empty() || open.back() != name)
      return ::testing::AssertionFailure() << "</" << name << "> closes nothing";
    else
      open.pop_back();
  }
  if (at != xml.size() || !open.empty())
    return ::testing::AssertionFailure() << "ends too early: " << xml.substr(at, 60);
  return ::testing::AssertionSuccess();
}

}  // namespace heddle::study::testing
