#include "report/formats/test_run.h"

#include <cctype>
#include <set>

#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kLongestFolder = 100;

std::string folder_name(std::string_view test) {
  std::string name;
  for (const char c : test.substr(0, kLongestFolder)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
    // A row of them would only be tiring to type.
    if (plain || name.empty() || name.back() != '_') name += plain ? c : '_';
  }
  while (name.size() > 1 && name.ends_with('_')) name.pop_back();
  if (name.starts_with('.') || name.starts_with('-')) name.front() = '_';
  return name.empty() ? "_" : name;
}

}  // namespace

TestCounts count(const std::vector<TestReport>& tests) {
  TestCounts counts;
  for (const TestReport& test : tests) {
    switch (test.verdict) {
      case TestVerdict::kNoThreads:
        ++counts.no_threads;
        [[fallthrough]];
      case TestVerdict::kPassed:
        ++counts.passed;
        break;
      case TestVerdict::kFailed:
        ++counts.failed;
        break;
      case TestVerdict::kKnown:
        ++counts.known;
        break;
      case TestVerdict::kSkipped:
        ++counts.skipped;
        break;
      case TestVerdict::kUncontrolled:
        ++counts.uncontrolled;
        break;
      case TestVerdict::kInterrupted:
        ++counts.interrupted;
        break;
    }
  }
  return counts;
}

std::vector<std::string> folder_names(const std::vector<std::string>& tests) {
  std::set<std::string> taken;
  std::vector<std::string> names;
  for (const std::string& test : tests) {
    const std::string wanted = folder_name(test);
    std::string name = wanted;
    // Some file systems take no notice of case.
    const auto folded = [](std::string text) {
      for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      return text;
    };
    for (int number = 2; !taken.insert(folded(name)).second; ++number)
      name = wanted + "-" + std::to_string(number);
    names.push_back(name);
  }
  return names;
}

std::string path_from(const std::string& working_folder, const std::string& path) {
  const std::string folder = working_folder.ends_with('/') ? working_folder : working_folder + "/";
  return working_folder.empty() || !path.starts_with(folder) ? path : path.substr(folder.size());
}

std::string schedule_path(const TestRun& run, const TestReport& report, const TestBug& bug) {
  return path_in(run.description, (report.folder.empty() ? "" : report.folder + "/") + bug.schedule);
}

std::string placed_message(const TestBug& bug) {
  // Headlines of Heddle's own say where.
  return bug.details.empty() || bug.where.place.empty() ? bug.message : bug.where.place + ": " + bug.message;
}

}  // namespace heddle::report
