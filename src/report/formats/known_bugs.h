// Known bugs, in a file that is kept with the code: a run fails only for new ones.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"
#include "report/formats/test_document.h"

namespace heddle::report {

// What is the same whenever a bug is found: no lines, numbers, threads or addresses, so that it survives
// other schedules and code that moves. Functions are in it: what moves to another function is worth a new
// look.
struct KnownBug {
  std::string test;
  std::string kind;
  std::string functions;  // of those who take part, sorted
  std::string message;    // every number is '#'

  auto operator<=>(const KnownBug&) const = default;
};

KnownBug known_bug(const std::string& test, const TestBug& bug);

// 16 hexadecimal digits that stand for it, for other programs to compare.
std::string fingerprint(const KnownBug& bug);

class KnownBugs {
 public:
  KnownBugs() = default;
  // The text of a file that print() has written; the error says where it is wrong.
  static Result<KnownBugs> parse(std::string_view text);
  // JSON, sorted, a line for each fact, so that a review shows what changes.
  std::string print() const;

  bool contains(const KnownBug& bug) const { return bugs_.contains(bug); }
  const std::set<KnownBug>& bugs() const { return bugs_; }

  // Marks what is known, and judges again.
  void mark(TestReport& report) const;
  // Of the tests that were explored to their end: what has not been seen again.
  std::vector<KnownBug> not_seen(const std::vector<TestReport>& reports) const;
  // What these reports have, in place of what was known of tests that were explored to their end. Of the
  // others everything stays.
  KnownBugs updated(const std::vector<TestReport>& reports) const;

 private:
  std::set<KnownBug> bugs_;
};

}  // namespace heddle::report
