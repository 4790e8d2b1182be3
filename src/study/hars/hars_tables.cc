#include "study/hars/hars_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "study/hars/subject_means.h"

namespace heddle::study {

using report::TextTable;

namespace {

constexpr char kNotAvailable[] = "N.A.";
constexpr char kReference[] = "random";
constexpr std::array<std::string_view, 2> kComparedWithPaper = {"hars", "random"};

// Of Table II.
struct Column {
  std::string strategy;
  bool of_paper;
  Figure figure;
  Figure compared;   // with random: nothing where any search found nothing
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

std::vector<std::string> nearly_always_failing(const HarsResult& result) {
  std::vector<std::string> names;
  for (const HarsRow& row : result.rows)
    if (row.subject.fails_nearly_always) names.emplace_back(row.subject.name);
  return names;
}

// Figures 2 to 5 of a line of means, and 6 to 9.
void add_means(std::vector<std::string>& line, const HarsResult& result, const Column& column,
               Measure measure, Selection selection) {
  const SubjectMeans means = means_of(result.rows, column.figure, selection);
  const std::size_t reliable = means_of(result.rows, column.compared, selection).subjects;
  const char* const star = means.subjects == reliable ? "" : "*";
  line.push_back(std::to_string(means.subjects));
  for (const double value : {means.arithmetic, means.geometric})
    line.push_back(means.subjects == 0 ? kNotAvailable : figure_text(column, measure, value) + star);
  const auto ratio = ratio_of(result.rows, column.compared, column.reference, selection);
  line.push_back(ratio ? fmt::format("{:.2f}", ratio->ratio) : kNotAvailable);
  line.push_back(ratio ? std::to_string(ratio->subjects) : "0");
}

TextTable means_table(const HarsResult& result, Measure measure) {
  const std::size_t left_out = nearly_always_failing(result).size();
  const bool twice = left_out != 0 && left_out < result.rows.size();
  std::vector<std::string> headings{"strategy", "subjects", "mean", "geometric", "/ random's", "over"};
  if (twice) {
    headings.push_back(fmt::format("without {}", left_out));
    headings.insert(headings.end(), {"mean", "geometric", "/ random's", "over"});
  }
  TextTable table(headings);
  for (const Column& column : columns_of(result, measure)) {
    std::vector<std::string> line{(column.of_paper ? "paper: " : "") + column.strategy};
    add_means(line, result, column, measure, Selection::kAll);
    if (twice) add_means(line, result, column, measure, Selection::kWithoutNearlyAlwaysFailing);
    table.add(std::move(line));
  }
  return table;
}

TextTable table2(const HarsResult& result, Measure measure) {
  const std::vector<Column> columns = columns_of(result, measure);
  TextTable table(headings_of(columns));
  for (const HarsRow& row : result.rows) {
    std::vector<std::string> line{std::string(row.subject.name)};
    for (const Column& column : columns) {
      const std::optional<double> value = column.figure(row);
      line.push_back(value ? figure_text(column, measure, *value) : kNotAvailable);
      if (value && !column.compared(row)) line.back() += "*";
    }
    table.add(std::move(line));
  }
  return table;
}

// The runs of a strategy that did not find the bug; empty: there are none.
std::string unsuccessful(const HarsResult& result, const std::string& strategy) {
  std::vector<std::string> never, not_always;
  for (const HarsRow& row : result.rows) {
    const StrategyRuns& runs = *row.find(strategy);
    if (runs.found() == runs.searches()) continue;
    if (runs.found() == 0)
      never.emplace_back(row.subject.name);
    else
      not_always.push_back(fmt::format("{} ({} of {})", row.subject.name, runs.found(), runs.searches()));
  }
  std::vector<std::string> parts;
  if (!not_always.empty()) parts.push_back("not in all runs of " + report::listed(not_always));
  if (!never.empty()) parts.push_back("in no run of " + report::listed(never));
  return parts.empty() ? std::string()
                       : fmt::format("{} found the bug {}.", strategy, fmt::join(parts, "; "));
}

std::size_t out_of_time(const HarsResult& result) {
  std::size_t runs = 0;
  for (const HarsRow& row : result.rows)
    for (const StrategyRuns& each : row.runs)
      for (const Cell* const cell : each.cells)
        if (cell != nullptr && cell->first == 0 && cell->seconds >= result.options.seconds) ++runs;
  return runs;
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
         "; those above are over the subjects here.";
}

std::string deviations_text(const HarsResult& result) {
  std::vector<std::string> far;
  for (const Deviation& each : deviations(result.rows, kComparedWithPaper))
    far.push_back(fmt::format("{} with {} {} (paper {})", each.subject, each.strategy, three_digits(each.own),
                              three_digits(each.paper)));
  return fmt::format("Means of hars and random that differ from the paper's by more than a factor of {}: {}.",
                     kFarApart, far.empty() ? "none" : report::listed(far));
}

}  // namespace

Section table2_section(const HarsResult& result, Measure measure) {
  Section section;
  section.table = table2(result, measure);
  if (measure == Measure::kSeconds) {
    section.title = "Table II. Time to the first bug";
    section.before = {
        "The same runs: milliseconds here; seconds in the paper, in Java and on another machine."};
    return section;
  }
  section.title = "Table II. Executions to the first bug";
  section.before = {fmt::format(
      "P-measure: completed executions, the first that fails included; mean of {}, at most {} each. random "
      "is "
      "the paper's SR. *: not every run found the bug; the mean is over those that did, and too low.",
      report::counted(result.options.repeat, "run"),
      report::counted(result.options.executions, "execution"))};
  for (const std::string& strategy : result.options.strategies)
    if (std::string text = unsuccessful(result, strategy); !text.empty())
      section.after.push_back(std::move(text));
  if (const std::size_t runs = out_of_time(result); runs != 0)
    section.after.push_back(fmt::format("{} ended after {:g} s, before the last execution.",
                                        report::counted(runs, "run"), result.options.seconds));
  section.after.push_back(deviations_text(result));
  return section;
}

Section means_section(const HarsResult& result, Measure measure) {
  Section section;
  section.title = measure == Measure::kExecutions ? "Means of the executions to the first bug"
                                                  : "Means of the time to the first bug";
  section.table = means_table(result, measure);
  if (std::string averages = printed_averages(result, measure); !averages.empty())
    section.after.push_back(std::move(averages));
  if (measure == Measure::kSeconds) return section;
  std::string text =
      "Over the subjects with a find: arithmetic and geometric mean. Those over different subjects are not "
      "to be "
      "compared. The ratio to random's is one of geometric means over the subjects on which both found the "
      "bug "
      "in every run.";
  if (const std::vector<std::string> left_out = nearly_always_failing(result); !left_out.empty())
    text += " Then the same without " + report::listed(left_out) + ", which " +
            (left_out.size() == 1 ? "fails" : "fail") + " on nearly every schedule.";
  section.before = {std::move(text)};
  return section;
}

std::vector<Section> hars_sections(const HarsResult& result) {
  std::vector<Section> sections;
  for (const Measure measure : {Measure::kExecutions, Measure::kSeconds}) {
    sections.push_back(table2_section(result, measure));
    sections.push_back(means_section(result, measure));
  }
  sections.push_back(cost_section(result));
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
