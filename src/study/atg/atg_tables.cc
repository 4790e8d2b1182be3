#include "study/atg/atg_tables.h"

#include <fmt/format.h>

#include "report/formats/svg_plot.h"
#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/csv.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr std::array<std::string_view, 4> kAtgNames = {"MRT", "S-ATG", "D-ATG", "SD-ATG"};

// The last rows of Tables 2 to 5.
constexpr std::array<AtgMeans, 4> kPaperMeans = {
    AtgMeans{16.7, 13.7, 13.7, 114.0}, AtgMeans{17.6, 14.0, 14.0, 125.1}, AtgMeans{17.0, 14.7, 2.7, 101.3},
    AtgMeans{17.6, 14.3, 2.7, 109.7}};

std::string paper_text(const PaperMean& paper) {
  return fmt::format("{:.1f} ± {:.1f}", paper.mean, paper.deviation);
}

double mean_of(const ClassRuns& runs, ClassTally which) {
  return mean(runs.tally(which));
}

std::string compared(double own, double other) {
  return other == 0 ? kNothing : fmt::format("{:+.1f} %", 100 * (own / other - 1));
}

Section algorithm_section(const AtgStudyResult& result, std::size_t algorithm) {
  TextTable table({"structure", "iRoots", "discovered", "profiles", "tests", "candidates", "seconds",
                   "paper iRoots", "profiles", "tests", "seconds"});
  for (const AtgRow& row : result.structures) {
    const ClassRuns& runs = row.runs[algorithm];
    const AtgFigures& paper = row.facts.paper[algorithm];
    table.add({std::string(row.facts.source.name), mean_text(runs.tally(kExposed)),
               fmt::format("{:.1f}", mean_of(runs, kDiscovered)), mean_text(runs.tests()),
               mean_text(runs.tally(kActiveTests)), fmt::format("{:.1f}", mean_of(runs, kCandidates)),
               fmt::format("{:.2f}", mean(runs.seconds())), paper_text(paper.iroots),
               paper_text(paper.profiles), paper_text(paper.tests), fmt::format("{:.1f}", paper.seconds)});
  }
  const AtgMeans own = atg_means(result, algorithm), &paper = kPaperMeans[algorithm];
  table.add({"mean", fmt::format("{:.1f}", own.iroots), "", fmt::format("{:.1f}", own.profiles),
             fmt::format("{:.1f}", own.tests), "", fmt::format("{:.2f}", own.seconds),
             fmt::format("{:.1f}", paper.iroots), fmt::format("{:.1f}", paper.profiles),
             fmt::format("{:.1f}", paper.tests), fmt::format("{:.1f}", paper.seconds)});
  Section section{fmt::format("Table {}. {}, N = {}", 2 + algorithm, kAtgNames[algorithm], result.options.n),
                  {},
                  table,
                  {}};
  if (algorithm == 0) return section;
  const AtgMeans mrt = atg_means(result, 0), &paper_mrt = kPaperMeans[0];
  section.after = {
      fmt::format("Against MRT: iRoots {} (paper {}), profiles {} ({}), active tests {} ({}), time {} ({}).",
                  compared(own.iroots, mrt.iroots), compared(paper.iroots, paper_mrt.iroots),
                  compared(own.profiles, mrt.profiles), compared(paper.profiles, paper_mrt.profiles),
                  compared(own.tests, mrt.tests), compared(paper.tests, paper_mrt.tests),
                  compared(own.seconds, mrt.seconds), compared(paper.seconds, paper_mrt.seconds))};
  return section;
}

