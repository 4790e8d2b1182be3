#include "report/text/guarantee_text.h"

#include <fmt/format.h>

#include "report/model/text.h"
#include "strategies/guarantee.h"

namespace heddle::report {

namespace {

std::string executions_text(double executions) {
  if (executions <= 0) return "never";
  return executions < 1e12 ? with_thousands(static_cast<std::uint64_t>(executions))
                           : fmt::format("{:.1e}", executions);
}

std::string row(unsigned depth, const char* name, const std::string& formula, double probability,
                double confidence) {
  const std::string guaranteed = probability > 0 ? fmt::format("{:.3g}", probability) : "0";
  return fmt::format("{:>5}   {:<24} {:<16} {:>12}   {:>15}\n", depth, name, formula, guaranteed,
                     executions_text(executions_for(confidence, probability)));
}

std::string power(const char* base, unsigned exponent) {
  if (exponent == 0) return {};
  return exponent == 1 ? fmt::format(" {}", base) : fmt::format(" {}^{}", base, exponent);
}

std::string rows_of(unsigned depth, const GuaranteeQuestion& question) {
  const BugBounds sync{question.size.threads, question.size.sync_events, depth};
  const BugBounds locks{question.size.threads, question.size.acquisitions, depth};
  std::string text =
      row(depth, "pct, sync events", depth == 1 ? "1/n" : fmt::format("1/(n{})", power("k", depth - 1)),
          pct_guarantee(sync), question.confidence);
  if (question.size.atomic_reads != 0)
    text += row(depth, "pctwm, atomic reads", depth == 1 ? "1/(k h)" : fmt::format("1/(k h)^{}", depth),
                pctwm_guarantee(question.size.atomic_reads, depth, question.stores), question.confidence);
  if (depth < 2) return text;
  text += row(depth, "rpro, acquisitions", fmt::format("1/(n k{})", power("r", depth - 2)),
              rpro_guarantee(locks, question.radius), question.confidence);
  text += row(depth, "rpro, strictly", fmt::format("1/(n k{})", power("(2r)", depth - 2)),
              rpro_strict_guarantee(locks, question.radius), question.confidence);
  return text;
}

std::string warnings(const GuaranteeQuestion& question, const Style& style) {
  std::string text;
  const auto warn = [&](const std::string& sentence) {
    const std::string word = "Note:";
    text += style.yellow(word) + wrapped(word + " " + sentence, 0, 2).substr(word.size());
  };
  for (const unsigned depth : question.depths) {
    if (question.radius + 2 < depth)
      warn(fmt::format(
          "a radius of {} has no room for the {} other change points of depth {}: rpro guarantees nothing. "
          "The radius has to be {} at least.",
          question.radius, depth - 2, depth, depth - 2));
  }
  if (question.size.acquisitions != 0 && question.radius >= question.size.acquisitions)
    warn(fmt::format("a radius of {} reaches over all {}: rpro draws as pct does.", question.radius,
                     counted(question.size.acquisitions, "lock acquisition")));
  if (question.size.acquisitions == 0)
    warn(
        "the program takes no lock: rpro, which changes priorities at lock acquisitions, has nothing to do.");
  return text;
}

}  // namespace

std::string guarantee_text(const GuaranteeQuestion& question, const Style& style) {
  const ProgramSize& size = question.size;
  const bool is_weak = size.atomic_reads != 0;
  std::vector<std::string> counts = {counted(size.sync_events, "synchronisation event"),
                                     counted(size.acquisitions, "lock acquisition")};
  if (is_weak) counts.push_back(counted(size.atomic_reads, "atomic read"));
  std::string text = wrapped(fmt::format("n = {}, k = {}{}", counted(size.threads, "thread"), listed(counts),
                                         question.measured ? "; measured" : ""));
  text += fmt::format("r = {}{}\n", question.radius, is_weak ? fmt::format(", h = {}", question.stores) : "");
  text += "\n";
  text += style.bold(fmt::format("{:>5}   {:<24} {:<16} {:>12}   {:>15}", "depth", "strategy", "bound",
                                 "guaranteed", fmt::format("for {:g} %", question.confidence * 100))) +
          "\n";
  for (const unsigned depth : question.depths) text += rows_of(depth, question);
  text +=
      "\n" +
      wrapped(
          "'guaranteed' is the least probability that one execution triggers a bug of that depth (for rpro: "
          "and of that radius at most); the last column says how many executions trigger it with that "
          "confidence. Real frequencies are usually much higher.") +
      (is_weak
           ? wrapped(
                 "For pctwm, depth counts the atomic reads that have to see one of another thread's newest h "
                 "stores.")
           : "");
  return text + warnings(question, style);
}

}  // namespace heddle::report
