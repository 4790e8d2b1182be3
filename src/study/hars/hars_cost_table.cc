// What an execution costs, in the HARS study.
#include <fmt/format.h>

#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/hars/hars_tables.h"
#include "study/hars/subject_means.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

using Find = const StrategyRuns* (HarsRow::*)(std::string_view) const;

// The seconds of a completed execution.
Figure seconds_of(const std::string& strategy, Find find) {
  return [strategy, find](const HarsRow& row) -> std::optional<double> {
    const StrategyRuns* const runs = (row.*find)(strategy);
    const std::optional<Cost> cost = runs == nullptr ? std::nullopt : cost_of(*runs);
    return cost ? std::optional(cost->seconds) : std::nullopt;
  };
}

// Microseconds, and how many times as many as random's.
void add_time(std::vector<std::string>& line, const HarsResult& result, Find find) {
  const Figure seconds = seconds_of(line.front(), find);
  const SubjectMeans means = means_of(result.rows, seconds, Selection::kAll);
  const auto ratio = ratio_of(result.rows, seconds, seconds_of("random", find), Selection::kAll);
  line.push_back(means.subjects == 0 ? "-" : fmt::format("{:.0f}", 1e6 * means.geometric));
  line.push_back(ratio ? fmt::format("{:.2f}", ratio->ratio) : "-");
}

}  // namespace

Section cost_section(const HarsResult& result) {
  report::TextTable table({"strategy", "completed", "abandoned", "per completed", "steps", "replayed",
                           "microseconds", "/ random's",
                           fmt::format("of {}", report::with_thousands(result.options.coverage_executions)),
                           "/ random's"});
  for (const std::string& strategy : result.options.strategies) {
    std::uint64_t completed = 0, abandoned = 0;
    std::vector<double> shares, steps, replayed;
    for (const HarsRow& row : result.rows) {
      const std::optional<Cost> cost = cost_of(*row.find(strategy));
      if (!cost) continue;
      completed += cost->completed;
      abandoned += cost->abandoned;
      shares.push_back(cost->abandoned_share());
      steps.push_back(cost->steps);
      replayed.push_back(cost->replayed_steps);
    }
    if (shares.empty()) continue;
    std::vector<std::string> line{strategy,
                                  report::with_thousands(completed),
                                  report::with_thousands(abandoned),
                                  fmt::format("{:.2f}", mean(shares)),
                                  fmt::format("{:.1f}", mean(steps)),
                                  fmt::format("{:.1f}", mean(replayed))};
    add_time(line, result, &HarsRow::find);
    add_time(line, result, &HarsRow::find_coverage);
    table.add(std::move(line));
  }
  return {
      "What a completed execution costs",
      {fmt::format(
          "Executions of all runs to the first bug, completed and abandoned. For each completed one: those "
          "abandoned, steps, and steps of them that replayed a prefix, as means over the subjects; and the "
          "time, as a geometric mean over the subjects. Short runs pay for their beginning in few "
          "executions, so the last two columns have the time in the runs of {} of Figure 6, in which "
          "patterns "
          "are measured, too. Ratios to random's are over the subjects that both have.",
          report::counted(result.options.coverage_executions, "execution"))},
      table,
      {}};
}

}  // namespace heddle::study