Section table6_section(const AtgStudyResult& result) {
  TextTable table({"algorithm", "iRoots", "profiles", "tests", "seconds", "both per iRoot",
                   "milliseconds per iRoot", "paper both per iRoot", "seconds per iRoot"});
  for (std::size_t i = 0; i < kAtgNames.size(); ++i) {
    const AtgMeans own = atg_means(result, i), &paper = kPaperMeans[i];
    const double roots = own.iroots == 0 ? 1 : own.iroots;
    table.add({std::string(kAtgNames[i]), fmt::format("{:.1f}", own.iroots),
               fmt::format("{:.1f}", own.profiles), fmt::format("{:.1f}", own.tests),
               fmt::format("{:.2f}", own.seconds), fmt::format("{:.1f}", (own.profiles + own.tests) / roots),
               fmt::format("{:.1f}", 1000 * own.seconds / roots),
               fmt::format("{:.1f}", (paper.profiles + paper.tests) / paper.iroots),
               fmt::format("{:.1f}", paper.seconds / paper.iroots)});
  }
  return {
      "Table 6. What an interleaving root costs", {"Both: profiles and active tests together."}, table, {}};
}

std::string profiles_of(const ClassRuns& runs) {
  const bool all_found = runs.found() == runs.cells.size();
  return (all_found ? "" : ">") + mean_text(runs.tests());
}

Section table7_section(const AtgStudyResult& result) {
  std::vector<std::string> headings{"mutant"};
  for (const std::string_view name : kAtgNames)
    for (const char* const figure : {" profiles", "tests", "seconds"})
      headings.push_back((*figure == ' ' ? std::string(name) : std::string()) + figure);
  TextTable table(headings);
  std::vector<std::string> missed;
  for (const MutantRow& row : result.mutants) {
    std::vector<std::string> line{std::string(row.facts.name)}, paper_line{"  paper"};
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
      const ClassRuns& runs = row.runs[i];
      line.push_back(profiles_of(runs));
      line.push_back(mean_text(runs.tally(kActiveTests)));
      line.push_back(fmt::format("{:.2f}", mean(runs.seconds())));
      const AtgFigures& paper = row.facts.paper[i];
      paper_line.push_back(paper_text(paper.profiles));
      paper_line.push_back(paper_text(paper.tests));
      paper_line.push_back(fmt::format("{:.1f}", paper.seconds));
      if (runs.found() < runs.cells.size())
        missed.push_back(fmt::format("{} of {} by {}", runs.cells.size() - runs.found(), row.facts.name,
                                     kAtgAlgorithms[i]));
    }
    table.add(std::move(line));
    table.add(std::move(paper_line));
  }
  return {
      "Table 7. To the first failure of the mutants",
      {fmt::format("What the unmutated structure does in no order of the calls, a deadlock or a crash; data "
                   "races do not count. > where some search did not find it in {:g} s.",
                   result.options.seconds)},
      table,
      {missed.empty() ? "Every search found the mutant."
                      : "Searches that found nothing: " + report::listed(missed) + "."}};
}

report::Panel threshold_panel(const AtgStudyResult& result, bool time) {
  report::Panel panel{time ? "Time" : "iRoots exposed", "N", time ? "seconds" : "iRoots", {}, {}, {}};
  for (std::size_t i = 0; i < kAtgNames.size(); ++i) {
    report::Curve curve{std::string(kAtgNames[i]), {}, true};
    for (const ThresholdRow& row : result.thresholds)
      curve.points.push_back({static_cast<double>(row.facts.n),
                              time ? mean(row.runs[i].seconds()) : mean_of(row.runs[i], kExposed)});
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

Section table8_section(const AtgStudyResult& result) {
  std::vector<std::string> headings{"N"};
  for (const std::string_view name : kAtgNames)
    for (const char* const figure : {" iRoots", "seconds", "paper", "seconds"})
      headings.push_back((*figure == ' ' ? std::string(name) : std::string()) + figure);
  TextTable table(headings);
  for (const ThresholdRow& row : result.thresholds) {
    std::vector<std::string> line{std::to_string(row.facts.n)};
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
      line.push_back(mean_text(row.runs[i].tally(kExposed)));
      line.push_back(fmt::format("{:.2f}", mean(row.runs[i].seconds())));
      line.push_back(fmt::format("{:.1f}", row.facts.paper[i].iroots.mean));
      line.push_back(fmt::format("{:.1f}", row.facts.paper[i].seconds));
    }
    table.add(std::move(line));
  }
  return {
      "Table 8 and Figures 4 and 5. The threshold N on " + std::string(kThresholdStructure),
      {},
      table,
      {},
      std::nullopt,
      report::svg_plot("Figures 4 and 5", {threshold_panel(result, false), threshold_panel(result, true)})};
}

}  // namespace

