#include "campaigns/campaign_page.h"

#include <fmt/format.h>
#include <algorithm>

#include "campaigns/campaign_text.h"
#include "report/formats/html_page.h"
#include "report/formats/svg_plot.h"
#include "report/formats/text_table.h"
#include "report/model/text.h"

namespace heddle::campaigns {

namespace {

using report::visible;
using report::with_thousands;

constexpr std::size_t kMostWorkers = 200;
constexpr double kHour = 3600, kMinute = 60;  // seconds

struct TimeAxis {
  std::string label = "seconds";
  double seconds = 1;  // of a unit
};

TimeAxis axis_of(double seconds) {
  if (seconds > 3 * kHour) return {"hours", kHour};
  if (seconds > 3 * kMinute) return {"minutes", kMinute};
  return {};
}

report::Panel panel(const std::string& title, const std::string& what,
                    const std::vector<TimelinePoint>& points, std::uint64_t begin, const TimeAxis& axis) {
  report::Panel panel;
  panel.title = title;
  panel.x_label = axis.label;
  panel.y_label = what;
  report::Curve curve{what, {}, false};
  for (const TimelinePoint& point : points) {
    const double x = static_cast<double>(point.at - std::min(point.at, begin)) / 1000 / axis.seconds;
    // What was found is a step.
    if (!curve.points.empty()) curve.points.push_back({x, curve.points.back().y});
    curve.points.push_back({x, static_cast<double>(point.total)});
  }
  panel.curves.push_back(std::move(curve));
  return panel;
}

void add_progress(report::HtmlPage& page, const PageData& data) {
  const auto& executions = data.executions_over_time;
  if (executions.empty() || executions.back().total == 0) return;
  const std::uint64_t begin = executions.front().at;
  const TimeAxis axis = axis_of(static_cast<double>(executions.back().at - begin) / 1000);
  page.heading("Progress");
  page.plot(report::svg_plot("Campaign " + visible(data.campaign.name),
                             {panel("Executions over time", "executions", executions, begin, axis),
                              panel("Bugs over time", "bugs", data.bugs_over_time, begin, axis),
                              panel("Coverage over time", "pairs", data.coverage_over_time, begin, axis)}));
}

void add_cells(report::HtmlPage& page, const PageData& data) {
  page.heading("Programs and strategies");
  report::TextTable table({"program", "test", "strategy", "series", "ended", "executions", "units", "failed",
                           "pairs", "bugs", "time of workers"});
  table.align_left(1);
  table.align_left(2);
  table.align_left(4);
  for (const CellInfo& cell : data.cells)
    table.add({visible(cell.program), visible(cell.test), visible(cell.strategy),
               std::to_string(cell.series_number), visible(cell.ended), with_thousands(cell.executions),
               with_thousands(cell.units), with_thousands(cell.failed), with_thousands(cell.covered),
               with_thousands(cell.bugs), report::seconds_text(cell.seconds)});
  page.table(table);
}

void add_bugs(report::HtmlPage& page, const PageData& data) {
  page.heading(report::counted(data.bugs.size(), "bug"));
  if (data.bugs.empty()) return page.paragraph("None so far.");
  report::TextTable table(
      {"bug", "program", "test", "what", "first seen by", "when", "with", "series", "times", "known"});
  for (const std::size_t column : {1, 2, 3, 4, 6, 7, 9}) table.align_left(column);
  for (const BugInfo& bug : data.bugs)
    table.add({"#" + std::to_string(bug.id), visible(bug.program), visible(bug.test), visible(bug.headline),
               visible(bug.worker), when_found(data.campaign, bug), visible(bug.strategy),
               bug.series == bug.last_series ? std::to_string(bug.series)
                                             : fmt::format("{} to {}", bug.series, bug.last_series),
               with_thousands(bug.times), bug.known ? "known" : ""});
  page.table(table);
  for (std::size_t i = 0; i < data.bugs.size() && i < data.reports.size(); ++i) {
    if (data.reports[i].empty()) continue;
    page.heading(fmt::format("#{} {}", data.bugs[i].id, visible(data.bugs[i].headline)));
    page.text_block(report::visible_lines(data.reports[i]));
  }
}

void add_workers(report::HtmlPage& page, const PageData& data) {
  page.heading(report::counted(data.workers.size(), "worker"));
  report::TextTable table({"worker", "heddle", "state", "last seen before", "units", "executions"});
  table.align_left(1);
  table.align_left(2);
  for (std::size_t i = 0; i < data.workers.size() && i < kMostWorkers; ++i) {
    const WorkerInfo& worker = data.workers[i];
    table.add({visible(worker.name), visible(worker.heddle),
               worker.ended == 0 ? "not ended" : (worker.note.empty() ? "ended" : visible(worker.note)),
               duration_text(data.campaign.now - std::min(data.campaign.now, worker.seen)),
               with_thousands(worker.units), with_thousands(worker.executions)});
  }
  page.table(table);
  if (data.workers.size() > kMostWorkers)
    page.paragraph(fmt::format("and {} more", with_thousands(data.workers.size() - kMostWorkers)));
}

}  // namespace

std::string campaign_page(const PageData& data) {
  report::HtmlPage page("Campaign " + visible(data.campaign.name));
  std::uint64_t executions = 0;
  for (const CellInfo& cell : data.cells) executions += cell.executions;
  const CampaignInfo& campaign = data.campaign;
  const std::uint64_t until = campaign.ended != 0 ? campaign.ended : campaign.now;
  page.paragraph(fmt::format(
      "{}, {}, {}. {}", report::counted(executions, "execution"), report::counted(data.bugs.size(), "bug"),
      report::counted(data.workers.size(), "worker"),
      campaign.started == 0 ? std::string("Not begun.")
                            : fmt::format("{} {}.", campaign.ended != 0 ? "Ended after" : "At work for",
                                          duration_text(until - std::min(until, campaign.started)))));
  add_progress(page, data);
  add_bugs(page, data);
  add_cells(page, data);
  add_workers(page, data);
  return page.text();
}

}  // namespace heddle::campaigns
