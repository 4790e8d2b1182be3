#include "study/tsa/tsa_tables.h"

#include <fmt/format.h>
#include <algorithm>

#include "report/formats/svg_plot.h"
#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/csv.h"
#include "study/growth.h"
#include "study/section.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr double kSignificant = 0.05;  // the paper's
constexpr double kTolerance = 0.02;    // "over 2 % fewer"

std::string figure(double value) {
  return value < 0 ? kNothing : fmt::format("{:.1f}", value);
}

std::vector<const CoverageRuns*> all_runs(const TsaRow& row) {
  std::vector<const CoverageRuns*> runs = {&row.tsa, &row.tsa_h, &row.vary};
  for (const CoverageRuns& each : row.noises) runs.push_back(&each);
  std::erase_if(runs, [](const CoverageRuns* each) { return each->covered.empty(); });
  return runs;
}

struct Range {
  double average = 0, least = 0, most = 0;
};

// Over the settings of one kind of noise, as in Table 2.
Range range_of(const std::vector<const CoverageRuns*>& noises) {
  std::vector<double> means;
  for (const CoverageRuns* each : noises) means.push_back(each->mean_covered());
  if (means.empty()) return {};
  return {mean(means), *std::min_element(means.begin(), means.end()),
          *std::max_element(means.begin(), means.end())};
}

Section study1_section(const TsaRows& rows, const TsaStudyOptions& options) {
  TextTable table({"subject", "RND-y avg", "min", "max", "s10 avg", "min", "max", "s100 avg", "min", "max",
                   "TSA", "p", "TSA vary", "paper: noise", "TSA"});
  std::vector<double> tsa, vary, best;
  std::vector<std::string> fewer, significant;
  for (const TsaRow& row : rows) {
    const CoverageRuns* const noise = row.best_noise();
    if (noise == nullptr || row.tsa.covered.empty()) continue;
    std::vector<std::string> cells{std::string(row.subject.name)};
    for (const Noise each : kNoises) {
      const Range range = range_of(row.noises_of(each));
      for (const double value : {range.average, range.least, range.most}) cells.push_back(figure(value));
    }
    const double p = rank_sum_test(row.tsa.covered, noise->covered);
    const std::string name(row.subject.name);
    if (p < kSignificant && row.tsa.mean_covered() > noise->mean_covered()) significant.push_back(name);
    if (row.tsa.mean_covered() < (1 - kTolerance) * noise->mean_covered()) fewer.push_back(name);
    tsa.push_back(row.tsa.mean_covered());
    vary.push_back(row.vary.mean_covered());
    best.push_back(noise->mean_covered());
    cells.insert(cells.end(), {figure(tsa.back()), fmt::format("{:.3f}", p), figure(vary.back()),
                               figure(row.subject.paper.best_noise), figure(row.subject.paper.tsa)});
    table.add(std::move(cells));
  }
  if (tsa.empty()) return {};
  return {
      fmt::format("Study 1 (Table 2). Pairs covered after {}, mean of {}; p: Wilcoxon, TSA against the best "
                  "noise setting.",
                  report::counted(options.executions, "execution"), report::counted(options.runs, "run")),
      {},
      std::move(table),
      {fmt::format(
           "Mean over the subjects: TSA {:.1f}, TSA vary {:.1f}, the best noise setting of each {:.1f}.",
           mean(tsa), mean(vary), mean(best)),
       fmt::format("TSA covers significantly more than the best noise setting on {} of {}{}; over "
                   "2 % fewer on {}{}.",
                   significant.size(), report::counted(tsa.size(), "subject"),
                   significant.empty() ? "" : " (" + report::listed(significant) + ")", fewer.size(),
                   fewer.empty() ? "" : " (" + report::listed(fewer) + ")")}};
}

// How many executions tsa needs for what each noise setting has covered in the end.
std::string reach_sentence(const TsaRows& rows, const TsaStudyOptions& options) {
  std::size_t settings = 0, sooner = 0, sooner_vary = 0;
  std::vector<double> needed;
  for (const TsaRow& row : rows)
    for (const CoverageRuns& noise : row.noises) {
      if (noise.covered.empty() || row.tsa.covered.empty()) continue;
      const std::size_t own = reaches(noise.growth, noise.mean_covered());
      const std::size_t tsa = reaches(row.tsa.growth, noise.mean_covered());
      const std::size_t vary = reaches(row.vary.growth, noise.mean_covered());
      ++settings;
      if (tsa != 0 && tsa < own) ++sooner;
      if (vary != 0 && vary < own) ++sooner_vary;
      if (tsa != 0) needed.push_back(static_cast<double>(tsa));
    }
  if (needed.empty()) return {};
  return fmt::format(
      "What a noise setting covers in {}, TSA has in fewer executions than that setting in {} of {} "
      "cases, after {:.0f} at the median; TSA vary in {}.",
      report::counted(options.executions, "execution"), sooner, settings, median(needed), sooner_vary);
}

