// Tables 2 and 3 of the BC-ConTest study, and its files.
#include "study/contest/contest_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/csv.h"
#include "study/statistics/mann_whitney_test.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

using report::TextTable;

namespace {

std::vector<double> values_of(const ClassRuns& runs, ContestMeasure measure) {
  return measure == ContestMeasure::kTests ? runs.tests() : runs.seconds();
}

constexpr ContestFigures kNoFigures{0, 0, -1, -1, -1, -1, -1};

constexpr std::string_view kTimedInPaper[] = {"bc-contest", "covcon", "contege", "nainom", "autocontest"};

// The terminal has no room for those of Figure 9.
std::vector<std::size_t> shown_algorithms(const ContestResult& result, bool all) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < result.options.algorithms.size(); ++i)
    if (all || result.options.algorithms[i].find(':') == std::string::npos) shown.push_back(i);
  return shown;
}

TextTable tests_table(const ContestResult& result, bool all) {
  const std::vector<std::size_t> shown = shown_algorithms(result, all);
  std::vector<std::string> headings{"class", "bug"};
  for (const std::size_t i : shown) headings.push_back(result.options.algorithms[i]);
  TextTable table(headings);
  table.align_left(1);
  for (const ContestRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.facts.source.name), std::string(row.facts.bug)};
    for (const std::size_t i : shown) line.push_back(to_the_bug(row.runs[i], ContestMeasure::kTests));
    table.add(std::move(line));
  }
  return table;
}

std::string missed_text(const ContestResult& result) {
  std::vector<std::string> missed;
  for (std::size_t i = 0; i < result.options.algorithms.size(); ++i) {
    std::size_t all = 0, found = 0;
    for (const ContestRow& row : result.rows) {
      all += row.runs[i].cells.size();
      found += row.runs[i].found();
    }
    if (found != all)
      missed.push_back(fmt::format("{} ({} of {})", result.options.algorithms[i], all - found, all));
  }
  return missed.empty() ? "Every search found the bug."
                        : "Searches that did not find the bug: " + report::listed(missed) + ".";
}

Section tests_section(const ContestResult& result) {
  return {"Table 2. Tests to the bug",
          {fmt::format("Mean of {}; > where some did not find the bug within {} or {:g} s: these count by "
                       "what they spent.",
                       report::counted(result.options.repeat, "run"),
                       report::counted(result.options.tests, "test"), result.options.seconds)},
          tests_table(result, false),
          {missed_text(result)},
          tests_table(result, true)};
}

TextTable time_table(const ContestResult& result, bool all) {
  std::vector<std::size_t> shown = shown_algorithms(result, all);
  if (!all)
    std::erase_if(shown, [&](std::size_t i) {
      return std::ranges::find(kTimedInPaper, result.options.algorithms[i]) == std::end(kTimedInPaper);
    });
  std::vector<std::string> headings{"class"};
  for (const std::size_t i : shown) headings.push_back(result.options.algorithms[i]);
  for (const char* const heading : {"paper BC", "CovCon", "ConTeGe", "Nainom", "AutoConTest"})
    headings.emplace_back(heading);
  TextTable table(headings);
  std::vector<std::vector<double>> columns(headings.size() - 1);
  for (const ContestRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.facts.source.name)};
    const auto add = [&](const std::string& text, double figure) {
      if (figure >= 0) columns[line.size() - 1].push_back(figure);
      line.push_back(text);
    };
    for (const std::size_t i : shown)
      add(to_the_bug(row.runs[i], ContestMeasure::kSeconds), mean(row.runs[i].seconds()));
    const ContestFigures paper = row.facts.paper.value_or(kNoFigures);
    for (const double each : {paper.bc_contest, paper.covcon, paper.contege, paper.nainom, paper.autocontest})
      add(each < 0 ? kNothing : fmt::format("{:g}", each), each);
    table.add(std::move(line));
  }
  std::vector<std::string> means{"mean"};
  for (const std::vector<double>& each : columns) means.push_back(fmt::format("{:.2f}", mean(each)));
  table.add(std::move(means));
  return table;
}

