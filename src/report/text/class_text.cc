#include "report/text/class_text.h"

#include <algorithm>

#include "classes/call_order.h"
#include "classes/method_words.h"
#include "classes/role_guess.h"
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
  if (violation.linearization && classes::is_ordered_by_happens_before(violation.told.history))
    text += '\n' + wrapped(
                       "Threads have no common time under the C++ memory model: only calls that happen "
                       "before others were kept in their order.");
  if (!violation.is_alone && (violation.times > 1 || violation.kind != FailureKind::kDataRace))
    text += '\n' +
            wrapped(counted(violation.times, "schedule") + " of " + with_thousands(violation.executions) +
                    " that were tried with this test " + (violation.times == 1 ? "shows" : "show") + " it.");
  return text;
}

namespace {

std::string promise_text(const classes::Relaxation& relaxation, const std::string& method) {
  switch (relaxation.kind) {
    case classes::Relaxation::Kind::kSpurious:
      return method + " may fail although it could succeed: --oracle spurious:" + method;
    case classes::Relaxation::Kind::kHint:
      return "what " + method + " returns is a hint: --oracle hint:" + method;
    case classes::Relaxation::Kind::kQuiescent:
      return "calls keep their order only where no other call runs in between: --oracle quiescent";
    case classes::Relaxation::Kind::kProgram:
      return "calls keep only the order of their own thread: --oracle program-order";
    case classes::Relaxation::Kind::kProducers:
      return "values keep the order of the thread that put them, and no other: --oracle producer-order";
    case classes::Relaxation::Kind::kProducersAndSpurious:
      return "values keep the order of the thread that put them, and " + method +
             " may fail although it could succeed: --oracle producer-order,spurious:" + method;
    case classes::Relaxation::Kind::kBag:
      return "values are taken in any order: --oracle bag";
  }
  return {};
}

}  // namespace

std::string next_steps_text(const Violation& violation, const Operations& operations, bool has_roles) {
  std::string text;
  if (!violation.relaxations.empty()) {
    text += "Allowed if the class promises less. It is right if one of these holds:\n";
    for (const classes::Relaxation& each : violation.relaxations)
      text += wrapped(visible(promise_text(each, operations.methods()[each.operation].name)), 2, 4);
  }
  std::string alone;
  for (const classes::CallSequence& suffix : violation.test.suffixes)
    for (const classes::Call& call : suffix) {
      const std::string& name = operations.methods()[call.operation].name;
      if (classes::is_for_one_thread(name) && ("," + alone + ",").find("," + name + ",") == std::string::npos)
        alone += (alone.empty() ? "" : ",") + name;
    }
  std::string steps;
  if (!alone.empty())
    steps +=
        wrapped(visible("if no other thread may run during " + alone + ": --without '" + alone + "'"), 2, 4);
  std::vector<std::string> roles;
  if (!has_roles) roles = classes::guessed_roles(violation.test, operations);
  // An assertion of the class itself may be about how it is used.
  if (!has_roles && roles.empty() && violation.kind == FailureKind::kAssertion)
    roles = classes::only_method(violation.test, operations);
  if (!roles.empty()) {
    std::string options;
    for (const std::string& role : roles) options += " --role '" + role + "'";
    steps += wrapped(visible((roles.size() == 1 ? "if only one thread may call these:"
                                                : "if only one thread may put and one may take:") +
                             options),
                     2, 4);
  }
  if (!violation.is_alone) steps += "  to look for other bugs, without this one: --continue\n";
  if (!steps.empty())
    text += (text.empty() ? "" : "\n") + std::string("Next, add one of these options:\n") + steps;
  return text.empty() ? text : text + '\n';
}

std::string untested_text(const std::vector<classes::Untested>& untested) {
  if (untested.empty()) return "";
  std::string names;
  for (std::size_t i = 0; i < untested.size(); ++i)
    names += (i == 0 ? "" : i + 1 == untested.size() ? " and " : ", ") + untested[i].name;
  std::string text = wrapped(visible(names + (untested.size() == 1 ? " was" : " were") + " NOT tested:"));
  for (const classes::Untested& each : untested)
    text += wrapped(visible(each.name + ": " + each.reason), 2, 4);
  return text;
}

std::string why_nothing_is_known(const classes::ClassSearchResult& result) {
  if (result.violation || result.interrupted) return "";
  if (result.executions == 0)
    return "no execution of a test was over in time: raise --time, or leave methods out (--without)";
  if (result.judged() != 0) return "";
  if (result.no_tests == 0)
    return "no test could be judged: what its calls do in sequential order is not known";
  return "no test counted: " +
         (result.why_no_test.empty() ? "what comes before their threads fails by itself"
                                     : result.why_no_test) +
         "; make objects and arguments that are valid with --factory, or leave methods out (--without)";
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
    all += wrapped(visible(counted(result.no_tests, "test") +
                           " did not count: what comes before their threads throws, blocks "
                           "or crashes by itself" +
                           (result.why_no_test.empty() ? "" : " (" + result.why_no_test + ")") + "."));
  if (result.known_again != 0)
    all += wrapped(counted(result.known_again, "test") + " failed as it was reported before (--continue).");
  if (result.unjudged_results != 0)
    all += wrapped("Of " + counted(result.unjudged_results, "test") +
                   " only crashes, races, deadlocks and the like were judged: what its calls return does not "
                   "follow from their order.");
  if (result.not_known != 0)
    all += wrapped(counted(result.not_known, "test") +
                   " could not be judged: the results of their calls in sequential order "
                   "are not known.");
  return all;
}

}  // namespace heddle::report
