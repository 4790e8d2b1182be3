// The pairs by group, and Figures 6 to 10 of the BC-ConTest study.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "report/formats/svg_plot.h"
#include "report/formats/text_table.h"
#include "study/contest/contest_tables.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr std::string_view kGrouped[] = {"bc-contest", "covcon:groups=on", "naive:groups=on",
                                         "random:groups=on"};

// A curve over the classes, by their place in the table.
report::Curve class_curve(const ContestResult& result, const std::string& name,
                          const std::function<double(const ContestRow&)>& figure) {
  report::Curve curve{name, {}, true};
  double place = 0;
  for (const ContestRow& row : result.rows) curve.points.push_back({++place, figure(row)});
  return curve;
}

report::Curve runs_curve(const ContestResult& result, std::string_view algorithm, ContestMeasure measure) {
  return class_curve(result, std::string(algorithm), [=](const ContestRow& row) {
    const ClassRuns* runs = row.find(algorithm);
    return mean(measure == ContestMeasure::kTests ? runs->tests() : runs->seconds());
  });
}

bool has(const ContestResult& result, std::string_view algorithm) {
  return !result.rows.empty() && result.rows.front().find(algorithm) != nullptr;
}

std::string less_than(double own, double other) {
  return other == 0 ? kNothing : fmt::format("{:+.1f} %", 100 * (own / other - 1));
}

Section pairs_section(const ContestResult& result) {
  TextTable table(
      {"class", "methods", "pairs", "high priority", "low priority", "removed", "paper methods", "pairs"});
  for (const ContestRow& row : result.rows) {
    const PairGroups& pairs = row.pairs;
    const std::optional<ContestFigures>& paper = row.facts.paper;
    table.add({std::string(row.facts.source.name), std::to_string(row.methods),
               std::to_string(pairs.high_priority + pairs.low_priority + pairs.removed),
               std::to_string(pairs.high_priority), std::to_string(pairs.low_priority),
               std::to_string(pairs.removed), paper ? std::to_string(paper->methods) : kNothing,
               paper ? std::to_string(paper->pairs) : kNothing});
  }
  return {"Table 1. Pairs of methods by group", {}, table, {}};
}

Section figure6_section(const ContestResult& result) {
  TextTable table({"class", "bc-contest 25 %", "median", "75 %", "covcon 25 %", "median", "75 %"});
  for (const ContestRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.facts.source.name)};
    for (const char* const algorithm : {"bc-contest", "covcon"}) {
      const std::vector<double> seconds = row.find(algorithm)->seconds();
      for (const double part : {0.25, 0.5, 0.75})
        line.push_back(fmt::format("{:.2f}", quantile(seconds, part)));
    }
    table.add(std::move(line));
  }
  report::Panel panel{"Median, by class", "class", "seconds", {}, {}, {}};
  for (const char* const algorithm : {"bc-contest", "covcon"})
    panel.curves.push_back(class_curve(
        result, algorithm, [=](const ContestRow& row) { return median(row.find(algorithm)->seconds()); }));
  return {"Figure 6. Seconds to the bug, quartiles over the searches",
          {},
          table,
          {},
          std::nullopt,
          report::svg_plot("Figure 6", {panel})};
}

// What a search that found nothing would have needed is not known: such classes are not among the sums.
Section groups_section(const ContestResult& result) {
  TextTable table(
      {"class", "tests bc-contest", "bc-contest-ng", "", "seconds bc-contest", "bc-contest-ng", ""});
  std::array<double, 4> sums{};
  std::size_t compared = 0;
  for (const ContestRow& row : result.rows) {
    const ClassRuns& with = *row.find("bc-contest");
    const ClassRuns& without = *row.find("bc-contest-ng");
    const bool both = with.always_found() && without.always_found();
    std::array<double, 4> figures = {mean(with.tests()), mean(without.tests()), mean(with.seconds()),
                                     mean(without.seconds())};
    for (std::size_t i = 0; i < sums.size() && both; ++i) sums[i] += figures[i];
    compared += both ? 1 : 0;
    table.add({std::string(row.facts.source.name), to_the_bug(with, ContestMeasure::kTests),
               to_the_bug(without, ContestMeasure::kTests),
               both ? less_than(figures[0], figures[1]) : kNothing,
               to_the_bug(with, ContestMeasure::kSeconds), to_the_bug(without, ContestMeasure::kSeconds),
               both ? less_than(figures[2], figures[3]) : kNothing});
  }
  table.add({fmt::format("sum of {}", compared), fmt::format("{:.1f}", sums[0]),
             fmt::format("{:.1f}", sums[1]), less_than(sums[0], sums[1]), fmt::format("{:.2f}", sums[2]),
             fmt::format("{:.2f}", sums[3]), less_than(sums[2], sums[3])});
  const auto panel = [&](const char* title, ContestMeasure measure) {
    return report::Panel{
        title,
        "class",
        measure == ContestMeasure::kTests ? "tests" : "seconds",
        {runs_curve(result, "bc-contest", measure), runs_curve(result, "bc-contest-ng", measure)},
        {},
        {}};
  };
  return {
      "Figures 7 and 8. With and without groups of pairs",
      {},
      table,
      {"The sum is over the classes on which every search of both found the bug. The paper has 47.94 % fewer "
       "tests and 61.04 % less time."},
      std::nullopt,
      report::svg_plot("Figures 7 and 8", {panel("Tests to the bug", ContestMeasure::kTests),
                                           panel("Seconds to the bug", ContestMeasure::kSeconds)})};
}

