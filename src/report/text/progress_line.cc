#include "report/text/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/model/text.h"

namespace heddle::report {

namespace {

// A rate over less than this tells nothing.
constexpr double kShortestMeasurement = 0.05;

}  // namespace

bool takes_long(const host::HuntProgress& progress) {
  constexpr double kLong = 1;
  return progress.running_seconds >= kLong && progress.shrinking == 0;
}

std::string progress_line(const host::HuntProgress& progress, std::uint64_t executions, double seconds,
                          const std::string& place) {
  if (progress.shrinking != 0)
    return fmt::format("  shrinking bug {}: {}", progress.shrinking,
                       counted(progress.reexecutions, "re-execution"));
  std::string text = "  " + counted(progress.executions, "execution");
  double left = std::numeric_limits<double>::infinity();
  if (seconds > 0) left = std::max(0.0, seconds - progress.seconds);
  if (progress.seconds >= kShortestMeasurement && progress.executions > 0) {
    const double rate = static_cast<double>(progress.executions) / progress.seconds;
    text += rate < 9.95 ? fmt::format("  {:.1f}/s", rate)
                        : fmt::format("  {}/s", with_thousands(static_cast<std::uint64_t>(rate)));
    // Whichever budget is spent first.
    if (executions > 0)
      left =
          std::min(left, static_cast<double>(executions - std::min(executions, progress.executions)) / rate);
  }
  text += fmt::format("  {} step{}", rounded(progress.steps), progress.steps == 1 ? "" : "s");
  if (progress.bugs != 0) text += "  " + counted(progress.bugs, "bug");
  if (progress.races != 0) text += "  " + counted(progress.races, "race");
  if (progress.bugs == 0 && progress.races == 0) text += "  no bug";
  if (takes_long(progress))
    text += fmt::format("  (execution {}: {:.0f} s, {} steps{})", progress.executions + 1,
                        progress.running_seconds, rounded(progress.running_steps),
                        place.empty() ? "" : ", at " + place);
  if (progress.left.is_known())
    text += fmt::format("  {} to go", range_text(progress.left.range().from, progress.left.range().to));
  if (std::isfinite(left)) text += fmt::format("  {} left", clock_text(std::ceil(left)));
  return text;
}

}  // namespace heddle::report
