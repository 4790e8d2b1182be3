#include "study/hars/hars_figures.h"

#include <algorithm>

#include "report/formats/svg_plot.h"
#include "study/growth.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

bool sorts_subtraces(std::string_view strategy) {
  return std::ranges::find(kQueueStrategies, strategy.substr(0, strategy.find(':'))) !=
         kQueueStrategies.end();
}

// The degrees of all searches of a subject that came to this sorting.
std::vector<double> degrees_at(const StrategyRuns& runs, std::size_t sorting) {
  std::vector<double> degrees;
  for (const Cell* const cell : runs.cells)
    if (cell != nullptr && sorting < cell->series.size()) degrees.push_back(cell->series[sorting]);
  return degrees;
}

// Nothing where a search, the long run or every pattern is missing.
std::vector<std::vector<double>> shares_of(const HarsRow& row, std::uint64_t executions) {
  if (row.subject.fails_nearly_always || row.long_run == nullptr) return {};
  const auto patterns = static_cast<double>(covered_after(*row.long_run, row.long_run->executions));
  if (patterns == 0) return {};
  std::vector<std::vector<double>> shares;
  for (const StrategyRuns& runs : row.coverage) {
    if (runs.searches() < runs.cells.size()) return {};
    shares.push_back(mean_growth(runs.cells, executions));
    for (double& each : shares.back()) each /= patterns;
  }
  return shares;
}

bool all_found(const std::vector<StrategyRuns>& runs) {
  return std::ranges::all_of(runs, &StrategyRuns::always_found);
}

report::Panel panel(const char* title, const char* x_label, const char* y_label) {
  report::Panel result;
  result.title = title;
  result.x_label = x_label;
  result.y_label = y_label;
  return result;
}

}  // namespace

double DegreeCurve::mean() const {
  return study::mean(degrees);
}

std::vector<DegreeCurve> degree_curves(const HarsResult& result) {
  std::vector<DegreeCurve> curves;
  for (const std::string& strategy : result.options.strategies) {
    if (!sorts_subtraces(strategy)) continue;
    DegreeCurve curve{strategy, {}, {}, {}};
    for (std::size_t sorting = 0;; ++sorting) {
      std::vector<double> means;
      std::size_t searches = 0;
      for (const HarsRow& row : result.rows) {
        const std::vector<double> degrees = degrees_at(*row.find(strategy), sorting);
        searches += degrees.size();
        if (!degrees.empty()) means.push_back(mean(degrees));
      }
      if (searches == 0) break;
      curve.degrees.push_back(mean(means));
      curve.searches.push_back(searches);
      curve.subjects.push_back(means.size());
    }
    if (!curve.degrees.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

CoverageFigure coverage_figure(const HarsResult& result) {
  CoverageFigure figure;
  std::vector<std::vector<std::vector<double>>> by_strategy;
  for (const HarsRow& row : result.rows) {
    const std::vector<std::vector<double>> shares = shares_of(row, result.options.coverage_executions);
    if (shares.empty()) continue;
    ++figure.subjects;
    by_strategy.resize(shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) by_strategy[i].push_back(shares[i]);
  }
  for (std::size_t i = 0; i < by_strategy.size(); ++i)
    figure.curves.push_back({result.rows.front().coverage[i].strategy, mean_curve(by_strategy[i])});
  return figure;
}

SweepFigure sweep_figure(const HarsResult& result) {
  SweepFigure figure;
  std::vector<const HarsRow*> rows;
  for (const HarsRow& row : result.rows)
    if (!row.sweep.empty() && all_found(row.sweep)) rows.push_back(&row);
  figure.subjects = rows.size();
  if (rows.empty()) return figure;
  std::size_t place = 0;
  for (const std::string_view strategy : kQueueStrategies)
    for (std::size_t queue = 1; queue <= kLongestQueue; ++queue, ++place) {
      std::vector<double> executions, seconds;
      for (const HarsRow* const row : rows) {
        executions.push_back(*row->sweep[place].mean(Measure::kExecutions));
        seconds.push_back(*row->sweep[place].mean(Measure::kSeconds));
      }
      figure.lines.push_back(
          {std::string(strategy), queue, mean(executions), geometric_mean(executions), mean(seconds)});
    }
  return figure;
}

std::string figure3_svg(const std::vector<DegreeCurve>& curves) {
  if (curves.empty()) return {};
  report::Panel degrees = panel("degree", "sorting", "distinguishable degree");
  report::Panel searches = panel("runs that got so far", "sorting", "runs");
  for (const DegreeCurve& curve : curves) {
    degrees.curves.push_back({curve.strategy, {}, false});
    searches.curves.push_back({curve.strategy, {}, false});
    for (std::size_t i = 0; i < curve.degrees.size(); ++i) {
      const auto x = static_cast<double>(i + 1);
      degrees.curves.back().points.push_back({x, curve.degrees[i]});
      searches.curves.back().points.push_back({x, static_cast<double>(curve.searches[i])});
    }
  }
  return report::svg_plot("Figure 3: distinguishable degree", {degrees, searches});
}

std::string figure6_svg(const CoverageFigure& figure) {
  if (figure.curves.empty()) return {};
  constexpr std::size_t kBeginning = 50;
  report::Panel whole = panel("", "executions", "patterns covered, %");
  report::Panel beginning = whole;
  for (const CoverageCurve& curve : figure.curves) {
    std::vector<double> percent = curve.share;
    for (double& each : percent) each *= 100;
    whole.curves.push_back(curve_of(curve.strategy, percent, percent.size()));
    beginning.curves.push_back(curve_of(curve.strategy, percent, kBeginning));
  }
  return report::svg_plot("Figure 6: pattern coverage, and how it begins", {whole, beginning});
}

std::string sweep_svg(const SweepFigure& figure) {
  if (figure.lines.empty()) return {};
  report::Panel executions = panel("executions", "length of the queue", "mean P-measure");
  report::Panel seconds = panel("time", "length of the queue", "milliseconds");
  for (const SweepLine& line : figure.lines) {
    if (line.queue == 1) {
      executions.curves.push_back({line.strategy, {}, false});
      seconds.curves.push_back({line.strategy, {}, false});
    }
    const auto x = static_cast<double>(line.queue);
    executions.curves.back().points.push_back({x, line.executions});
    seconds.curves.back().points.push_back({x, 1000 * line.seconds});
  }
  return report::svg_plot("The length of the queue", {executions, seconds});
}

}  // namespace heddle::study