Section figure9_section(const ContestResult& result) {
  TextTable table({"class", "seconds bc-contest", "covcon", "naive", "random", "tests bc-contest", "covcon",
                   "naive", "random"});
  std::array<std::size_t, 4> best{};
  std::size_t compared = 0;
  for (const ContestRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.facts.source.name)};
    for (const ContestMeasure measure : {ContestMeasure::kSeconds, ContestMeasure::kTests})
      for (const std::string_view algorithm : kGrouped)
        line.push_back(to_the_bug(*row.find(algorithm), measure));
    table.add(std::move(line));
    if (!std::ranges::all_of(kGrouped, [&](std::string_view each) { return row.find(each)->always_found(); }))
      continue;
    ++compared;
    std::array<double, 4> tests{};
    for (std::size_t i = 0; i < tests.size(); ++i) tests[i] = mean(row.find(kGrouped[i])->tests());
    const double least = *std::ranges::min_element(tests);
    for (std::size_t i = 0; i < best.size(); ++i) best[i] += tests[i] == least ? 1 : 0;
  }
  report::Panel panel{"Seconds to the bug, all with groups", "class", "seconds", {}, {}, {}};
  std::string words =
      fmt::format("Fewest tests, on the {} classes on which every search found the bug:", compared);
  for (std::size_t i = 0; i < best.size(); ++i) {
    panel.curves.push_back(runs_curve(result, kGrouped[i], ContestMeasure::kSeconds));
    words += fmt::format("{} {} {}", i == 0 ? "" : ",", kGrouped[i], best[i]);
  }
  return {"Figure 9. Four prioritisations, all with groups",
          {},
          table,
          {words + ". In the paper BC-ConTest takes less time than CovCon with groups on 18 of 20 classes."},
          std::nullopt,
          report::svg_plot("Figure 9", {panel})};
}

Section figure10_section(const ContestResult& result) {
  TextTable table(
      {"class", "analysis s", "compilation s", "tests s", "analysis %", "compilation %", "tests %"});
  std::vector<double> shares;
  for (const ContestRow& row : result.rows) {
    const double tests = mean(row.find("bc-contest")->seconds());
    const double all = row.analysis_seconds + row.compile_seconds + tests;
    const auto percent = [all](double part) { return all == 0 ? 0 : 100 * part / all; };
    shares.push_back(percent(row.analysis_seconds));
    table.add({std::string(row.facts.source.name), fmt::format("{:.2f}", row.analysis_seconds),
               fmt::format("{:.2f}", row.compile_seconds), fmt::format("{:.2f}", tests),
               fmt::format("{:.1f}", percent(row.analysis_seconds)),
               fmt::format("{:.1f}", percent(row.compile_seconds)), fmt::format("{:.1f}", percent(tests))});
  }
  report::Panel panel{
      "Seconds, by class",
      "class",
      "seconds",
      {class_curve(result, "analysis", [](const ContestRow& row) { return row.analysis_seconds; }),
       class_curve(result, "compilation", [](const ContestRow& row) { return row.compile_seconds; }),
       runs_curve(result, "bc-contest", ContestMeasure::kSeconds)},
      {},
      {}};
  return {
      "Figure 10. Where the time of bc-contest goes",
      {"Analysis: reading the class and grouping its pairs. The driver is compiled once for all searches."},
      table,
      {fmt::format("Analysis takes {:.1f} % on average; in the paper 11.34 %.", mean(shares))},
      std::nullopt,
      report::svg_plot("Figure 10", {panel})};
}

}  // namespace

std::vector<Section> contest_figure_sections(const ContestResult& result) {
  std::vector<Section> sections{pairs_section(result)};
  if (!has(result, "bc-contest")) return sections;
  if (has(result, "covcon")) sections.push_back(figure6_section(result));
  if (has(result, "bc-contest-ng")) sections.push_back(groups_section(result));
  if (std::ranges::all_of(kGrouped, [&](std::string_view each) { return has(result, each); }))
    sections.push_back(figure9_section(result));
  sections.push_back(figure10_section(result));
  return sections;
}

}  // namespace heddle::study
