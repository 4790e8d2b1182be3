#include "study/strategies/strategies_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/csv.h"
#include "study/section.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr std::string_view kPortfolio = "auto";
constexpr double kReliable = 0.95;  // of the seeds

// Three digits are as many as the seeds are good for.
std::string executions_text(double executions) {
  return executions < 99.95 ? fmt::format("{:.1f}", executions)
                            : report::with_thousands(static_cast<std::uint64_t>(std::llround(executions)));
}

std::string summary_text(const SearchSummary* summary) {
  if (summary == nullptr) return kNothing;
  std::string text = executions_text(summary->mean);
  if (summary->found < summary->searches)
    text += fmt::format(" ({:.0f}%)", std::floor(100 * summary->share()));
  return text;
}

// Nothing where a subject is missing: means over different subjects cannot be compared.
std::optional<double> geometric_mean_of(const StrategiesResult& result, const std::string& strategy) {
  std::vector<double> means;
  for (const std::string& subject : result.subjects) {
    const SearchSummary* summary = result.find(subject, strategy);
    if (summary == nullptr) return std::nullopt;
    means.push_back(summary->mean);
  }
  if (means.empty()) return std::nullopt;
  return geometric_mean(means);
}

const SearchSummary* best_single(const StrategiesResult& result, const std::string& subject) {
  const SearchSummary* best = nullptr;
  for (const std::string& strategy : result.strategies) {
    const SearchSummary* summary = strategy == kPortfolio ? nullptr : result.find(subject, strategy);
    if (summary != nullptr && (best == nullptr || summary->mean < best->mean)) best = summary;
  }
  return best;
}

// Means, one column for each strategy.
Section means_section(const StrategiesResult& result) {
  std::vector<std::string> headings{"subject"};
  headings.insert(headings.end(), result.strategies.begin(), result.strategies.end());
  TextTable table(headings);
  for (const std::string& subject : result.subjects) {
    std::vector<std::string> row{subject};
    for (const std::string& strategy : result.strategies)
      row.push_back(summary_text(result.find(subject, strategy)));
    table.add(std::move(row));
  }
  std::vector<std::string> means{"geometric mean"};
  for (const std::string& strategy : result.strategies) {
    const std::optional<double> each = geometric_mean_of(result, strategy);
    means.push_back(each ? executions_text(*each) : kNothing);
  }
  table.add(std::move(means));
  std::uint64_t searches = 0;
  for (const SearchSummary& summary : result.summaries) searches = std::max(searches, summary.searches);
  return {fmt::format(
              "Mean executions to the first bug, over {}; in parentheses the share of them that found it,\n"
              "where that is not all (a search that finds nothing counts as {})",
              report::counted(searches, "seed"), report::counted(result.executions, "execution")),
          {},
          std::move(table),
          {}};
}

// Nothing where it was not among the strategies; no table where there is nothing to compare it with.
std::optional<Section> portfolio_section(const StrategiesResult& result) {
  TextTable table({"subject", "auto", "best single strategy", "", "ratio"});
  std::vector<double> ratios;
  std::size_t reliable = 0;
  std::size_t searched = 0;
  std::string worst;
  for (const std::string& subject : result.subjects) {
    const SearchSummary* portfolio = result.find(subject, kPortfolio);
    const SearchSummary* best = best_single(result, subject);
    if (portfolio == nullptr) continue;
    ++searched;
    if (portfolio->share() >= kReliable) ++reliable;
    if (best == nullptr) continue;
    const double ratio = portfolio->mean / best->mean;
    if (ratios.empty() || ratio > *std::max_element(ratios.begin(), ratios.end())) worst = subject;
    ratios.push_back(ratio);
    table.add(
        {subject, summary_text(portfolio), best->strategy, summary_text(best), fmt::format("{:.2f}", ratio)});
  }
  if (searched == 0) return std::nullopt;
  Section section{"auto and the best single strategy of each subject",
                  {},
                  std::nullopt,
                  {fmt::format("auto finds the bug with at least 95 % of the seeds on {} of {}.", reliable,
                               report::counted(searched, "subject"))}};
  if (ratios.empty()) return section;
  section.table = std::move(table);
  section.after.push_back(
      fmt::format("Its mean is {:.2f} times that of the best single strategy (geometric mean), at worst "
                  "{:.2f} times ({}).",
                  geometric_mean(ratios), *std::max_element(ratios.begin(), ratios.end()), worst));
  return section;
}

}  // namespace

std::string strategies_text(const StrategiesResult& result) {
  const Section means = means_section(result);
  std::string text = means.title + ":\n" + means.table->text();
  const std::optional<Section> portfolio = portfolio_section(result);
  if (!portfolio) return text;
  if (portfolio->table) text += "\n" + portfolio->title + ":\n" + portfolio->table->text();
  text += "\n";
  for (const std::string& sentence : portfolio->after) text += report::wrapped(sentence);
  return text;
}

StudyPage strategies_page(const StrategiesResult& result) {
  StudyPage page{"How soon strategies find the first bug", {means_section(result)}};
  Section& means = page.sections.front();
  std::replace(means.title.begin(), means.title.end(), '\n', ' ');
  means.before = {means.title + "."};
  means.title = "Executions to the first bug";
  if (std::optional<Section> portfolio = portfolio_section(result))
    page.sections.push_back(std::move(*portfolio));
  return page;
}

std::string strategies_csv(const StrategiesResult& result) {
  std::string text =
      csv_line({"subject", "strategy", "seeds", "found", "share", "mean", "median", "executions"});
  for (const SearchSummary& summary : result.summaries)
    text += csv_line({summary.subject, summary.strategy, std::to_string(summary.searches),
                      std::to_string(summary.found), csv_number(summary.share()), csv_number(summary.mean),
                      csv_number(summary.median), std::to_string(result.executions)});
  return text;
}

}  // namespace heddle::study
