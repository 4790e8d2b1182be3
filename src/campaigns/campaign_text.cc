#include "campaigns/campaign_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "report/formats/text_table.h"
#include "report/model/text.h"

namespace heddle::campaigns {

namespace {

using report::counted;
using report::visible;
using report::with_thousands;

constexpr std::size_t kWidestName = 40;
constexpr std::size_t kRowsOfWorkers = 20;
constexpr double kShortUnit = 1, kLongUnit = 600;  // seconds

std::string cell_name(const CellInfo& cell) {
  std::string name = visible(cell.program);
  if (!cell.test.empty()) name += " " + visible(cell.test);
  if (cell.series_number > 1 || cell.retired) name += fmt::format(" (series {})", cell.series_number);
  return report::shortened(name, kWidestName);
}

std::string state_of(const CellInfo& cell) {
  if (cell.leased != 0) return cell.ended.empty() || cell.ended == "budget" ? "at work" : "ending";
  if (cell.ended.empty()) return cell.units == 0 ? "not begun" : "open";
  if (cell.ended == "budget")
    return cell.asked != 0 && cell.executions < cell.asked && cell.given_up == 0 ? "open" : "done";
  return visible(report::shortened(cell.ended, kWidestName));
}

std::string time_text(std::uint64_t milliseconds) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(milliseconds / 1000)));
}

std::string heading(const CampaignInfo& campaign) {
  std::string text = "Campaign " + visible(campaign.name) + ": ";
  if (campaign.ended != 0)
    return text + fmt::format("ended {} UTC, after {}\n", time_text(campaign.ended),
                              duration_text(campaign.ended - std::min(campaign.started, campaign.ended)));
  if (campaign.started == 0) return text + "not begun; 'heddle campaign work' begins it\n";
  return text + fmt::format("at work for {}{}\n",
                            duration_text(campaign.now - std::min(campaign.started, campaign.now)),
                            campaign.seconds > 0
                                ? " of " + duration_text(static_cast<std::uint64_t>(campaign.seconds * 1000))
                                : "");
}

bool is_alive(const WorkerInfo& worker, const CampaignInfo& campaign) {
  const auto silence = static_cast<std::uint64_t>(campaign.lease_seconds * 2000);
  return worker.ended == 0 && worker.seen + silence > campaign.now;
}

std::string worker_state(const WorkerInfo& worker, const CampaignInfo& campaign) {
  if (worker.ended != 0) return worker.note.empty() ? "ended" : visible(worker.note);
  return is_alive(worker, campaign) ? "at work" : "silent for " + duration_text(campaign.now - worker.seen);
}

// Units that take too little or too long cost more than they need.
std::string unit_advice(const std::vector<CellInfo>& cells) {
  std::uint64_t units = 0;
  double seconds = 0;
  for (const CellInfo& cell : cells) {
    units += cell.units;
    seconds += cell.seconds;
  }
  if (units < 10) return {};
  const double each = seconds / static_cast<double>(units);
  if (each < kShortUnit)
    return fmt::format(
        "A unit takes {} on average: with a larger 'unit' in the campaign's file, less time goes into "
        "beginning units.\n",
        report::seconds_text(each));
  if (each > kLongUnit)
    return fmt::format(
        "A unit takes {} on average, which is lost when a worker ends: a smaller 'unit' would lose less.\n",
        report::seconds_text(each));
  return {};
}

std::string bug_name(const BugInfo& bug) {
  return visible(bug.program) + (bug.test.empty() ? "" : " " + visible(bug.test));
}

void put_list(std::string& text, const char* title, const std::vector<BugInfo>& bugs) {
  if (bugs.empty()) return;
  text += fmt::format("  {} ({})\n", title, bugs.size());
  for (const BugInfo& bug : bugs)
    text += report::wrapped(fmt::format("#{} {}{}", bug.id, visible(bug.headline),
                                        bug.test.empty() ? "" : " in " + visible(bug.test)),
                            4, 4);
}

}  // namespace

std::string when_found(const CampaignInfo& campaign, const BugInfo& bug) {
  if (campaign.started == 0 || bug.found < campaign.started) return "on " + time_text(bug.found) + " UTC";
  return "after " + duration_text(bug.found - campaign.started);
}

std::string duration_text(std::uint64_t milliseconds) {
  const std::uint64_t seconds = milliseconds / 1000;
  if (seconds < 3600) return report::seconds_text(static_cast<double>(milliseconds) / 1000);
  if (seconds < 48 * 3600) return fmt::format("{} h {} min", seconds / 3600, seconds / 60 % 60);
  return fmt::format("{} days {} h", seconds / 86400, seconds / 3600 % 24);
}

