#include "report/text/class_text.h"

#include <algorithm>

#include "report/model/text.h"

namespace heddle::report {

namespace {

using classes::Operations;
using classes::Outcome;
using classes::Violation;

std::string what_went_wrong(FailureKind kind) {
  switch (kind) {
    case FailureKind::kNotLinearizable:
      return "no order of its calls explains what they returned";
    case FailureKind::kNotThreadSafe:
      return "a call throws what it never throws without other threads";
    case FailureKind::kDeadlock:
      return "its calls wait for each other for ever";
    case FailureKind::kLivelock:
      return "its calls never end";
    case FailureKind::kDataRace:
      return "its calls race";
    case FailureKind::kHeapError:
    case FailureKind::kStackError:
      return "its calls touch memory that is not theirs";
    case FailureKind::kCrash:
      return "its calls crash";
    case FailureKind::kAssertion:
      return "an assertion fails";
    default:
      return std::string(to_string(kind));
  }
}

std::string outcome_text(const std::optional<Outcome>& outcome) {
  if (!outcome) return "never returns";
  if (outcome->kind == Outcome::Kind::kException) return "throws " + outcome->text;
  return outcome->text.empty() ? "" : (outcome->text.starts_with("gives ") ? "" : "= ") + outcome->text;
}

// One column for each thread, its calls below each other.
std::string columns(const std::vector<std::vector<std::string>>& threads) {
  std::vector<std::size_t> widths;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    std::size_t widest = std::string("thread ").size() + 1;
    for (const std::string& line : threads[i]) widest = std::max(widest, width(line));
    widths.push_back(widest);
    rows = std::max(rows, threads[i].size());
  }
  std::string text;
  for (std::size_t row = 0; row <= rows; ++row) {
    std::string line = "  ";
    for (std::size_t i = 0; i < threads.size(); ++i) {
      std::string cell = row == 0                      ? "thread " + std::to_string(i + 1)
                         : row - 1 < threads[i].size() ? threads[i][row - 1]
                                                       : "";
      cell.append(widths[i] + 3 - std::min(widths[i] + 3, width(cell)), ' ');
      line += cell;
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + '\n';
  }
  return text;
}

std::string calls_text(const Violation& violation, const Operations& operations) {
  std::string text = "  " + visible(operations.text_of_constructor(violation.test.prefix.front())) + '\n';
  for (std::size_t i = 1; i < violation.test.prefix.size(); ++i)
    text += "  " + visible(operations.text_of(violation.test.prefix[i])) + '\n';
  std::vector<std::vector<std::string>> threads(violation.test.suffixes.size());
  std::vector<std::size_t> told(threads.size());
  for (const classes::HistoryCall& call : violation.told.history.calls) {
    const std::string outcome = outcome_text(call.outcome);
    threads[call.thread].push_back(visible(operations.text_of(call.call)) + (outcome.empty() ? "" : " ") +
                                   visible(outcome));
    ++told[call.thread];
  }
  // Those that the execution did not come to.
  for (std::size_t i = 0; i < threads.size(); ++i)
    for (std::size_t call = told[i]; call < violation.test.suffixes[i].size(); ++call)
      threads[i].push_back(visible(operations.text_of(violation.test.suffixes[i][call])) +
                           (violation.is_alone
                                ? (call + 1 == violation.test.suffixes[i].size() ? " never returns" : "")
                                : " is not reached"));
  text += '\n' + columns(threads);
  if (violation.told.history.final_state && !violation.told.history.final_state->empty())
    text += '\n' + wrapped("afterwards " + visible(*violation.told.history.final_state), 2, 2);
  return text;
}

}  // namespace

std::string violation_headline(const Violation& violation, const Operations& operations) {
  if (violation.is_alone)
    return operations.model().name + " is broken without any threads: a call never returns";
  return operations.model().name + " is not thread-safe: " + what_went_wrong(violation.kind);
}

std::string violation_text(const Violation& violation, const Operations& operations, const Style& style) {
  std::string text = style.red(visible(violation_headline(violation, operations))) + "\n\n";
  text += calls_text(violation, operations);
  if (violation.linearization) {
    const std::string why = explain(*violation.linearization, violation.told.history,
                                    [&](const classes::Call& call) { return operations.text_of(call); });
    text += '\n';
    std::size_t start = 0;
    while (start < why.size()) {
      const std::size_t end = std::min(why.find('\n', start), why.size());
      const std::string line = why.substr(start, end - start);
      text += wrapped(visible(line), line.starts_with("  ") ? 2 : 0, 4);
      start = end + 1;
    }
  }
  if (!violation.is_alone && (violation.times > 1 || violation.kind != FailureKind::kDataRace))
    text += '\n' +
            wrapped(counted(violation.times, "schedule") + " of " + with_thousands(violation.executions) +
                    " that were tried with this test " + (violation.times == 1 ? "shows" : "show") + " it.");
  return text;
}

namespace {

std::string reached_text(const classes::ClassSearchResult& result) {
  if (!result.atg)
    return with_thousands(result.pairs_covered) + " of " + counted(result.pairs, "pair") +
           " of methods overlapped";
  const classes::IRootCounts& counts = result.atg->counts;
  return with_thousands(counts.exposed.size()) + " of " +
         counted(counts.discovered.size(), "interleaving root") + " exposed, by " +
         counted(counts.profiles, "profile") + " and " + counted(counts.active_tests, "active test") +
         " in " + counted(result.atg->rounds, "round");
}

}  // namespace

std::string class_summary(const classes::ClassSearchResult& result, const Operations& operations) {
  std::string text = counted(result.tests, "test") + ", " + counted(result.executions, "execution") + " in " +
                     seconds_text(result.seconds) + "; " + reached_text(result);
  if (!result.violation)
    text = operations.model().name + ": no violation found. " + text +
           ". Sequentially consistent interleavings of generated calls; this proves nothing about others";
  text += '.';
  std::string all = wrapped(visible(text));
  if (result.no_tests != 0)
    all += wrapped(counted(result.no_tests, "test") +
                   " did not count: what comes before their threads throws, blocks "
                   "or crashes by itself.");
  if (result.not_known != 0)
    all += wrapped(counted(result.not_known, "test") +
                   " could not be judged: the results of their calls in sequential order "
                   "are not known.");
  return all;
}

}  // namespace heddle::report
