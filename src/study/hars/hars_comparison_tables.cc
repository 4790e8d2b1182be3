// Table III and Figures 4 and 5 of the HARS study.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/hars/hars_comparison.h"
#include "study/hars/hars_tables.h"
#include "study/statistics/signed_rank_test.h"

namespace heddle::study {

using report::TextTable;

namespace {

// Over its 45 programs; what it could not test is a tie.
struct PaperSums {
  std::string_view strategy;
  ComparisonSums sums;
};
constexpr PaperSums kPaperSums[] = {{"ars", {{9, 36, 0}, {37, 6, 1, 1}}},
                                    {"random", {{27, 18, 0}, {17, 13, 5, 10}}},
                                    {"mcr", {{30, 5, 10}, {2, 3, 0, 40}}},
                                    {"tsa", {{36, 3, 6}, {0, 1, 1, 43}}}};

// "W -0.34 M"
std::string short_text(const PairedComparison& each) {
  return fmt::format("{} {:.2f} {}", to_string(each.outcome).substr(0, 1), each.delta,
                     to_string(each.effect));
}

// "0.012 (Win)/-0.34 (M)", as the paper has it.
std::string long_text(const PairedComparison& each) {
  const std::string p = each.p ? fmt::format("{:.3f} ({})", *each.p, to_string(each.outcome)) : "N.A.";
  return fmt::format("{}/{:.2f} ({})", p, each.delta, to_string(each.effect));
}

TextTable table3(const ComparisonTable& table, std::string (*text_of)(const PairedComparison&)) {
  std::vector<std::string> headings{"subject"};
  headings.insert(headings.end(), table.others.begin(), table.others.end());
  TextTable text(headings);
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    std::vector<std::string> line{table.subjects[i]};
    for (const std::optional<PairedComparison>& each : table.lines[i])
      line.push_back(each ? text_of(*each) : "-");
    text.add(std::move(line));
  }
  std::vector<std::string> outcomes{"Win/Tie/Loss"}, effects{"N/S/M/L"};
  for (std::size_t i = 0; i < table.others.size(); ++i) {
    const ComparisonSums sums = table.sums(i);
    outcomes.push_back(fmt::format("{}", fmt::join(sums.outcomes, "/")));
    effects.push_back(fmt::format("{}", fmt::join(sums.effects, "/")));
  }
  text.add(std::move(outcomes));
  text.add(std::move(effects));
  return text;
}

// Too few pairs, and not even the most extreme of them count as significant.
std::string too_few(const HarsResult& result, std::size_t comparisons) {
  const double least = bonferroni(std::exp2(1 - static_cast<double>(result.options.repeat)), comparisons);
  if (least < kLevel) return {};
  return fmt::format(
      "With {} no p can be below {:.2g}, so nothing can be significant; --repeat has more of them.",
      report::counted(result.options.repeat, "pair"), least);
}

std::string paper_sums(const HarsResult& result) {
  std::vector<std::string> sums;
  for (const PaperSums& each : kPaperSums)
    if (result.has(each.strategy))
      sums.push_back(fmt::format("{} {} and {}", each.strategy, fmt::join(each.sums.outcomes, "/"),
                                 fmt::join(each.sums.effects, "/")));
  return sums.empty() ? std::string()
                      : fmt::format("The paper, over its 45 programs: {}.", fmt::join(sums, ", "));
}

Section table3_section(const HarsResult& result, const ComparisonTable& table) {
  Section section;
  section.title = "Table III. hars against each of the others, by executions";
  section.before = {fmt::format(
      "Win, Tie, Loss: of hars, by Wilcoxon's signed-rank test over the {} with the same seeds, at 95 % "
      "after "
      "Bonferroni's correction for the {} of a subject. Then Cliff's delta: negative where hars needs fewer "
      "executions, in every column; N negligible, S small, M medium, L large. A run that found nothing "
      "counts as {} executions.",
      report::counted(result.options.repeat, "pair"), report::counted(table.others.size(), "comparison"),
      report::with_thousands(result.options.executions + 1))};
  section.table = table3(table, short_text);
  section.page_table = table3(table, long_text);
  if (std::string text = too_few(result, table.others.size()); !text.empty())
    section.after.push_back(std::move(text));
  if (std::string sums = paper_sums(result); !sums.empty()) section.after.push_back(std::move(sums));
  return section;
}

std::string rank_of(const Ranking& ranking, const std::vector<std::size_t>& ranks,
                    const std::string& strategy) {
  for (std::size_t i = 0; i < ranking.strategies.size(); ++i)
    if (ranking.strategies[i] == strategy) return std::to_string(ranks[i]);
  return "-";
}

double mean_of(const Ranking& ranking, const std::string& strategy) {
  for (std::size_t i = 0; i < ranking.strategies.size(); ++i)
    if (ranking.strategies[i] == strategy) return ranking.means[i];
  return 0;
}

Section all_together(const HarsResult& result, const Ranking& executions, const Ranking& seconds) {
  TextTable table(
      {"strategy", "mean P-measure", "rank", "stricter", "mean milliseconds", "rank", "stricter"});
  for (const std::string& strategy : executions.strategies)
    table.add({strategy, fmt::format("{:.2f}", mean_of(executions, strategy)),
               rank_of(executions, executions.version_2, strategy),
               rank_of(executions, executions.strict, strategy),
               fmt::format("{:.2f}", 1000 * mean_of(seconds, strategy)),
               rank_of(seconds, seconds.version_2, strategy), rank_of(seconds, seconds.strict, strategy)});
  std::vector<std::string> left_out;
  for (const std::string& strategy : result.options.strategies)
    if (std::ranges::find(executions.strategies, strategy) == executions.strategies.end())
      left_out.push_back(strategy);
  std::vector<std::string> after;
  if (!left_out.empty())
    after.push_back(fmt::format(
        "Left out, because they did not find the bug in every run on {:.0f} % of the subjects: {}.",
        100 * kRankedTogether, report::listed(left_out)));
  return {"Figures 4 and 5. Scott-Knott ESD",
          {fmt::format("Over the {} on which all of these strategies found the bug in every run; 1 is best. "
                       "Version 2 of the R package separates what is not negligible (Cohen's d of 0.2), "
                       "significant or not; stricter: only what is significant as well (5 %).",
                       report::counted(executions.subjects, "subject"))},
          table,
          after};
}

Section in_pairs(const std::vector<Ranking>& executions, const std::vector<Ranking>& seconds) {
  TextTable table({"hars and", "subjects", "P-measure", "stricter", "time", "stricter"});
  const auto ranks = [](const Ranking& ranking, const std::vector<std::size_t>& of,
                        const std::string& other) {
    return rank_of(ranking, of, "hars") + " : " + rank_of(ranking, of, other);
  };
  for (std::size_t i = 1; i < executions.size(); ++i) {
    const Ranking& by_executions = executions[i];
    const Ranking& by_seconds = seconds[i];
    if (by_executions.subjects == 0) continue;
    const std::string& other =
        by_executions.strategies[0] == "hars" ? by_executions.strategies[1] : by_executions.strategies[0];
    table.add({other, std::to_string(by_executions.subjects),
               ranks(by_executions, by_executions.version_2, other),
               ranks(by_executions, by_executions.strict, other),
               ranks(by_seconds, by_seconds.version_2, other), ranks(by_seconds, by_seconds.strict, other)});
  }
  return {
      "Figures 4 and 5, hars with one other strategy at a time",
      {"The rank of hars : that of the other, over the subjects on which both found the bug in every run."},
      table,
      {"In the paper hars is in one group with ars, and before random, mcr and tsa, by P-measure and by "
       "time."}};
}

}  // namespace

std::vector<Section> comparison_sections(const HarsResult& result) {
  std::vector<Section> sections;
  if (result.options.strategies.size() < 2) return sections;
  if (const ComparisonTable table = compare_with_hars(result); !table.others.empty())
    sections.push_back(table3_section(result, table));
  const std::vector<Ranking> executions = rankings(result, Measure::kExecutions);
  const std::vector<Ranking> seconds = rankings(result, Measure::kSeconds);
  if (executions.front().subjects != 0)
    sections.push_back(all_together(result, executions.front(), seconds.front()));
  const bool in_some_pair = std::any_of(executions.begin() + 1, executions.end(),
                                        [](const Ranking& ranking) { return ranking.subjects != 0; });
  if (in_some_pair) sections.push_back(in_pairs(executions, seconds));
  return sections;
}

}  // namespace heddle::study