Section time_section(const ContestResult& result) {
  return {"Table 2. Seconds to the bug",
          {"Without reading the class and compiling its driver, which all share (Figure 10). The paper's "
           "classes are Java's, its limit is an hour."},
          time_table(result, false),
          {},
          time_table(result, true)};
}

// The total time for a user who has only the header.
Section waiting_section(const ContestResult& result) {
  const std::vector<std::size_t> shown = shown_algorithms(result, false);
  std::vector<std::string> headings{"class"};
  for (const std::size_t i : shown) headings.push_back(result.options.algorithms[i]);
  TextTable table(headings);
  for (const ContestRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.facts.source.name)};
    for (const std::size_t i : shown) {
      const ClassRuns& runs = row.runs[i];
      const double before = row.analysis_seconds + row.compile_seconds;
      line.push_back(runs.cells.empty() ? kNothing
                                        : fmt::format("{}{:.1f}", runs.always_found() ? "" : ">",
                                                      before + quantile(runs.seconds(), 0.5)));
    }
    table.add(std::move(line));
  }
  return {"From the header to the bug, in seconds",
          {"Reading the class, compiling its driver, and the median of the searches."},
          table,
          {}};
}

struct Against {
  std::string other;
  ContestMeasure measure;
  std::string_view unit;
};

std::vector<Against> comparisons(const ContestResult& result) {
  std::vector<Against> all;
  for (const std::string& algorithm : result.options.algorithms)
    if (algorithm != "bc-contest") {
      all.push_back({algorithm, ContestMeasure::kTests, "tests"});
      all.push_back({algorithm, ContestMeasure::kSeconds, "seconds"});
    }
  return all;
}

Spread spread_of(const std::vector<double>& values) {
  return {mean(values), variance(values)};
}

Section table3_section(const ContestResult& result) {
  TextTable table({"bc-contest against", "", "mean", "mean of the other", "deviation", "of the other",
                   "Cohen's d", "Mann-Whitney p"});
  table.align_left(1);
  for (const Against& each : comparisons(result)) {
    const ContestSamples samples = contest_samples(result, "bc-contest", each.other, each.measure);
    if (samples.first.empty()) continue;
    const Spread own = spread_of(samples.first), other = spread_of(samples.second);
    table.add({each.other, std::string(each.unit), fmt::format("{:.2f}", own.mean),
               fmt::format("{:.2f}", other.mean), fmt::format("{:.2f}", standard_deviation(samples.first)),
               fmt::format("{:.2f}", standard_deviation(samples.second)),
               fmt::format("{:.3f}", cohens_d(own, other)),
               fmt::format("{:.2g}", mann_whitney_test(samples.first, samples.second).p)});
  }
  table.add({"paper: covcon", "milliseconds", "3.943e+05", "7.374e+05", "8.694e+05", "1.139e+06", "-0.338",
             "0.00088"});
  return {
      "Table 3. Over all searches of all classes",
      {"Negative d: bc-contest needs less. A search that did not find the bug counts by what it spent. The "
       "paper's means contradict its Table 2."},
      table,
      {}};
}

double seconds_in_paper(const ContestClass& facts, std::string_view algorithm) {
  const ContestFigures paper = facts.paper.value_or(kNoFigures);
  return algorithm == "bc-contest"    ? paper.bc_contest
         : algorithm == "covcon"      ? paper.covcon
         : algorithm == "contege"     ? paper.contege
         : algorithm == "nainom"      ? paper.nainom
         : algorithm == "autocontest" ? paper.autocontest
                                      : -1;
}

}  // namespace

std::string to_the_bug(const ClassRuns& runs, ContestMeasure measure) {
  if (runs.cells.empty()) return kNothing;
  const double figure = mean(values_of(runs, measure));
  return (runs.always_found() ? "" : ">") +
         (measure == ContestMeasure::kTests ? fmt::format("{:.1f}", figure) : fmt::format("{:.2f}", figure));
}

