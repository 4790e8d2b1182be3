#include "report/text/verdict.h"

#include <fmt/format.h>

#include "report/model/text.h"
#include "report/text/summary.h"

namespace heddle::report {

namespace {

// What was said is not what ends the search: a claim is made only where everything was seen.
std::string why_undecided(const host::HuntResult& result) {
  switch (result.end) {
    case host::HuntEnd::kExhausted:
      return result.saw_threads ? "the strategy has nothing left to try, but did not see everything"
                                : "the program never started a thread";
    case host::HuntEnd::kInterrupted:
      return "it was interrupted" + left_text(result, "; ");
    case host::HuntEnd::kUncontrolled:
      return "the program could not be controlled";
    default:
      return "not all of it was executed within the budget" + left_text(result, "; ");
  }
}

}  // namespace

Verdict answer_of(const host::HuntResult& result) {
  if (!result.bugs.empty()) return Verdict::kRefuted;
  const bool is_proved = result.end == host::HuntEnd::kExhausted && !result.claim.empty() &&
                         result.saw_threads && result.totals.executions != 0;
  return is_proved ? Verdict::kVerified : Verdict::kUndecided;
}

std::string verdict_text(const host::HuntResult& result, const Style& style) {
  const auto said = [](const std::string& coloured, std::string_view word, const std::string& rest) {
    return coloured + wrapped(std::string(word) + rest).substr(word.size());
  };
  switch (answer_of(result)) {
    case Verdict::kVerified:
      return said(style.green("Verified"), "Verified",
                  ": " + result.claim + " was executed, and none fails.");
    case Verdict::kRefuted:
      return said(style.red("Refuted"), "Refuted", ": " + counted(result.bugs.size(), "bug") + ".");
    case Verdict::kUndecided:
      break;
  }
  return said(style.yellow("Undecided"), "Undecided",
              fmt::format(": {}; none of {} failed.", why_undecided(result),
                          counted(result.totals.executions, "execution")));
}

}  // namespace heddle::report
