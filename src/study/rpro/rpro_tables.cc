#include "study/rpro/rpro_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "report/formats/svg_plot.h"
#include "report/formats/text_table.h"
#include "report/model/text.h"
#include "strategies/guarantee.h"
#include "study/csv.h"
#include "study/section.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

using report::Mark;
using report::Panel;
using report::TextTable;

namespace {

constexpr char kTable2[] = "Table 2: the probability that an execution triggers the deadlock";
constexpr char kTable3[] =
    "Table 3: the radius that triggers the deadlock most often, of those that were tried";

// The paper's number of executions: what it takes PCT's zeros for.
constexpr std::uint64_t kPaperExecutions = 10'000;

struct Guarantees {
  double pct;
  double rpro10;
  double rpro50;
  double strict10;
  double strict50;
};

Guarantees guarantees_of(const RproRow& row, std::uint64_t pct_events, std::uint64_t rpro_events) {
  const BugBounds pct{row.size.threads, pct_events, row.subject.depth};
  const BugBounds rpro{row.size.threads, rpro_events, row.subject.depth};
  return {pct_guarantee(pct), rpro_guarantee(rpro, 10), rpro_guarantee(rpro, 50),
          rpro_strict_guarantee(rpro, 10), rpro_strict_guarantee(rpro, 50)};
}

std::string probability_text(const Share& share) {
  return share.executions == 0 ? kNothing : fmt::format("{:.4f}", share.probability());
}

std::string guarantee_text(double probability) {
  return probability == 0 ? kNothing : fmt::format("{:.1e}", probability);
}

// The paper's delta: (RPro - PCT) / PCT.
double change(const Share& rpro, const Share& pct) {
  return rpro.probability() / pct.floored() - 1;
}

// Where neither found anything, nothing is known about their ratio.
bool comparable(const Share& rpro, const Share& pct) {
  return rpro.executions != 0 && pct.executions != 0 && (rpro.failed != 0 || pct.failed != 0);
}

std::string change_text(const Share& rpro, const Share& pct) {
  if (!comparable(rpro, pct)) return kNothing;
  const double percent = std::round(100 * change(rpro, pct));
  const char* sign = percent < 0 ? "-" : pct.failed == 0 ? ">" : "+";
  return sign + report::with_thousands(static_cast<std::uint64_t>(std::abs(percent))) + "%";
}

const char* comparison_text(const Trio& trio) {
  if (trio.pct.executions == 0 || trio.better_rpro().executions == 0) return kNothing;
  switch (compare(trio.better_rpro(), trio.pct)) {
    case Comparison::kWorse:
      return "worse";
    case Comparison::kBetter:
      return "better";
    default:
      return "unclear";
  }
}

Share from_paper(double probability) {
  return {static_cast<std::uint64_t>(std::lround(probability * kPaperExecutions)), kPaperExecutions};
}

Trio paper_trio(const PaperFigures& paper) {
  return {from_paper(paper.pct), from_paper(paper.rpro10), from_paper(paper.rpro50)};
}

// RPro / PCT over all subjects.
struct Ratios {
  std::vector<double> plain;    // PCT's zeros taken for one in all executions
  std::vector<double> floored;  // RPro's, too: a geometric mean knows no zero

