#include "study/hars/hars_files.h"

#include <fmt/format.h>

#include "report/model/text.h"
#include "study/csv.h"
#include "study/hars/hars_comparison.h"
#include "study/hars/hars_figures.h"
#include "study/hars/hars_tables.h"

namespace heddle::study {

namespace {

// Empty: N.A.
std::string number(const std::optional<double>& value) {
  return value ? csv_number(*value) : std::string();
}

std::string rank_lines(const HarsResult& result, Measure measure, const std::string& name) {
  std::string text;
  for (const Ranking& ranking : rankings(result, measure))
    for (std::size_t i = 0; i < ranking.strategies.size(); ++i)
      text += csv_line({name, fmt::format("{}", fmt::join(ranking.strategies, " ")),
                        std::to_string(ranking.subjects), ranking.strategies[i], csv_number(ranking.means[i]),
                        std::to_string(ranking.version_2[i]), std::to_string(ranking.strict[i])});
  return text;
}

}  // namespace

std::string hars_table2_csv(const HarsResult& result) {
  std::string text =
      csv_line({"subject", "nearly_always_fails", "strategy", "searches", "found", "executions", "seconds",
                "abandoned_per_completed", "steps_per_completed", "replayed_steps_per_completed",
                "seconds_per_completed", "paper_executions", "paper_seconds"});
  for (const HarsRow& row : result.rows)
    for (const StrategyRuns& runs : row.runs) {
      const std::optional<Cost> cost = cost_of(runs);
      const auto of_cost = [&cost](double value) { return cost ? csv_number(value) : std::string(); };
      text += csv_line({std::string(row.subject.name), row.subject.fails_nearly_always ? "1" : "0",
                        runs.strategy, std::to_string(runs.searches()), std::to_string(runs.found()),
                        number(runs.mean(Measure::kExecutions)), number(runs.mean(Measure::kSeconds)),
                        of_cost(cost ? cost->abandoned_share() : 0), of_cost(cost ? cost->steps : 0),
                        of_cost(cost ? cost->replayed_steps : 0), of_cost(cost ? cost->seconds : 0),
                        number(row.subject.paper(runs.strategy, Measure::kExecutions)),
                        number(row.subject.paper(runs.strategy, Measure::kSeconds))});
    }
  return text;
}

std::string hars_table3_csv(const HarsResult& result) {
  std::string text = csv_line({"subject", "strategy", "pairs", "p", "hars", "delta", "effect"});
  const ComparisonTable table = compare_with_hars(result);
  for (std::size_t i = 0; i < table.lines.size(); ++i)
    for (std::size_t j = 0; j < table.others.size(); ++j)
      if (const std::optional<PairedComparison>& each = table.lines[i][j])
        text += csv_line({table.subjects[i], table.others[j], std::to_string(each->pairs), number(each->p),
                          std::string(to_string(each->outcome)), csv_number(each->delta),
                          std::string(to_string(each->effect))});
  return text;
}

std::string hars_ranks_csv(const HarsResult& result) {
  return csv_line({"measure", "group", "subjects", "strategy", "mean", "rank", "stricter_rank"}) +
         rank_lines(result, Measure::kExecutions, "executions") +
         rank_lines(result, Measure::kSeconds, "seconds");
}

std::string hars_figure3_csv(const HarsResult& result) {
  std::string text = csv_line({"strategy", "sorting", "degree", "searches", "subjects"});
  for (const DegreeCurve& curve : degree_curves(result))
    for (std::size_t i = 0; i < curve.degrees.size(); ++i)
      text += csv_line({curve.strategy, std::to_string(i + 1), csv_number(curve.degrees[i]),
                        std::to_string(curve.searches[i]), std::to_string(curve.subjects[i])});
  return text;
}

std::string hars_figure6_csv(const HarsResult& result) {
  std::string text = csv_line({"strategy", "executions", "share", "subjects"});
  const CoverageFigure figure = coverage_figure(result);
  for (const CoverageCurve& curve : figure.curves)
    for (std::size_t i = 0; i < curve.share.size(); ++i)
      text += csv_line({curve.strategy, std::to_string(i + 1), csv_number(curve.share[i]),
                        std::to_string(figure.subjects)});
  return text;
}

std::string hars_sweep_csv(const HarsResult& result) {
  std::string text =
      csv_line({"strategy", "queue", "executions", "geometric_executions", "seconds", "subjects"});
  const SweepFigure figure = sweep_figure(result);
  for (const SweepLine& line : figure.lines)
    text += csv_line({line.strategy, std::to_string(line.queue), csv_number(line.executions),
                      csv_number(line.geometric_executions), csv_number(line.seconds),
                      std::to_string(figure.subjects)});
  return text;
}

StudyPage hars_page(const HarsResult& result) {
  return {fmt::format("Adaptive randomized scheduling (HARS) on {}",
                      report::counted(result.rows.size(), "subject")),
          hars_sections(result)};
}

}  // namespace heddle::study