AtgMeans atg_means(const AtgStudyResult& result, std::size_t algorithm) {
  std::vector<double> iroots, profiles, tests, seconds;
  for (const AtgRow& row : result.structures) {
    const ClassRuns& runs = row.runs[algorithm];
    if (runs.cells.empty()) continue;
    iroots.push_back(mean_of(runs, kExposed));
    profiles.push_back(mean(runs.tests()));
    tests.push_back(mean_of(runs, kActiveTests));
    seconds.push_back(mean(runs.seconds()));
  }
  return {mean(iroots), mean(profiles), mean(tests), mean(seconds)};
}

std::vector<Section> atg_sections(const AtgStudyResult& result) {
  std::vector<Section> sections;
  if (!result.structures.empty()) {
    for (std::size_t i = 0; i < kAtgAlgorithms.size(); ++i) sections.push_back(algorithm_section(result, i));
    sections.push_back(table6_section(result));
  }
  if (!result.mutants.empty()) sections.push_back(table7_section(result));
  if (!result.thresholds.empty()) sections.push_back(table8_section(result));
  return sections;
}

namespace {

constexpr char kOwnColumns[] =
    "searches,found,iroots,iroots_deviation,discovered,candidates,profiles,"
    "profiles_deviation,tests,tests_deviation,seconds";

std::string own_fields(const ClassRuns& runs) {
  const std::vector<double> iroots = runs.tally(kExposed), tests = runs.tally(kActiveTests);
  const std::string line =
      csv_line({std::to_string(runs.cells.size()), std::to_string(runs.found()), csv_number(mean(iroots)),
                csv_number(standard_deviation(iroots)), csv_number(mean_of(runs, kDiscovered)),
                csv_number(mean_of(runs, kCandidates)), csv_number(mean(runs.tests())),
                csv_number(standard_deviation(runs.tests())), csv_number(mean(tests)),
                csv_number(standard_deviation(tests)), csv_number(mean(runs.seconds()))});
  return line.substr(0, line.size() - 1);
}

std::string table_csv_line(const std::string& name, const ClassRuns& runs, const AtgFigures& paper) {
  return name + "," + runs.algorithm + "," + own_fields(runs) + "," +
         csv_line({csv_number(paper.iroots.mean), csv_number(paper.profiles.mean),
                   csv_number(paper.tests.mean), csv_number(paper.seconds)});
}

std::string table_csv_heading(const std::string& name) {
  return name + ",algorithm," + kOwnColumns + ",paper_iroots,paper_profiles,paper_tests,paper_seconds\n";
}

}  // namespace

std::string atg_tables_csv(const AtgStudyResult& result) {
  std::string text = table_csv_heading("structure");
  for (const AtgRow& row : result.structures)
    for (std::size_t i = 0; i < row.runs.size(); ++i)
      text += table_csv_line(std::string(row.facts.source.name), row.runs[i], row.facts.paper[i]);
  return text;
}

std::string atg_mutants_csv(const AtgStudyResult& result) {
  std::string text = table_csv_heading("mutant");
  for (const MutantRow& row : result.mutants)
    for (std::size_t i = 0; i < row.runs.size(); ++i)
      text += table_csv_line(std::string(row.facts.name), row.runs[i], row.facts.paper[i]);
  return text;
}

std::string atg_threshold_csv(const AtgStudyResult& result) {
  std::string text = table_csv_heading("n");
  for (const ThresholdRow& row : result.thresholds)
    for (std::size_t i = 0; i < row.runs.size(); ++i)
      text += table_csv_line(std::to_string(row.facts.n), row.runs[i], row.facts.paper[i]);
  return text;
}

StudyPage atg_page(const AtgStudyResult& result) {
  return {"Adaptive test generation for concurrent data structures", atg_sections(result)};
}

}  // namespace heddle::study