std::string status_text(const CampaignInfo& campaign, const std::vector<CellInfo>& cells,
                        const std::vector<WorkerInfo>& workers, bool all_workers) {
  std::string text = heading(campaign) + "\n";
  report::TextTable table(
      {"program", "strategy", "state", "executions", "of", "units", "failed", "pairs", "bugs"});
  table.align_left(1);
  table.align_left(2);
  std::uint64_t executions = 0, given_up = 0;
  for (const CellInfo& cell : cells) {
    executions += cell.executions;
    given_up += cell.given_up;
    table.add({cell_name(cell), visible(cell.strategy), state_of(cell), with_thousands(cell.executions),
               cell.asked == 0 ? "" : with_thousands(cell.asked), with_thousands(cell.units),
               with_thousands(cell.failed), with_thousands(cell.covered), with_thousands(cell.bugs)});
  }
  text += table.text();
  const auto alive = static_cast<std::size_t>(std::count_if(
      workers.begin(), workers.end(), [&](const WorkerInfo& worker) { return is_alive(worker, campaign); }));
  text += fmt::format("\n{} in all. {} at work, {} ended or silent.\n", counted(executions, "execution"),
                      counted(alive, "worker"), workers.size() - alive);
  if (given_up != 0)
    text += report::wrapped(fmt::format(
        "{} given up: ten workers each began them, and none came back. Does the machine run out of memory?",
        counted(given_up, "unit")));
  text += unit_advice(cells);
  for (const CellInfo& cell : cells)
    if (cell.ended.starts_with("uncontrolled"))
      text += report::wrapped(cell_name(cell) + " is " + visible(cell.ended) + ".");
  if (workers.empty()) return text;
  report::TextTable list({"worker", "state", "units", "executions"});
  list.align_left(1);
  std::size_t shown = 0;
  for (const WorkerInfo& worker : workers) {
    if (!all_workers && (!is_alive(worker, campaign) || shown == kRowsOfWorkers)) continue;
    ++shown;
    list.add({visible(worker.name), worker_state(worker, campaign), with_thousands(worker.units),
              with_thousands(worker.executions)});
  }
  return shown == 0 ? text : text + "\n" + list.text();
}

std::string bugs_text(const CampaignInfo& campaign, const std::vector<BugInfo>& bugs) {
  if (bugs.empty()) return "Campaign " + visible(campaign.name) + " has found no bug so far.\n";
  std::string text = fmt::format("Campaign {}: {}\n", visible(campaign.name), counted(bugs.size(), "bug"));
  for (const BugInfo& bug : bugs) {
    text += "\n" + report::wrapped(fmt::format("#{} {}: {}{}", bug.id, bug_name(bug), visible(bug.headline),
                                               bug.known ? " (known)" : ""),
                                   0, 2);
    text += report::wrapped(
        fmt::format(
            "seen {} in {} of work; first by {} {}, with {}{}{}", report::counted(bug.times, "time"),
            counted(bug.units, "unit"), bug.worker.empty() ? "an unknown worker" : visible(bug.worker),
            when_found(campaign, bug), visible(bug.strategy),
            bug.last_series > 1
                ? fmt::format("; in series {}", bug.series == bug.last_series
                                                    ? std::to_string(bug.series)
                                                    : fmt::format("{} to {}", bug.series, bug.last_series))
                : "",
            bug.stable ? "" : "; its schedules do not fail again each time"),
        2, 2);
  }
  return text;
}

std::string comparison_text(const std::vector<Comparison>& comparisons) {
  std::string text;
  for (const Comparison& each : comparisons) {
    if (!text.empty()) text += "\n";
    text += fmt::format("{}: series {} ({}) and series {} ({})\n", visible(each.after.program),
                        each.before.number, counted(each.executions_before, "execution"), each.after.number,
                        counted(each.executions_after, "execution"));
    put_list(text, "new", each.appeared);
    put_list(text, "gone", each.gone);
    put_list(text, "still there", each.still_there);
    if (each.appeared.empty() && each.gone.empty() && each.still_there.empty())
      text += "  no bug in either\n";
    if (!each.gone.empty() && each.executions_after < each.executions_before)
      text +=
          report::wrapped("The later series has fewer executions so far: what is gone may still come.", 2, 2);
  }
  return text;
}

std::string campaign_json(const CampaignInfo& campaign, const std::vector<SeriesInfo>& series,
                          const std::vector<CellInfo>& cells, const std::vector<BugInfo>& bugs,
                          const std::vector<WorkerInfo>& workers) {
  using Json = nlohmann::ordered_json;
  Json json = Json::object();
  json["heddle"] = HEDDLE_VERSION;
  json["campaign"] = campaign.name;
  json["created"] = campaign.created;
  json["started"] = campaign.started;
  json["ended"] = campaign.ended;
  json["series"] = Json::array();
  for (const SeriesInfo& each : series)
    json["series"].push_back({{"program", each.program},
                              {"number", each.number},
                              {"build_id", each.build_id},
                              {"architecture", each.architecture},
                              {"created", each.created},
                              {"retired", each.retired}});
  json["cells"] = Json::array();
  for (const CellInfo& cell : cells)
    json["cells"].push_back({{"program", cell.program},
                             {"series", cell.series_number},
                             {"test", cell.test},
                             {"strategy", cell.strategy},
                             {"ended", cell.ended},
                             {"asked", cell.asked},
                             {"executions", cell.executions},
                             {"failed", cell.failed},
                             {"units", cell.units},
                             {"given_up", cell.given_up},
                             {"covered", cell.covered},
                             {"bugs", cell.bugs},
                             {"seconds", cell.seconds}});
  json["bugs"] = Json::array();
  for (const BugInfo& bug : bugs)
    json["bugs"].push_back({{"id", bug.id},
                            {"program", bug.program},
                            {"test", bug.test},
                            {"fingerprint", bug.fingerprint},
                            {"kind", bug.kind},
                            {"functions", bug.functions},
                            {"headline", bug.headline},
                            {"found", bug.found},
                            {"worker", bug.worker},
                            {"strategy", bug.strategy},
                            {"series", {bug.series, bug.last_series}},
                            {"times", bug.times},
                            {"units", bug.units},
                            {"stable", bug.stable},
                            {"known", bug.known}});
  json["workers"] = Json::array();
  for (const WorkerInfo& worker : workers)
    json["workers"].push_back({{"name", worker.name},
                               {"heddle", worker.heddle},
                               {"began", worker.began},
                               {"seen", worker.seen},
                               {"ended", worker.ended},
                               {"note", worker.note},
                               {"units", worker.units},
                               {"executions", worker.executions}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::campaigns
