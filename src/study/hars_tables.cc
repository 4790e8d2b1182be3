#include "study/hars_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text.h"
#include "report/text_table.h"
#include "study/statistics.h"
#include "study/subject_means.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr char kNotAvailable[] = "N.A.";
constexpr char kReference[] = "random";
const std::vector<std::string> kComparedWithPaper = {"hars", "random"};

// Of Table II.
struct Column {
  std::string strategy;
  bool of_paper;
  Figure figure;
  Figure compared;   // with random: nothing where any search failed
  Figure reference;  // the same for random
};

std::vector<Column> columns_of(const HarsResult& result, Measure measure) {
  std::vector<Column> columns;
  for (const std::string& strategy : result.options.strategies)
    columns.push_back({strategy, false, own_figure(strategy, measure), reliable_figure(strategy, measure),
                       reliable_figure(kReference, measure)});
  for (const std::string_view name : kPaperStrategies)
    if (const std::string strategy(name); result.has(strategy))
      columns.push_back({strategy, true, paper_figure(strategy, measure), paper_figure(strategy, measure),
                         paper_figure(kReference, measure)});
  return columns;
}

std::vector<std::string> headings_of(const std::vector<Column>& columns) {
  std::vector<std::string> headings{"subject"};
  bool paper_begins = true;
  for (const Column& column : columns) {
    headings.push_back((column.of_paper && paper_begins ? "paper: " : "") + column.strategy);
    if (column.of_paper) paper_begins = false;
  }
  return headings;
}

std::string three_digits(double value) {
  return value < 99.995 ? fmt::format("{:.2f}", value)
                        : report::with_thousands(static_cast<std::uint64_t>(std::llround(value)));
}

// Time here is in milliseconds, that of the paper in seconds.
std::string figure_text(const Column& column, Measure measure, double value) {
  return three_digits(measure == Measure::kSeconds && !column.of_paper ? 1000 * value : value);
}

// "12.34 (44)": of fewer subjects than the line is about.
std::string with_subjects(std::string text, std::size_t subjects, std::size_t all) {
  if (subjects < all) text += fmt::format(" ({})", subjects);
  return text;
}

void add_means(TextTable& table, const HarsResult& result, const std::vector<Column>& columns,
               Measure measure, Selection selection) {
  const std::size_t all = selected(result.rows, selection);
  std::vector<std::string> arithmetic{fmt::format("mean of {}", all)}, geometric{"geometric mean"},
      ratio{"/ random's"};
  for (const Column& column : columns) {
    const SubjectMeans means = means_of(result.rows, column.figure, selection);
    const std::size_t reliable = means_of(result.rows, column.compared, selection).subjects;
    const auto text = [&](double value) {
      if (means.subjects == 0) return std::string(kNotAvailable);
      return with_subjects(figure_text(column, measure, value) + (means.subjects == reliable ? "" : "*"),
                           means.subjects, all);
    };
    arithmetic.push_back(text(means.arithmetic));
    geometric.push_back(text(means.geometric));
    const auto to_random = ratio_of(result.rows, column.compared, column.reference, selection);
    ratio.push_back(to_random
                        ? with_subjects(fmt::format("{:.2f}", to_random->ratio), to_random->subjects, all)
                        : kNotAvailable);
  }
  table.add(std::move(arithmetic));
  table.add(std::move(geometric));
  if (result.has(kReference)) table.add(std::move(ratio));
}

std::vector<std::string> nearly_always_failing(const HarsResult& result) {
  std::vector<std::string> names;
  for (const HarsRow& row : result.rows)
    if (row.subject.fails_nearly_always) names.emplace_back(row.subject.name);
  return names;
}

TextTable table2(const HarsResult& result, Measure measure) {
  const std::vector<Column> columns = columns_of(result, measure);
  TextTable table(headings_of(columns));
  for (const HarsRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.subject.name)};
    for (const Column& column : columns) {
      const std::optional<double> value = column.figure(row);
      line.push_back(value ? figure_text(column, measure, *value) : kNotAvailable);
      const StrategyRuns* const runs = column.of_paper ? nullptr : row.find(column.strategy);
      if (value && runs != nullptr && runs->found() < runs->searches()) line.back() += "*";
    }
    table.add(std::move(line));
  }
  add_means(table, result, columns, measure, Selection::kAll);
  if (const std::size_t left_out = nearly_always_failing(result).size();
      left_out != 0 && left_out < result.rows.size())
    add_means(table, result, columns, measure, Selection::kWithoutNearlyAlwaysFailing);
  return table;
}

