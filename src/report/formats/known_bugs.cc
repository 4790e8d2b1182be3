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

bool is_of_dump(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ' ' || c == '.';
}

// "24-byte object <A0-7F 00-01 ... FF-FF>": bytes of an object of which the framework knows no more. Padding
// and addresses are in them.
std::string without_dumps(std::string text) {
  constexpr std::string_view kBefore = "-byte object <";
  for (std::size_t at = 0; (at = text.find(kBefore, at)) != std::string::npos;) {
    const std::size_t begin = at + kBefore.size();
    std::size_t end = begin;
    while (end < text.size() && is_of_dump(text[end])) ++end;
    if (end < text.size() && text[end] == '>') text.replace(begin, end - begin, "#");
    at = begin;
  }
  return text;
}

bool is_of_path(char c) {
  return std::isgraph(static_cast<unsigned char>(c)) != 0 && c != '`' && c != '\'' && c != '(' && c != '"';
}

// "../src/counter.cc:#" is "counter.cc:#": the way there depends on where the test was started.
std::string without_folders(std::string text) {
  for (std::size_t at = 0; (at = text.find(":#", at)) != std::string::npos; at += 2) {
    std::size_t begin = at;
    while (begin > 0 && is_of_path(text[begin - 1])) --begin;
    const std::size_t slash = text.substr(0, at).rfind('/');
    if (slash == std::string::npos || slash < begin) continue;
    text.erase(begin, slash + 1 - begin);
    at -= slash + 1 - begin;
  }
  return text;
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
  return {visible(test), bug.kind, bug.functions,
          without_folders(without_numbers(without_dumps(bug.subject)))};
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
