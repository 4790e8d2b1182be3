#include "report/text/unfinished_text.h"

#include <fmt/format.h>

#include "report/model/failure_names.h"
#include "report/model/text.h"
#include "report/text/thread_text.h"

namespace heddle::report {

namespace {

std::string running_thread(const FailureNames& names) {
  const Failure& failure = names.failure();
  const std::vector<Frame> stack = stack_of(names, failure.thread);
  if (stack.empty()) return fmt::format("{} was running", names.thread(failure.thread));
  const Frame& frame = stack.front();
  return fmt::format("{} was at {}{}", names.thread(failure.thread), frame.place,
                     frame.function.empty() ? "" : " in " + visible(frame.function));
}

}  // namespace

std::string_view to_string(Whereabouts whereabouts) {
  switch (whereabouts) {
    case Whereabouts::kAtPoint:
      return "at a scheduling point";
    case Whereabouts::kBetweenPoints:
      return "between two scheduling points";
    case Whereabouts::kUnknown:
      break;
  }
  return "unknown";
}

std::string unfinished_sentence(const ExecutionReport& execution, const Places& places) {
  std::string text = fmt::format(
      "execution {} was not over after {} and {}, and was ended", with_thousands(execution.number + 1),
      seconds_text(static_cast<double>(execution.milliseconds) / 1000), counted(execution.steps, "step"));
  const FailureNames names(execution.failure, places);
  if (execution.whereabouts == Whereabouts::kUnknown)
    return text + "; it did not answer when it was asked where it is";
  if (execution.whereabouts == Whereabouts::kBetweenPoints) text += "; it was between two scheduling points";
  return text + ": " + running_thread(names);
}

std::string unfinished_advice(const ExecutionReport& execution, const RunDescription& run) {
  const host::HuntOptions& options = run.options;
  const double seconds = static_cast<double>(execution.milliseconds) / 1000;
  const auto limit = static_cast<double>(options.search.execution.timeout_milliseconds) / 1000;
  const bool by_search = seconds < limit;
  const std::string raise = by_search ? fmt::format("raise --time ({:g} s)", options.seconds)
                                      : fmt::format("raise --execution-timeout ({:g} s)", limit);
  if (execution.whereabouts == Whereabouts::kAtPoint)
    return fmt::format(
        "If an execution takes that long, {} or give the program a smaller input. If it should have ended, "
        "it is in a loop that changes something in every round, which Heddle cannot tell from work.",
        raise);
  std::string text =
      "A thread works on memory of its own, is in a loop whose accesses Heddle does not see, in a system "
      "call, "
      "or in a lock of a library that Heddle does not control. ";
  if (!run.instrumented)
    text += "In a program that was not built by Heddle, a loop that waits for a variable cannot be seen. ";
  return text + fmt::format(
                    "If it only takes long, {} or give the program a smaller input; a library that waits for "
                    "threads of the kernel needs --carrier threads.",
                    raise);
}

std::string unfinished_threads(const ExecutionReport& execution, const Places& places, const Style& style) {
  if (execution.whereabouts == Whereabouts::kUnknown) return {};
  const FailureNames names(execution.failure, places);
  return "The threads at that moment:\n" + threads_text(names, style);
}

}  // namespace heddle::report