// The searches that did not find the bug, by strategy.
std::vector<std::string> unsuccessful(const HarsResult& result) {
  std::vector<std::string> paragraphs;
  std::size_t out_of_time = 0;
  for (const std::string& strategy : result.options.strategies) {
    std::vector<std::string> subjects;
    for (const HarsRow& row : result.rows) {
      const StrategyRuns& runs = *row.find(strategy);
      if (runs.found() == runs.searches()) continue;
      subjects.push_back(fmt::format("{} {} of {}", row.subject.name, runs.found(), runs.searches()));
      for (const Cell* const cell : runs.cells)
        if (cell != nullptr && cell->first == 0 && cell->seconds >= result.options.seconds) ++out_of_time;
    }
    if (!subjects.empty())
      paragraphs.push_back(
          fmt::format("* {} did not find the bug in every run: {}.", strategy, report::listed(subjects)));
  }
  if (out_of_time != 0)
    paragraphs.push_back(fmt::format("{} ended after {:g} s, before the last execution.",
                                     report::counted(out_of_time, "run"), result.options.seconds));
  return paragraphs;
}

// Over which programs, where not over all.
std::string_view printed_over(std::string_view strategy) {
  if (strategy == "random") return " (44 programs)";
  if (strategy == "mcr") return " (31 programs)";
  if (strategy == "tsa") return " (a sum over 14 programs, divided by 31)";
  return "";
}

std::string printed_averages(const HarsResult& result, Measure measure) {
  std::vector<std::string> averages;
  for (const std::string_view strategy : kPaperStrategies)
    if (result.has(strategy))
      averages.push_back(
          fmt::format("{} {:.3f}{}", strategy, *printed_average(strategy, measure), printed_over(strategy)));
  if (averages.empty()) return {};
  return "The paper prints the averages " + report::listed(averages) +
         "; those of the table are over the subjects here.";
}

std::string deviations_text(const HarsResult& result) {
  std::vector<std::string> far;
  for (const Deviation& each : deviations(result.rows, kComparedWithPaper))
    far.push_back(fmt::format("{} with {} {} (paper {})", each.subject, each.strategy, three_digits(each.own),
                              three_digits(each.paper)));
  return fmt::format("Means of hars and random that differ from the paper's by more than a factor of {}: {}.",
                     kFarApart, far.empty() ? "none" : report::listed(far));
}

std::string how_to_read(const HarsResult& result) {
  std::string text =
      "*: not every run found the bug; the mean is over those that did, and too low. In parentheses: over so "
      "many subjects only, not to be compared with means over others. Ratios to random are of geometric "
      "means "
      "over the subjects on which both found the bug in every run.";
  if (const std::vector<std::string> left_out = nearly_always_failing(result); !left_out.empty())
    text += " The last lines are without " + report::listed(left_out) + ", which " +
            (left_out.size() == 1 ? "fails" : "fail") + " on nearly every schedule.";
  return text;
}

}  // namespace

Section table2_section(const HarsResult& result, Measure measure) {
  const bool executions = measure == Measure::kExecutions;
  Section section;
  section.title = executions ? "Table II. Executions to the first bug" : "Table II. Time to the first bug";
  section.before.push_back(
      executions
          ? fmt::format("P-measure: completed executions, the first that fails included; mean of {}, at "
                        "most {} each. random is the paper's SR.",
                        report::counted(result.options.repeat, "run"),
                        report::counted(result.options.executions, "execution"))
          : "The same runs: milliseconds here; seconds in the paper, in Java and on another machine.");
  if (executions) section.before.push_back(how_to_read(result));
  section.table = table2(result, measure);
  if (executions) section.after = unsuccessful(result);
  if (std::string averages = printed_averages(result, measure); !averages.empty())
    section.after.push_back(std::move(averages));
  if (executions) section.after.push_back(deviations_text(result));
  return section;
}

std::vector<Section> hars_sections(const HarsResult& result) {
  std::vector<Section> sections = {table2_section(result, Measure::kExecutions),
                                   table2_section(result, Measure::kSeconds), cost_section(result)};
  for (const std::vector<Section>& more : {comparison_sections(result), figure_sections(result)})
    sections.insert(sections.end(), more.begin(), more.end());
  return sections;
}

std::string hars_list_text(std::span<const HarsSubject> subjects,
                           const std::function<std::string(std::string_view)>& path_of) {
  TextTable table({"subject", "in the paper", "threads", "lines", "bug", "program"});
  for (const std::size_t words : {1, 4, 5}) table.align_left(words);
  std::size_t built = 0;
  for (const HarsSubject& each : subjects) {
    const std::string path = path_of(each.name);
    if (!path.empty()) ++built;
    table.add({std::string(each.name), std::string(each.paper_name), std::to_string(each.threads),
               report::with_thousands(each.lines),
               std::string(each.bug) + (each.fails_nearly_always ? ", nearly always" : ""),
               path.empty() ? "not built" : path});
  }
  return table.text() +
         fmt::format("{} of {} are built. Threads and lines are those of the paper's program.\n", built,
                     report::counted(subjects.size(), "program"));
}

}  // namespace heddle::study
