#include "host/test_filter.h"

#include <algorithm>

namespace heddle::host {

namespace {

void add_patterns(std::string_view text, std::vector<std::string>& patterns) {
  while (true) {
    const std::size_t colon = text.find(':');
    if (const std::string_view one = text.substr(0, colon); !one.empty()) patterns.emplace_back(one);
    if (colon == std::string_view::npos) return;
    text.remove_prefix(colon + 1);
  }
}

// The '-' that begins the excluded patterns: the first character, or the first behind a colon. Others belong
// to names, as those of Catch2 have them.
std::size_t exclusion_in(std::string_view text) {
  if (text.starts_with('-')) return 0;
  const std::size_t at = text.find(":-");
  return at == std::string_view::npos ? at : at + 1;
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [name](const std::string& pattern) { return matches_glob(pattern, name); });
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view name) {
  // Where to go on when the last * has to take one character more.
  std::size_t star = std::string_view::npos, taken = 0, at = 0, i = 0;
  while (i < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      taken = i;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == name[i])) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

TestFilter::TestFilter(const std::vector<std::string>& patterns, const std::vector<std::string>& excluded) {
  for (const std::string_view text : patterns) {
    const std::size_t exclusion = exclusion_in(text);
    add_patterns(text.substr(0, exclusion), included_);
    if (exclusion != std::string_view::npos) add_patterns(text.substr(exclusion + 1), excluded_);
  }
  for (const std::string& text : excluded) add_patterns(text, excluded_);
}

bool TestFilter::operator()(std::string_view name) const {
  return (included_.empty() || any_matches(included_, name)) && !any_matches(excluded_, name);
}

}  // namespace heddle::host
