#include "campaigns/compared.h"

#include <algorithm>
#include <map>
#include <set>

#include "report/model/text.h"

namespace heddle::campaigns {

namespace {

const SeriesInfo* of_number(const std::vector<SeriesInfo>& series, std::uint64_t number) {
  const auto found = std::find_if(series.begin(), series.end(),
                                  [number](const SeriesInfo& each) { return each.number == number; });
  return found == series.end() ? nullptr : &*found;
}

Result<Comparison> compared(Views& views, const SeriesInfo& before, const SeriesInfo& after,
                            const std::vector<BugInfo>& bugs) {
  const Result<std::vector<std::uint64_t>> had = views.bugs_of_series(before.id);
  if (!had) return Error{had.error()};
  const Result<std::vector<std::uint64_t>> has = views.bugs_of_series(after.id);
  if (!has) return Error{has.error()};
  Comparison result;
  result.before = before;
  result.after = after;
  for (const BugInfo& bug : bugs) {
    const bool was = std::binary_search(had->begin(), had->end(), bug.id);
    const bool is = std::binary_search(has->begin(), has->end(), bug.id);
    if (was && is) result.still_there.push_back(bug);
    if (was && !is) result.gone.push_back(bug);
    if (!was && is) result.appeared.push_back(bug);
  }
  return result;
}

}  // namespace

Result<std::vector<Comparison>> compare(Views& views, std::uint64_t campaign, const std::string& program,
                                        std::uint64_t before, std::uint64_t after) {
  const Result<std::vector<SeriesInfo>> all = views.series(campaign);
  if (!all) return Error{all.error()};
  const Result<std::vector<BugInfo>> bugs = views.bugs(campaign);
  if (!bugs) return Error{bugs.error()};
  const Result<std::vector<CellInfo>> cells = views.cells(campaign);
  if (!cells) return Error{cells.error()};
  std::map<std::string, std::vector<SeriesInfo>> programs;
  for (const SeriesInfo& each : *all)
    if (program.empty() || each.program == program) programs[each.program].push_back(each);
  if (programs.empty()) return Error{"the campaign has no program '" + report::visible(program) + "'"};
  std::vector<Comparison> result;
  for (const auto& [name, series] : programs) {
    const std::uint64_t last = series.back().number;
    const std::uint64_t to = after != 0 ? after : last;
    const std::uint64_t from = before != 0 ? before : to - 1;
    const SeriesInfo* one = of_number(series, from);
    const SeriesInfo* other = of_number(series, to);
    if (one == nullptr || other == nullptr) {
      if (program.empty() && before == 0 && after == 0) continue;  // it was never built again
      return Error{"'" + report::visible(name) + "' has series 1 to " + std::to_string(last) + ", not " +
                   std::to_string(one == nullptr ? from : to)};
    }
    Result<Comparison> each = compared(views, *one, *other, *bugs);
    if (!each) return Error{each.error()};
    for (const CellInfo& cell : *cells) {
      if (cell.series == one->id) each->executions_before += cell.executions;
      if (cell.series == other->id) each->executions_after += cell.executions;
    }
    result.push_back(std::move(*each));
  }
  if (result.empty())
    return Error{
        "every program of the campaign has one series; build one again, and 'heddle campaign create' begins "
        "another"};
  return result;
}

}  // namespace heddle::campaigns