  void add(const Share& rpro, const Share& pct) {
    if (!comparable(rpro, pct)) return;
    plain.push_back(rpro.probability() / pct.floored());
    floored.push_back(rpro.floored() / pct.floored());
  }
  std::string mean_text() const { return plain.empty() ? kNothing : fmt::format("{:.2f}", mean(plain)); }
  std::string geometric_text() const {
    return floored.empty() ? kNothing : fmt::format("{:.2f}", geometric_mean(floored));
  }
};

TextTable parameters_table(const RproRows& rows) {
  TextTable table(
      {"subject", "k sync", "k acquire", "n", "d", "PCT", "RPro10", "strict", "RPro50", "strict"});
  for (const RproRow& row : rows) {
    const Guarantees g = guarantees_of(row, row.size.sync_events, row.size.acquisitions);
    table.add({std::string(row.subject.name), report::with_thousands(row.size.sync_events),
               report::with_thousands(row.size.acquisitions), std::to_string(row.size.threads),
               std::to_string(row.subject.depth), guarantee_text(g.pct), guarantee_text(g.rpro10),
               guarantee_text(g.strict10), guarantee_text(g.rpro50), guarantee_text(g.strict50)});
  }
  return table;
}

TextTable own_counting_table(const RproRows& rows) {
  TextTable table({"subject", "executions", "PCT", "RPro10", "", "RPro50", "", "RPro is", "paper PCT",
                   "RPro10", "RPro50"});
  for (const RproRow& row : rows) {
    const Trio own = row.own();
    std::vector<std::string> fields{
        std::string(row.subject.name),    report::with_thousands(own.pct.executions),
        probability_text(own.pct),        probability_text(own.rpro10),
        change_text(own.rpro10, own.pct), probability_text(own.rpro50),
        change_text(own.rpro50, own.pct), comparison_text(own)};
    const Trio paper = row.subject.paper ? paper_trio(*row.subject.paper) : Trio{};
    for (const Share& share : {paper.pct, paper.rpro10, paper.rpro50})
      fields.push_back(probability_text(share));
    table.add(std::move(fields));
  }
  return table;
}

TextTable equal_counting_table(const RproRows& rows) {
  TextTable table(
      {"subject", "sync PCT", "RPro10", "RPro50", "RPro is", "acquire PCT", "RPro10", "RPro50", "RPro is"});
  for (const RproRow& row : rows) {
    std::vector<std::string> fields{std::string(row.subject.name)};
    for (const Trio& trio : {row.sync, row.acquire}) {
      for (const Share& share : {trio.pct, trio.rpro10, trio.rpro50})
        fields.push_back(probability_text(share));
      fields.emplace_back(comparison_text(trio));
    }
    table.add(std::move(fields));
  }
  return table;
}

TextTable ratio_table(const RproRows& rows) {
  struct Line {
    const char* name;
    const Share& (*rpro)(const Trio&);
  };
  constexpr Line kLines[] = {
      {"RPro10", [](const Trio& trio) -> const Share& { return trio.rpro10; }},
      {"RPro50", [](const Trio& trio) -> const Share& { return trio.rpro50; }},
      {"the better", [](const Trio& trio) -> const Share& { return trio.better_rpro(); }}};
  TextTable table({"RPro / PCT", "own counting", "sync", "acquire", "paper"});
  for (const Line& line : kLines) {
    Ratios ratios[4];
    for (const RproRow& row : rows) {
      const Trio trios[] = {row.own(), row.sync, row.acquire,
                            row.subject.paper ? paper_trio(*row.subject.paper) : Trio{}};
      for (std::size_t i = 0; i < std::size(trios); ++i) ratios[i].add(line.rpro(trios[i]), trios[i].pct);
    }
    std::vector<std::string> means{std::string(line.name) + ", mean"};
    std::vector<std::string> geometric{std::string(line.name) + ", geometric mean"};
    for (const Ratios& each : ratios) {
      means.push_back(each.mean_text());
      geometric.push_back(each.geometric_text());
    }
    table.add(std::move(means));
    table.add(std::move(geometric));
  }
  return table;
}

std::string worse_sentence(const RproRows& rows) {
  std::vector<std::string> worse;
  for (const RproRow& row : rows)
    if (compare(row.own().better_rpro(), row.own().pct) == Comparison::kWorse)
      worse.emplace_back(row.subject.name);
  return "RPro's better radius is significantly worse than PCT (Fisher's exact test, 99 %) on " +
         (worse.empty() ? std::string("no subject") : report::listed(worse)) + ".";
}

// In the order of the best radius, as in the paper; subjects without one come last.
RproRows by_best_radius(RproRows rows) {
  const auto place = [](const RproRow& row) {
    const std::optional<RadiusPoint> best = best_radius(row);
    return std::pair(best ? best->radius : std::numeric_limits<std::uint64_t>::max(), row.subject.name);
  };
  std::sort(rows.begin(), rows.end(),
            [&place](const RproRow& a, const RproRow& b) { return place(a) < place(b); });
  return rows;
}

TextTable radius_table(const RproRows& rows) {
  TextTable table({"subject", "k", "n", "d", "best radius", "of k", "probability", "executions", "paper best",
                   "probability"});
  for (const RproRow& row : by_best_radius(rows)) {
    std::vector<std::string> fields{std::string(row.subject.name),
                                    report::with_thousands(row.size.acquisitions),
                                    std::to_string(row.size.threads), std::to_string(row.subject.depth)};
    if (const std::optional<RadiusPoint> best = best_radius(row))
      fields.insert(fields.end(),
                    {std::to_string(best->radius),
                     fmt::format("{:.3f}%", 100 * static_cast<double>(best->radius) /
                                                static_cast<double>(row.size.acquisitions)),
                     probability_text(best->share), report::with_thousands(best->share.executions)});
    else
      fields.insert(fields.end(), 4, kNothing);
    if (const std::optional<PaperFigures>& paper = row.subject.paper)
      fields.insert(fields.end(), {std::to_string(paper->best_radius), fmt::format("{:.4f}", paper->best)});
    else
      fields.insert(fields.end(), 2, kNothing);
    table.add(std::move(fields));
  }
  return table;
}

}  // namespace

