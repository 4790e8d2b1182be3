#include "report/text/class_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "classes/all_tests.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

using classes::ClassVerification;

constexpr const char* kEveryBehaviour = "every behaviour while the process ends last";

std::string uses_text(const ClassClaim& claim) {
  const std::size_t methods = claim.operations.methods().size();
  return fmt::format(
      "every use of {} by {} threads with at most {} each",
      methods == 1 ? std::string("this method") : fmt::format("these {} methods", with_thousands(methods)),
      claim.options.threads, counted(claim.options.verification->calls, "call"));
}

std::string property_text(const ClassClaim& claim) {
  const classes::JudgeOptions& judge = claim.options.judge;
  if (judge.oracle == classes::Oracle::kThreadSafety)
    return "shows no crash, deadlock or exception that its calls do not show one after the other";
  std::string text;
  switch (judge.linearizability.order) {
    case classes::CallOrder::kRealTime:
      text = "is linearizable";
      break;
    case classes::CallOrder::kQuiescent:
      text = "is quiescently consistent";
      break;
    case classes::CallOrder::kProgram:
      text = "is explained by an order of its calls that keeps that of each thread";
      break;
  }
  if (!claim.specification.empty()) text += " with respect to " + claim.specification;
  if (judge.holding)
    text += *judge.holding == classes::Holding::kBag ? ", or what a bag does"
                                                     : ", or keeps the order of each producer";
  const auto names = [&](const std::set<std::uint32_t>& operations) {
    std::vector<std::string> all;
    for (const std::uint32_t each : operations) all.push_back(claim.operations.methods()[each].name);
    return listed(all);
  };
  if (!judge.linearizability.ignored.empty())
    text += ", whatever " + names(judge.linearizability.ignored) + " returns";
  if (!judge.linearizability.spurious.empty())
    text += ", where " + names(judge.linearizability.spurious) + " may fail at any time";
  return text;
}

bool is_all_behaviours(const ClassVerification& verification) {
  return verification.claims.size() == 1 && verification.claims.contains(kEveryBehaviour);
}

std::string why_undecided(const classes::ClassSearchResult& result) {
  const ClassVerification& verification = *result.verification;
  std::vector<std::string> reasons;
  if (result.interrupted) reasons.emplace_back("it was interrupted");
  const std::uint64_t begun = verification.searched + verification.cut + verification.not_judged +
                              verification.known + verification.without_object;
  if (begun < verification.all)
    reasons.push_back(fmt::format("{} of {} were not begun within the budget",
                                  with_thousands(verification.all - begun),
                                  counted(verification.all, "test")));
  if (verification.cut != 0)
    reasons.push_back(counted(verification.cut, "test") + (verification.cut == 1 ? " was" : " were") +
                      " not executed to the end");
  if (verification.not_judged != 0)
    reasons.push_back("what " + counted(verification.not_judged, "test") +
                      " showed could not be judged as a whole");
  if (verification.known != 0)
    reasons.push_back(counted(verification.known, "test") + " failed as was reported before");
  if (verification.searched == 0 && reasons.empty())
    reasons.emplace_back("no test has an object: each constructor fails by itself");
  if (reasons.empty()) reasons.emplace_back("main methods could not be called");
  return listed(reasons);
}

std::string method_names(const classes::Operations& operations) {
  std::vector<std::string> names;
  for (const classes::Operation& each : operations.methods())
    if (std::ranges::find(names, each.name) == names.end()) names.push_back(each.name);
  return listed(names);
}

std::string object_names(const ClassVerification& verification, const classes::Operations& operations) {
  std::vector<std::string> names;
  for (const classes::Call& each : verification.constructors)
    if (!verification.failing_constructors.contains(each))
      names.push_back(operations.text_of_constructor(each));
  return listed(names);
}

std::string covered_text(const classes::ClassSearchResult& result, const ClassClaim& claim) {
  const ClassVerification& verification = *result.verification;
  const classes::VerificationBounds& bounds = *claim.options.verification;
  std::string text = "Methods: " + method_names(claim.operations) +
                     ". Objects: " + object_names(verification, claim.operations) + ".";
  std::vector<std::string> values;
  for (const auto& [type, each] : classes::AllTests::arguments(claim.operations, bounds.values))
    values.push_back(listed(each) + " (" + type + ")");
  if (!values.empty()) {
    text += " Arguments: ";
    for (const std::string& each : values) text += (&each == values.data() ? "" : ", ") + each;
    text += ".";
  }
  text += " Of each test every behaviour was executed";
  if (claim.options.judge.oracle == classes::Oracle::kLinearizability &&
      claim.options.judge.linearizability.order != classes::CallOrder::kProgram)
    text += ", with every order in which its calls can begin and end";
  text += ": sequentially consistent memory, granularity 'shared'. ";
  text += claim.options.schedules.races == Races::kIgnore ? "Data races were not looked for. "
                                                          : "There was no data race. ";
  return text +
         "Other arguments, results of calls as arguments, more calls and weak memory are not covered, nor "
         "code "
         "that is not instrumented.";
}

// Where it is less, or was done in another way.
std::string other_claims_text(const ClassVerification& verification) {
  std::string text;
  for (const auto& [claim, tests] : verification.claims)
    if (claim != kEveryBehaviour)
      text += wrapped("of " + counted(tests, "test") + ": " + visible(claim), 2, 4);
  return text.empty() ? text : "Not by behaviours, but\n" + text;
}

std::string failing_constructors_text(const ClassVerification& verification,
                                      const classes::Operations& operations) {
  std::string text;
  for (const auto& [constructor, reason] : verification.failing_constructors)
    text += wrapped(visible("No object by " + operations.text_of_constructor(constructor) +
                            (reason.empty() ? "" : ": " + reason)));
  return text;
}

}  // namespace

Verdict answer_of(const classes::ClassSearchResult& result, const ClassClaim& claim) {
  if (result.violation) return Verdict::kRefuted;
  const bool is_complete = result.verification->is_complete() && !result.interrupted;
  return is_complete && (result.untested.empty() || claim.is_partial) ? Verdict::kVerified
                                                                      : Verdict::kUndecided;
}

std::string class_verdict_text(const classes::ClassSearchResult& result, const ClassClaim& claim,
                               const Style& style) {
  const ClassVerification& verification = *result.verification;
  const auto said = [](const std::string& coloured, std::string_view word, const std::string& rest) {
    return coloured + wrapped(std::string(word) + visible(rest)).substr(word.size());
  };
  const std::string counts =
      counted(verification.searched, "test") + ", " +
      counted(verification.executions, is_all_behaviours(verification) ? "behaviour" : "execution");
  const std::string others =
      other_claims_text(verification) + failing_constructors_text(verification, claim.operations);
  switch (answer_of(result, claim)) {
    case Verdict::kVerified:
      return said(style.green("Verified"), "Verified",
                  ": " + uses_text(claim) + " " + property_text(claim) + ": " + counts + ".") +
             "\n" + wrapped(visible(covered_text(result, claim))) + others;
    case Verdict::kRefuted:
      return said(style.red("Refuted"), "Refuted",
                  ": not " + uses_text(claim) + " " + property_text(claim) + ".");
    case Verdict::kUndecided:
      break;
  }
  std::string text =
      said(style.yellow("Undecided"), "Undecided",
           ": " + why_undecided(result) + "; none of " + counted(result.tests, "test") + " fails, " +
               with_thousands(verification.searched) + " of them in all of its executions.");
  if (!verification.first_cut.empty())
    text += wrapped(visible("Not executed to the end: " + verification.first_cut), 2, 4);
  return text + others;
}

}  // namespace heddle::report