const CoverageRuns* best_at_saturation(const std::vector<const CoverageRuns*>& noises) {
  const CoverageRuns* best = nullptr;
  for (const CoverageRuns* each : noises)
    if (best == nullptr || mean(each->at_saturation) > mean(best->at_saturation)) best = each;
  return best;
}

std::string saturation_cell(const CoverageRuns* runs) {
  if (runs == nullptr || runs->covered.empty()) return kNothing;
  return fmt::format("{:.1f} / {:.0f}{}", mean(runs->at_saturation), mean(runs->to_saturation),
                     runs->saturated < runs->covered.size() ? "+" : "");
}

Section study2_section(const TsaRows& rows, const TsaStudyOptions& options) {
  TextTable table(
      {"subject", "RND-y", "RND-s10", "RND-s100", "TSA", "TSA vary", "TSA seconds", "paper: TSA"});
  for (const TsaRow& row : rows) {
    if (row.tsa.covered.empty()) continue;
    std::vector<std::string> cells{std::string(row.subject.name)};
    for (const Noise each : kNoises)
      cells.push_back(saturation_cell(best_at_saturation(row.noises_of(each))));
    cells.insert(cells.end(), {saturation_cell(&row.tsa), saturation_cell(&row.vary),
                               fmt::format("{:.2f}", row.tsa.seconds_to_saturation),
                               fmt::format("{} / {} s", figure(row.subject.paper.saturated),
                                           figure(row.subject.paper.saturated_seconds))});
    table.add(std::move(cells));
  }
  return {fmt::format(
              "Study 2 (Table 3). Pairs covered at the saturation point / executions until then; a window of "
              "{};\nof noise the best setting of each kind; +: not all runs were saturated after {}.",
              report::counted(options.window, "execution"), report::with_thousands(options.longest)),
          {},
          std::move(table),
          {}};
}

Section study3_section(const TsaRows& rows) {
  TextTable table({"subject", "estimated", "covered", "false pos.", "covered by others", "infeasible",
                   "not shown", "false neg.", "sharp est.", "paper: est.", "covered", "false pos.",
                   "false neg."});
  for (const TsaRow& row : rows) {
    const EstimateRow& own = row.estimate;
    const SyncFigures& paper = row.subject.paper;
    table.add({std::string(row.subject.name), std::to_string(own.estimated), std::to_string(own.covered),
               std::to_string(own.false_positives.size()),
               std::to_string(own.count(WhyUncovered::kCoveredByOthers)),
               std::to_string(own.count(WhyUncovered::kInfeasible)),
               std::to_string(own.count(WhyUncovered::kNotShown)), std::to_string(own.false_negatives.size()),
               std::to_string(own.sharp), std::to_string(paper.estimated), std::to_string(paper.covered),
               std::to_string(paper.false_positives), std::to_string(paper.false_negatives)});
  }
  return {
      "Study 3 (Table 4). The estimate, and what all runs of TSA covered together. Of the false positives: "
      "those that\nother strategies or a longer search covered, and those that joins, condition variables or "
      "barriers forbid.",
      {},
      std::move(table),
      {}};
}

Section study4_section(const TsaRows& rows) {
  TextTable table({"subject", "TSA-h", "TSA", "Rule 3", "paper: TSA-h", "TSA", "Rule 3"});
  for (const TsaRow& row : rows) {
    if (row.tsa.covered.empty()) continue;
    const SyncFigures& paper = row.subject.paper;
    table.add({std::string(row.subject.name), saturation_cell(&row.tsa_h), saturation_cell(&row.tsa),
               fmt::format("{:.1f} %", 100 * row.tsa.rule_3),
               fmt::format("{} / {} s", figure(paper.tsa_h), figure(paper.tsa_h_seconds)),
               fmt::format("{} / {} s", figure(paper.saturated), figure(paper.saturated_seconds)),
               fmt::format("{:.1f} %", paper.rule_3)});
  }
  return {
      "Study 4 (Table 5). At the saturation point, with and without Rule 3, and its share of the "
      "decisions.",
      {},
      std::move(table),
      {}};
}

std::vector<double> average_growth(const std::vector<const CoverageRuns*>& noises) {
  std::vector<std::vector<double>> curves;
  for (const CoverageRuns* each : noises) curves.push_back(each->growth);
  return mean_curve(curves);
}

