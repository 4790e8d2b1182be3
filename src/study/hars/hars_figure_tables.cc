// Figures 3 and 6 of the HARS study, and the length of the queue.
#include <fmt/format.h>

#include <algorithm>

#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/hars/hars_figures.h"
#include "study/hars/hars_tables.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr std::size_t kSortings[] = {1, 10, 25, 50};
constexpr std::uint64_t kExecutions[] = {1, 10, 50, 100, 200, 500};

// Percent of the patterns after 500 executions of 28 programs.
struct PaperCoverage {
  std::string_view strategy;
  double percent;
};
constexpr PaperCoverage kPaperCoverage[] = {
    {"hars", 84.81}, {"ars", 83.03}, {"random", 82.05}, {"tsa", 69.68}, {"mcr", 55.72}};

std::string paper_coverage(std::string_view strategy) {
  const auto found = std::ranges::find(kPaperCoverage, strategy, &PaperCoverage::strategy);
  return found == std::end(kPaperCoverage) ? "-" : fmt::format("{:.1f}", found->percent);
}

Section figure3_section(const std::vector<DegreeCurve>& curves) {
  std::vector<std::string> headings{"strategy"};
  for (const std::size_t sorting : kSortings)
    headings.push_back((sorting == 1 ? "sorting " : "") + std::to_string(sorting));
  headings.emplace_back("mean");
  for (const std::size_t sorting : kSortings)
    headings.push_back((sorting == 1 ? "runs at " : "") + std::to_string(sorting));
  TextTable table(headings);
  for (const DegreeCurve& curve : curves) {
    std::vector<std::string> line{curve.strategy};
    for (const std::size_t sorting : kSortings)
      line.push_back(sorting <= curve.degrees.size() ? fmt::format("{:.3f}", curve.degrees[sorting - 1])
                                                     : "-");
    line.push_back(fmt::format("{:.3f}", curve.mean()));
    for (const std::size_t sorting : kSortings)
      line.push_back(sorting <= curve.searches.size()
                         ? fmt::format("{} of {}", curve.searches[sorting - 1],
                                       report::counted(curve.subjects[sorting - 1], "subject"))
                         : "-");
    table.add(std::move(line));
  }
  return {
      "Figure 3. Distinguishable degree at the first sortings",
      {"1: the sorting tells nothing; 0: there was only one subtrace. Mean over the subjects of the means "
       "over their runs. A run that has found the bug contributes nothing to later sortings, so that "
       "these are over fewer and harder subjects. The paper's means are 1.042 for ars and 1.140 for hars, "
       "though it puts all of the latter between 1.2 and 1.6."},
      table,
      {},
      std::nullopt,
      figure3_svg(curves)};
}

Section figure6_section(const HarsResult& result, const CoverageFigure& figure) {
  std::vector<std::uint64_t> marks;
  for (const std::uint64_t mark : kExecutions)
    if (mark < result.options.coverage_executions) marks.push_back(mark);
  marks.push_back(result.options.coverage_executions);
  std::vector<std::string> headings{"strategy"};
  for (const std::uint64_t mark : marks)
    headings.push_back(fmt::format("{}{}", mark == 1 ? "after " : "", mark));
  headings.emplace_back("paper after 500");
  TextTable table(headings);
  for (const CoverageCurve& curve : figure.curves) {
    std::vector<std::string> line{curve.strategy};
    for (const std::uint64_t mark : marks) line.push_back(fmt::format("{:.1f}", 100 * curve.share[mark - 1]));
    line.push_back(paper_coverage(curve.strategy));
    table.add(std::move(line));
  }
  return {
      "Figure 6. Memory-access patterns covered, in percent",
      {fmt::format(
          "Of the patterns that a random walk of {} sees, after so many completed executions, failing "
          "ones included: mean over {} and {} each. A strategy that sees others, too, may have more "
          "than 100. The paper has other programs, and takes a random walk of two hours for all.",
          report::counted(result.options.long_run, "execution"), report::counted(figure.subjects, "subject"),
          report::counted(result.options.coverage_repeat, "run"))},
      table,
      {},
      std::nullopt,
      figure6_svg(figure)};
}

Section sweep_section(const SweepFigure& figure) {
  TextTable table({"strategy", "queue", "mean P-measure", "geometric mean", "mean milliseconds"});
  for (const SweepLine& line : figure.lines)
    table.add({line.strategy, std::to_string(line.queue), fmt::format("{:.2f}", line.executions),
               fmt::format("{:.2f}", line.geometric_executions), fmt::format("{:.2f}", 1000 * line.seconds)});
  return {"The length of the queue",
          {fmt::format("Over the {} on which all of them found the bug in every run. The paper chose 4 "
                       "for hars and 5 for ars.",
                       report::counted(figure.subjects, "subject"))},
          table,
          {},
          std::nullopt,
          sweep_svg(figure)};
}

}  // namespace

std::vector<Section> figure_sections(const HarsResult& result) {
  std::vector<Section> sections;
  if (const std::vector<DegreeCurve> curves = degree_curves(result); !curves.empty())
    sections.push_back(figure3_section(curves));
  if (const CoverageFigure figure = coverage_figure(result); !figure.curves.empty())
    sections.push_back(figure6_section(result, figure));
  if (const SweepFigure figure = sweep_figure(result); !figure.lines.empty())
    sections.push_back(sweep_section(figure));
  return sections;
}

}  // namespace heddle::study
