// Which tests are meant: patterns with * for anything and ? for one character.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::host {

bool matches_glob(std::string_view pattern, std::string_view name);

class TestFilter {
 public:
  // Each as GoogleTest has it: patterns between colons, and behind a '-' those that are left out. A colon or
  // a leading '-' of a name itself is matched by '?'.
  explicit TestFilter(const std::vector<std::string>& patterns,
                      const std::vector<std::string>& excluded = {});

  bool operator()(std::string_view name) const;

 private:
  std::vector<std::string> included_;  // empty: all
  std::vector<std::string> excluded_;
};

}  // namespace heddle::host
