#include "report/model/requirements_file.h"

#include <fmt/format.h>
#include <sstream>

namespace heddle::report {

namespace {

constexpr std::string_view kRequirementsHeading = "# heddle sync-pairs 1";

const MetricDocument* sync_pairs_of(const CoverageDocument& document) {
  for (const MetricDocument& metric : document.metrics)
    if (metric.metric == to_string(MetricKind::kSyncPairs)) return &metric;
  return nullptr;
}

}  // namespace

std::string requirements_text(const CoverageDocument& document) {
  std::string text =
      fmt::format("{}: {}\n# Sites of one build of the program: write it again after building.\n",
                  kRequirementsHeading, document.program);
  const MetricDocument* const metric = sync_pairs_of(document);
  if (metric == nullptr) return text;
  for (const DocumentItem& item : metric->items)
    for (const std::vector<std::string>& sites : item.sites)
      text += fmt::format("{} {}  # {} -> {}{}\n", sites[0], sites[1], item.steps[0].place,
                          item.steps[1].place, item.object_phrase());
  return text;
}

Result<std::vector<SyncPair>> parse_requirements(const std::string& text, const ModuleTable& modules) {
  if (!text.starts_with(kRequirementsHeading))
    return Error{fmt::format("does not begin with '{}'", kRequirementsHeading)};
  std::vector<SyncPair> pairs;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string first, second, more;
    if (!(words >> first)) continue;
    const bool two = static_cast<bool>(words >> second) && !(words >> more);
    if (!two) return Error{fmt::format("line {} is not two sites such as 'bank+0x12ab bank+0x12f0'", number)};
    for (const std::string& site : {first, second})
      if (!parse_site(site, modules))
        return Error{
            fmt::format("line {}: '{}' is no place in this program; was it built again?", number, site)};
    pairs.push_back({*parse_site(first, modules), *parse_site(second, modules)});
  }
  return pairs;
}

}  // namespace heddle::report