std::optional<RadiusPoint> best_radius(const RproRow& row) {
  const auto best =
      std::max_element(row.sweep.begin(), row.sweep.end(), [](const RadiusPoint& a, const RadiusPoint& b) {
        return a.share.probability() < b.share.probability();
      });
  if (best == row.sweep.end() || best->share.failed == 0) return std::nullopt;
  return *best;
}

std::string table2_text(const RproRows& rows) {
  return kTable2 + std::string("\n\n") +
         "Guaranteed, by Lemma 1 and Theorem 1 (PCT counts every synchronisation, RPro acquisitions;\n"
         "strict: 2r in place of r):\n" +
         parameters_table(rows).text() + "\nMeasured, each with its own counting:\n" +
         own_counting_table(rows).text() + "\nMeasured, all with the same counting:\n" +
         equal_counting_table(rows).text() +
         "\nOver the subjects that either of the two found; what never happened is taken for once:\n" +
         ratio_table(rows).text() + report::wrapped(worse_sentence(rows));
}

std::string table2_csv(const RproRows& rows) {
  std::string text = csv_line({"subject",
                               "n",
                               "d",
                               "k_sync",
                               "k_acquire",
                               "guarantee_pct",
                               "guarantee_rpro10",
                               "guarantee_rpro50",
                               "guarantee_rpro10_strict",
                               "guarantee_rpro50_strict",
                               "guarantee_rpro10_k_sync",
                               "guarantee_rpro50_k_sync",
                               "executions",
                               "pct_sync",
                               "rpro10_acquire",
                               "rpro50_acquire",
                               "change_rpro10",
                               "change_rpro50",
                               "rpro_is",
                               "p_value",
                               "rpro10_sync",
                               "rpro50_sync",
                               "pct_acquire",
                               "paper_k",
                               "paper_pct",
                               "paper_rpro10",
                               "paper_rpro50"});
  for (const RproRow& row : rows) {
    const Guarantees own = guarantees_of(row, row.size.sync_events, row.size.acquisitions);
    const Guarantees equal = guarantees_of(row, row.size.sync_events, row.size.sync_events);
    const Trio trio = row.own();
    std::vector<std::string> fields{std::string(row.subject.name), std::to_string(row.size.threads),
                                    std::to_string(row.subject.depth), std::to_string(row.size.sync_events),
                                    std::to_string(row.size.acquisitions)};
    for (const double guarantee :
         {own.pct, own.rpro10, own.rpro50, own.strict10, own.strict50, equal.rpro10, equal.rpro50})
      fields.push_back(csv_number(guarantee));
    fields.push_back(std::to_string(trio.pct.executions));
    for (const Share& share : {trio.pct, trio.rpro10, trio.rpro50})
      fields.push_back(csv_number(share.probability()));
    for (const Share& share : {trio.rpro10, trio.rpro50})
      fields.push_back(comparable(share, trio.pct) ? csv_number(change(share, trio.pct)) : "");
    fields.emplace_back(comparison_text(trio));
    fields.push_back(csv_number(fisher_exact(trio.better_rpro(), trio.pct)));
    for (const Share& share : {row.sync.rpro10, row.sync.rpro50, row.acquire.pct})
      fields.push_back(csv_number(share.probability()));
    if (const std::optional<PaperFigures>& paper = row.subject.paper)
      fields.insert(fields.end(), {std::to_string(paper->events), csv_number(paper->pct),
                                   csv_number(paper->rpro10), csv_number(paper->rpro50)});
    else
      fields.insert(fields.end(), 4, "");
    text += csv_line(fields);
  }
  return text;
}

