#include "report/model/suppressions.h"

#include <fnmatch.h>

#include <algorithm>

#include "report/model/failure_names.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

bool matches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return trimmed(line);
}

}  // namespace

Result<Suppressions> Suppressions::parse(std::string_view text) {
  Suppressions result;
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::string_view line = next_line(text);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t colon = line.find(':');
    const std::string_view what = line.substr(0, colon);
    const std::string pattern(colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1)));
    if (what == "function" && !pattern.empty())
      result.rules_.push_back({What::kFunction, pattern});
    else if (what == "file" && !pattern.empty())
      result.rules_.push_back({What::kFile, pattern});
    else if (what == "variable" && !pattern.empty())
      result.rules_.push_back({What::kVariable, pattern});
    else if (what == "race" && !pattern.empty())
      result.rules_.push_back({What::kAny, "*" + pattern + "*"});
    else
      return Error{"line " + std::to_string(number) + ": '" + std::string(line) +
                   "' is no suppression; write function:NAME, file:NAME or variable:NAME (* is a wildcard)"};
  }
  return result;
}

// A file is meant by its name or by its path.
bool Suppressions::match_frame(const Frame& frame) const {
  const std::string file = frame.path.substr(frame.path.rfind('/') + 1);
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    const bool any = rule.what == What::kAny;
    if ((any || rule.what == What::kFunction) && matches(rule.pattern, frame.function)) return true;
    return (any || rule.what == What::kFile) &&
           (matches(rule.pattern, frame.path) || matches(rule.pattern, file));
  });
}

bool Suppressions::match(const Failure& race, const Places& places) const {
  if (rules_.empty()) return false;
  for (const RacingAccess* access : {&race.race.first, &race.race.second}) {
    std::vector<SiteId> stack = access->stack;
    if (stack.empty()) stack.push_back(access->site);
    for (const Frame& frame : places.user_stack(stack))
      if (match_frame(frame)) return true;
  }
  const std::string variable = FailureNames(race, places).racing_plain();
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    return (rule.what == What::kVariable || rule.what == What::kAny) && matches(rule.pattern, variable);
  });
}

}  // namespace heddle::report