ContestSamples contest_samples(const ContestResult& result, std::string_view first, std::string_view second,
                               ContestMeasure measure) {
  ContestSamples samples;
  for (const ContestRow& row : result.rows) {
    const ClassRuns* one = row.find(first);
    const ClassRuns* other = row.find(second);
    if (one == nullptr || other == nullptr || one->cells.empty() || other->cells.empty()) continue;
    for (const double value : values_of(*one, measure)) samples.first.push_back(value);
    for (const double value : values_of(*other, measure)) samples.second.push_back(value);
  }
  return samples;
}

std::vector<Section> contest_table_sections(const ContestResult& result) {
  std::vector<Section> sections{tests_section(result), time_section(result), waiting_section(result)};
  if (!result.rows.empty() && result.rows.front().find("bc-contest") != nullptr)
    sections.push_back(table3_section(result));
  return sections;
}

std::vector<Section> contest_sections(const ContestResult& result) {
  std::vector<Section> sections = contest_table_sections(result);
  for (Section& each : contest_figure_sections(result)) sections.push_back(std::move(each));
  return sections;
}

std::string contest_table2_csv(const ContestResult& result) {
  std::string text = csv_line({"class", "bug", "algorithm", "searches", "found", "tests", "seconds",
                               "seconds_25", "seconds_50", "seconds_75", "paper_seconds"});
  for (const ContestRow& row : result.rows)
    for (const ClassRuns& runs : row.runs) {
      const std::vector<double> seconds = runs.seconds();
      const double in_paper = seconds_in_paper(row.facts, runs.algorithm);
      text += csv_line({std::string(row.facts.source.name), std::string(row.facts.bug), runs.algorithm,
                        std::to_string(runs.cells.size()), std::to_string(runs.found()),
                        csv_number(mean(runs.tests())), csv_number(mean(seconds)),
                        csv_number(quantile(seconds, 0.25)), csv_number(quantile(seconds, 0.5)),
                        csv_number(quantile(seconds, 0.75)), in_paper < 0 ? "" : csv_number(in_paper)});
    }
  return text;
}

std::string contest_table3_csv(const ContestResult& result) {
  std::string text = csv_line({"other", "measure", "searches", "mean", "variance", "other_mean",
                               "other_variance", "cohens_d", "u", "p"});
  for (const Against& each : comparisons(result)) {
    const ContestSamples samples = contest_samples(result, "bc-contest", each.other, each.measure);
    if (samples.first.empty()) continue;
    const Spread own = spread_of(samples.first), other = spread_of(samples.second);
    const MannWhitneyTest test = mann_whitney_test(samples.first, samples.second);
    text += csv_line({each.other, std::string(each.unit), std::to_string(samples.first.size()),
                      csv_number(own.mean), csv_number(own.variance), csv_number(other.mean),
                      csv_number(other.variance), csv_number(cohens_d(own, other)), csv_number(test.u),
                      csv_number(test.p)});
  }
  return text;
}

std::string contest_classes_csv(const ContestResult& result) {
  std::string text =
      csv_line({"class", "methods", "high_priority", "low_priority", "removed", "analysis_seconds",
                "compile_seconds", "test_seconds", "paper_methods", "paper_pairs"});
  for (const ContestRow& row : result.rows) {
    const ClassRuns* runs = row.find("bc-contest");
    text += csv_line({std::string(row.facts.source.name), std::to_string(row.methods),
                      std::to_string(row.pairs.high_priority), std::to_string(row.pairs.low_priority),
                      std::to_string(row.pairs.removed), csv_number(row.analysis_seconds),
                      csv_number(row.compile_seconds),
                      runs != nullptr ? csv_number(mean(runs->seconds())) : std::string(),
                      row.facts.paper ? std::to_string(row.facts.paper->methods) : "",
                      row.facts.paper ? std::to_string(row.facts.paper->pairs) : ""});
  }
  return text;
}

StudyPage contest_page(const ContestResult& result) {
  return {fmt::format("Tests for thread-safe classes (BC-ConTest) on {}",
                      result.rows.size() == 1 ? "1 class" : fmt::format("{} classes", result.rows.size())),
          contest_sections(result)};
}

}  // namespace heddle::study
