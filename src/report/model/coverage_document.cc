#include "report/model/coverage_document.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "event/thread_name.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr unsigned kNamedThreads = 64;

// Adds items one by one; those that are the same become one.
class ItemMerger {
 public:
  explicit ItemMerger(std::vector<DocumentItem>& items) : items_(items) {
    for (std::size_t i = 0; i < items_.size(); ++i) places_.emplace(items_[i].key(), i);
  }
  void add(DocumentItem item) {
    const auto [place, added] = places_.try_emplace(item.key(), items_.size());
    if (added) {
      items_.push_back(std::move(item));
      return;
    }
    DocumentItem& known = items_[place->second];
    known.estimated = known.estimated || item.estimated;
    if (item.covered())
      known.execution = std::min(known.execution.value_or(*item.execution), *item.execution);
    for (std::vector<std::string>& sites : item.sites)
      if (std::find(known.sites.begin(), known.sites.end(), sites) == known.sites.end())
        known.sites.push_back(std::move(sites));
  }

 private:
  std::vector<DocumentItem>& items_;
  std::unordered_map<std::string, std::size_t> places_;
};

// Looking a line up takes time, and every site is in many items.
class PlaceNames {
 public:
  PlaceNames(const CoverageReport& report, const Places& places) : places_(places) {
    // Whose memory it is: threads that main has created have these names in every execution.
    std::vector<std::string> threads{std::string(kMainThreadName)};
    for (unsigned i = 0; i < kNamedThreads; ++i) threads.push_back(child_name(kMainThreadName, i));
    for (const CoveredObject& object : report.objects)
      objects_.push_back(places.object(object.location, threads, object.size).plain());
  }
  const std::string& place(SiteId site) {
    const auto [entry, added] = known_.try_emplace(site);
    if (added) entry->second = places_.place(site);
    return entry->second;
  }
  std::string object(std::uint32_t place) const { return place == 0 ? std::string() : objects_[place - 1]; }

 private:
  const Places& places_;
  std::vector<std::string> objects_;
  std::unordered_map<SiteId, std::string> known_;
};

Json step_json(const DocumentStep& step) {
  return {
      {"thread", step.thread}, {"operation", step.operation}, {"site", step.place}, {"object", step.object}};
}

Json item_json(const DocumentItem& item) {
  Json json = Json::object();
  if (item.shape != 0) json["shape"] = item.shape;
  json["steps"] = Json::array();
  for (const DocumentStep& step : item.steps) json["steps"].push_back(step_json(step));
  json["estimated"] = item.estimated;
  if (item.covered())
    json["execution"] = *item.execution + 1;
  else
    json["execution"] = nullptr;
  json["sites"] = item.sites;
  return json;
}

DocumentItem item_of(const Json& json) {
  DocumentItem item;
  item.shape = json.value("shape", 0u);
  for (const Json& step : json.at("steps"))
    item.steps.push_back({step.at("thread").get<unsigned>(), step.at("operation").get<std::string>(),
                          step.at("site").get<std::string>(), step.at("object").get<std::string>()});
  item.estimated = json.at("estimated").get<bool>();
  if (const Json& execution = json.at("execution"); !execution.is_null())
    item.execution = execution.get<std::uint64_t>() - 1;
  item.sites = json.at("sites").get<std::vector<std::vector<std::string>>>();
  return item;
}

}  // namespace

std::string DocumentItem::key() const {
  std::string text = std::to_string(shape);
  for (const DocumentStep& step : steps)
    text += fmt::format("\n{} {} {}", step.thread, step.operation, step.place);
  return text;
}

std::string DocumentItem::object_phrase() const {
  const std::string& object = steps.front().object;
  if (object.empty()) return {};
  const bool is_name = object.find(' ') == std::string::npos;  // otherwise a description
  return is_name ? fmt::format(" on `{}`", object) : " on " + object;
}

std::size_t MetricDocument::covered() const {
  return static_cast<std::size_t>(
      std::count_if(items.begin(), items.end(), [](const DocumentItem& item) { return item.covered(); }));
}

std::size_t MetricDocument::discovered() const {
  return static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [](const DocumentItem& item) {
    return item.covered() && !item.estimated;
  }));
}

