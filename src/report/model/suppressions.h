// Data races that the user does not want to hear of, by function, file or variable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/failure.h"
#include "event/result.h"
#include "report/model/places.h"

namespace heddle::report {

class Suppressions {
 public:
  // A line each: "function:PATTERN", "file:PATTERN" or "variable:PATTERN", where * stands for anything; empty
  // lines and those that begin with # are skipped. "race:PATTERN", as ThreadSanitizer has it, means any of
  // the three, and anything may come before and after.
  static Result<Suppressions> parse(std::string_view text);

  // Whether a frame of one of the two accesses, or what they access, is meant.
  bool match(const Failure& race, const Places& places) const;

 private:
  enum class What { kFunction, kFile, kVariable, kAny };
  struct Rule {
    What what;
    std::string pattern;
  };

  bool match_frame(const Frame& frame) const;

  std::vector<Rule> rules_;
};

}  // namespace heddle::report