std::string growth_svg(const TsaRows& rows, const std::string& title, bool until_saturation) {
  std::vector<report::Panel> panels;
  for (const TsaRow& row : rows) {
    if (row.tsa.covered.empty()) continue;
    std::size_t end = row.tsa.growth.size();
    // What TSA has in the end it has here; beyond it nothing changes any more.
    if (until_saturation) end = std::max<std::size_t>(10, 2 * reaches(row.tsa.growth, row.tsa.growth.back()));
    report::Panel panel;
    panel.title = row.subject.name;
    panel.x_label = "executions";
    panel.y_label = "pairs";
    panel.curves.push_back(curve_of("TSA", row.tsa.growth, end));
    panel.curves.push_back(curve_of("vary", row.vary.growth, end));
    for (const Noise noise : kNoises)
      panel.curves.push_back(
          curve_of(std::string(to_string(noise)).substr(4), average_growth(row.noises_of(noise)), end));
    panels.push_back(std::move(panel));
  }
  return report::svg_plot(title, panels);
}

// The first is empty where nothing was measured.
std::vector<Section> tsa_sections(const TsaRows& rows, const TsaStudyOptions& options) {
  std::vector<Section> sections{study1_section(rows, options), study2_section(rows, options),
                                study3_section(rows), study4_section(rows)};
  if (std::string sentence = reach_sentence(rows, options); !sentence.empty())
    sections.front().after.push_back(std::move(sentence));
  return sections;
}

}  // namespace

std::size_t reaches(const std::vector<double>& growth, double covered) {
  for (std::size_t i = 0; i < growth.size(); ++i)
    if (growth[i] >= covered - 1e-9) return i + 1;
  return 0;
}

std::string tsa_text(const TsaRows& rows, const TsaStudyOptions& options) {
  std::string text;
  for (const Section& section : tsa_sections(rows, options)) {
    if (section.title.empty()) continue;
    text += (text.empty() ? "" : "\n") + section.title + "\n" + section.table->text();
    for (const std::string& sentence : section.after) text += report::wrapped(sentence);
  }
  return text;
}

StudyPage tsa_page(const TsaRows& rows, const TsaStudyOptions& options) {
  StudyPage page{"Synchronization pairs and thread scheduling (TSA)", tsa_sections(rows, options)};
  std::erase_if(page.sections, [](const Section& section) { return section.title.empty(); });
  // "Study 1 (Table 2). Pairs covered after ...": a page has room for a heading and a sentence.
  for (Section& section : page.sections) {
    std::replace(section.title.begin(), section.title.end(), '\n', ' ');
    const std::size_t end = section.title.find(". ");
    if (end == std::string::npos) continue;
    section.before = {section.title.substr(end + 2)};
    section.title.resize(end);
  }
  page.sections.push_back({"Figure 4", {}, std::nullopt, {}, std::nullopt, figure4_svg(rows)});
  page.sections.push_back({"Figure 5", {}, std::nullopt, {}, std::nullopt, figure5_svg(rows)});
  return page;
}

std::string study1_csv(const TsaRows& rows) {
  std::string text = csv_line({"subject", "strategy", "runs", "covered", "least", "most"});
  for (const TsaRow& row : rows)
    for (const CoverageRuns* each : all_runs(row))
      text += csv_line({std::string(row.subject.name), each->strategy, std::to_string(each->covered.size()),
                        csv_number(each->mean_covered()),
                        csv_number(*std::min_element(each->covered.begin(), each->covered.end())),
                        csv_number(*std::max_element(each->covered.begin(), each->covered.end()))});
  return text;
}

std::string study2_csv(const TsaRows& rows) {
  std::string text =
      csv_line({"subject", "strategy", "runs", "saturated", "covered", "executions", "seconds", "rule_3"});
  for (const TsaRow& row : rows)
    for (const CoverageRuns* each : all_runs(row))
      text += csv_line({std::string(row.subject.name), each->strategy, std::to_string(each->covered.size()),
                        std::to_string(each->saturated), csv_number(mean(each->at_saturation)),
                        csv_number(mean(each->to_saturation)), csv_number(each->seconds_to_saturation),
                        csv_number(each->rule_3)});
  return text;
}

std::string study3_csv(const TsaRows& rows) {
  constexpr std::string_view kWhyUncovered[] = {"covered by others", "infeasible", "not shown"};
  std::string text = csv_line({"subject", "wrong", "first", "second", "verdict"});
  const auto line = [&text](const TsaRow& row, const char* wrong, const SyncPair& pair,
                            std::string_view why) {
    text += csv_line({std::string(row.subject.name), wrong, fmt::format("{:#x}", pair.first),
                      fmt::format("{:#x}", pair.second), std::string(why)});
  };
  for (const TsaRow& row : rows) {
    for (const auto& [pair, why] : row.estimate.false_positives)
      line(row, "false positive", pair, kWhyUncovered[static_cast<std::size_t>(why)]);
    for (const SyncPair& pair : row.estimate.false_negatives) line(row, "false negative", pair, "");
  }
  return text;
}

std::string figure4_svg(const TsaRows& rows) {
  return growth_svg(rows, "Synchronization pairs covered, by executions", false);
}

std::string figure5_svg(const TsaRows& rows) {
  return growth_svg(rows, "Synchronization pairs covered, until TSA has what it will have", true);
}

}  // namespace heddle::study