CoverageDocument coverage_document(const CoverageReport& report, const Places& places,
                                   const RunDescription& run) {
  CoverageDocument document;
  document.program = run.program;
  document.strategy = run.options.search.strategy;
  document.executions = report.executions;
  PlaceNames names(report, places);
  for (const MetricReport& metric : report.metrics) {
    MetricDocument& lines = document.metrics.emplace_back();
    lines.metric = to_string(metric.metric);
    lines.growth = metric.growth;
    ItemMerger merger(lines.items);
    for (const CoverageItem& each : metric.items) {
      DocumentItem item;
      item.shape = each.shape;
      item.estimated = each.estimated;
      if (each.covered) item.execution = each.execution;
      std::vector<std::string>& sites = item.sites.emplace_back();
      for (const CoverageStep& step : std::span(each.step, each.steps)) {
        item.steps.push_back({step.role, std::string(heddle::to_string(step.kind)), names.place(step.site),
                              names.object(step.object)});
        sites.push_back(site_text(step.site, places.modules()));
      }
      merger.add(std::move(item));
    }
  }
  return document;
}

void CoverageDocument::merge(const CoverageDocument& later) {
  for (const MetricDocument& theirs : later.metrics) {
    auto mine = std::find_if(metrics.begin(), metrics.end(),
                             [&](const MetricDocument& each) { return each.metric == theirs.metric; });
    if (mine == metrics.end()) mine = metrics.insert(mine, {theirs.metric, {}, {}});
    mine->growth.clear();  // who knows which of theirs are mine, too
    ItemMerger merger(mine->items);
    for (DocumentItem item : theirs.items) {
      if (item.covered()) *item.execution += executions;
      merger.add(std::move(item));
    }
  }
  executions += later.executions;
  if (strategy != later.strategy) strategy += ", " + later.strategy;
}

std::string to_json(const CoverageDocument& document) {
  Json json = Json::object();
  json["coverage_format"] = kFormat;
  json["program"] = document.program;
  json["strategy"] = document.strategy;
  json["executions"] = document.executions;
  json["metrics"] = Json::object();
  for (const MetricDocument& metric : document.metrics) {
    Json& entry = json["metrics"][metric.metric];
    entry["required"] = metric.required();
    entry["covered"] = metric.covered();
    entry["discovered"] = metric.discovered();
    entry["growth"] = Json::array();
    for (const GrowthStep& step : metric.growth)
      entry["growth"].push_back({step.execution + 1, step.covered});
    entry["items"] = Json::array();
    for (const DocumentItem& item : metric.items) entry["items"].push_back(item_json(item));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<CoverageDocument> parse_coverage(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("coverage_format")) return Error{"is no coverage.json of Heddle"};
  if (json["coverage_format"] != kFormat) return Error{"was written by another version of Heddle"};
  try {
    CoverageDocument document;
    document.program = json.at("program").get<std::string>();
    document.strategy = json.at("strategy").get<std::string>();
    document.executions = json.at("executions").get<std::uint64_t>();
    for (const auto& [name, entry] : json.at("metrics").items()) {
      MetricDocument& metric = document.metrics.emplace_back();
      metric.metric = name;
      for (const Json& step : entry.at("growth"))
        metric.growth.push_back({step.at(0).get<std::uint64_t>() - 1, step.at(1).get<std::uint64_t>()});
      for (const Json& item : entry.at("items")) metric.items.push_back(item_of(item));
    }
    return document;
  } catch (const Json::exception& problem) {
    return Error{fmt::format("is damaged: {}", problem.what())};
  }
}

std::string site_text(SiteId site, const ModuleTable& modules) {
  const Module* const module = modules.find(site);
  if (module == nullptr) return hexadecimal(site);
  return fmt::format("{}+{}", base_name(module->path), hexadecimal(module->file_address(site)));
}

std::optional<SiteId> parse_site(const std::string& text, const ModuleTable& modules) {
  const std::size_t plus = text.rfind("+0x");
  if (plus == std::string::npos) return std::nullopt;
  std::uint64_t address = 0;
  const char* const end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data() + plus + 3, end, address, 16);
      read.ec != std::errc() || read.ptr != end)
    return std::nullopt;
  for (const Module& module : modules.modules) {
    if (base_name(module.path) != std::string_view(text).substr(0, plus)) continue;
    const std::uint64_t first = module.file_address(module.first);
    if (address < first || address - first >= module.size) return std::nullopt;
    return static_cast<SiteId>(module.first + (address - first));
  }
  return std::nullopt;
}

}  // namespace heddle::report