std::string table3_text(const RproRows& rows) {
  return kTable3 + std::string("\n") + radius_table(rows).text();
}

std::string table3_csv(const RproRows& rows) {
  std::string text = csv_line({"subject", "k_acquire", "n", "d", "best_radius", "probability", "executions",
                               "paper_best_radius", "paper_probability"});
  for (const RproRow& row : by_best_radius(rows)) {
    std::vector<std::string> fields{std::string(row.subject.name), std::to_string(row.size.acquisitions),
                                    std::to_string(row.size.threads), std::to_string(row.subject.depth)};
    if (const std::optional<RadiusPoint> best = best_radius(row))
      fields.insert(fields.end(), {std::to_string(best->radius), csv_number(best->share.probability()),
                                   std::to_string(best->share.executions)});
    else
      fields.insert(fields.end(), 3, "");
    if (const std::optional<PaperFigures>& paper = row.subject.paper)
      fields.insert(fields.end(), {std::to_string(paper->best_radius), csv_number(paper->best)});
    else
      fields.insert(fields.end(), 2, "");
    text += csv_line(fields);
  }
  return text;
}

std::string figure7_csv(const RproRows& rows) {
  std::string text = csv_line({"subject", "radius", "executions", "failed", "probability", "pct"});
  for (const RproRow& row : rows)
    for (const RadiusPoint& point : row.sweep)
      text += csv_line({std::string(row.subject.name), std::to_string(point.radius),
                        std::to_string(point.share.executions), std::to_string(point.share.failed),
                        csv_number(point.share.probability()), csv_number(row.sync.pct.probability())});
  return text;
}

std::string figure7_svg(const RproRows& rows) {
  std::vector<Panel> panels;
  for (const RproRow& row : rows) {
    Panel panel;
    panel.title = row.subject.name;
    panel.x_label = "radius";
    panel.y_label = "probability";
    report::Curve& curve = panel.curves.emplace_back();
    curve.name = "RPro";
    curve.dots = true;
    for (const RadiusPoint& point : row.sweep)
      curve.points.push_back({static_cast<double>(point.radius), point.share.probability()});
    if (const std::optional<RadiusPoint> best = best_radius(row))
      panel.mark = Mark{{static_cast<double>(best->radius), best->share.probability()},
                        fmt::format("r = {}, p = {:.4f}", best->radius, best->share.probability())};
    panel.level = report::Level{"PCT", row.sync.pct.probability()};
    panels.push_back(std::move(panel));
  }
  return report::svg_plot("Probability of RPro by radius, and of PCT", panels);
}

StudyPage rpro_page(const RproRows& rows) {
  return {
      "How often PCT and RPro trigger deadlocks",
      {{kTable2,
        {"Guaranteed, by Lemma 1 and Theorem 1 (PCT counts every synchronisation, RPro acquisitions; strict: "
         "2r in place of r)."},
        parameters_table(rows),
        {}},
       {"Measured, each with its own counting", {}, own_counting_table(rows), {}},
       {"Measured, all with the same counting", {}, equal_counting_table(rows), {}},
       {"RPro compared with PCT",
        {"Over the subjects that either of the two found; what never happened is taken for once."},
        ratio_table(rows),
        {worse_sentence(rows)}},
       {kTable3, {}, radius_table(rows), {}, std::nullopt, figure7_svg(rows)}}};
}

}  // namespace heddle::study
