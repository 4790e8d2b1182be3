#include "report/formats/known_bugs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr int kKnownFormat = 1;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "0x7f12" and "42" become "#".
std::string without_numbers(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) {
      result += text[i++];
      continue;
    }
    const bool hexadecimal_number = text.substr(i).starts_with("0x");
    if (hexadecimal_number) i += 2;
    while (i < text.size() &&
           (is_digit(text[i]) ||
            (hexadecimal_number && std::isxdigit(static_cast<unsigned char>(text[i])) != 0)))
      ++i;
    result += '#';
  }
  return result;
}

// A test that failed was left at its new bug: what it would have shown after that is unknown.
bool was_explored(const TestReport& report) {
  return report.verdict == TestVerdict::kPassed || report.verdict == TestVerdict::kNoThreads ||
         report.verdict == TestVerdict::kKnown;
}

std::set<KnownBug> bugs_in(const std::vector<TestReport>& reports) {
  std::set<KnownBug> result;
  for (const TestReport& report : reports)
    for (const TestBug& bug : report.bugs) result.insert(known_bug(report.name, bug));
  return result;
}

bool explored_to_its_end(const std::vector<TestReport>& reports, const std::string& test) {
  return std::any_of(reports.begin(), reports.end(), [&test](const TestReport& report) {
    return report.name == test && was_explored(report);
  });
}

}  // namespace

KnownBug known_bug(const std::string& test, const TestBug& bug) {
  return {visible(test), bug.kind, bug.functions, without_numbers(bug.subject)};
}

// FNV-1a: the same on every machine and in every version.
std::string fingerprint(const KnownBug& bug) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::string* part : {&bug.test, &bug.kind, &bug.functions, &bug.message}) {
    for (const char c : *part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash = (hash ^ 0xff) * 0x100000001b3u;
  }
  return fmt::format("{:016x}", hash);
}

Result<KnownBugs> KnownBugs::parse(std::string_view text) {
  using Json = nlohmann::json;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("known") || !json["known"].is_array())
    return Error{"is no file of known bugs (JSON with a list 'known'); --update-known writes one"};
  if (json.value("version", Json(0)) != kKnownFormat)
    return Error{"is of another version of heddle; remove it and use --update-known"};
  KnownBugs result;
  std::size_t number = 0;
  for (const Json& entry : json["known"]) {
    ++number;
    KnownBug bug;
    for (const auto& [key, member] : {std::pair{"test", &bug.test},
                                      {"kind", &bug.kind},
                                      {"functions", &bug.functions},
                                      {"message", &bug.message}}) {
      if (!entry.is_object() || !entry.contains(key) || !entry[key].is_string())
        return Error{fmt::format("the {} entry has no text '{}'", ordinal(number), key)};
      *member = entry[key].get<std::string>();
    }
    result.bugs_.insert(std::move(bug));
  }
  return result;
}

std::string KnownBugs::print() const {
  nlohmann::ordered_json json;
  json["about"] = "Bugs that 'heddle test' has found and that do not fail it. Remove what is repaired.";
  json["version"] = kKnownFormat;
  json["known"] = nlohmann::ordered_json::array();
  for (const KnownBug& bug : bugs_)
    json["known"].push_back(
        {{"test", bug.test}, {"kind", bug.kind}, {"functions", bug.functions}, {"message", bug.message}});
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void KnownBugs::mark(TestReport& report) const {
  for (TestBug& bug : report.bugs) bug.known = contains(known_bug(report.name, bug));
  judge(report);
}

std::vector<KnownBug> KnownBugs::not_seen(const std::vector<TestReport>& reports) const {
  const std::set<KnownBug> seen = bugs_in(reports);
  std::vector<KnownBug> result;
  for (const KnownBug& bug : bugs_)
    if (!seen.contains(bug) && explored_to_its_end(reports, bug.test)) result.push_back(bug);
  return result;
}

KnownBugs KnownBugs::updated(const std::vector<TestReport>& reports) const {
  KnownBugs result;
  result.bugs_ = bugs_in(reports);
  for (const KnownBug& bug : bugs_)
    if (!explored_to_its_end(reports, bug.test)) result.bugs_.insert(bug);
  return result;
}

}  // namespace heddle::report
