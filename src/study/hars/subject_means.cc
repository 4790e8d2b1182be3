#include "study/hars/subject_means.h"

#include <algorithm>

#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

bool is_selected(const HarsRow& row, Selection selection) {
  return selection == Selection::kAll || !row.subject.fails_nearly_always;
}

}  // namespace

Figure own_figure(std::string strategy, Measure measure) {
  return
      [strategy = std::move(strategy), measure](const HarsRow& row) { return row.mean(strategy, measure); };
}

Figure reliable_figure(std::string strategy, Measure measure) {
  return [strategy = std::move(strategy), measure](const HarsRow& row) {
    return row.reliable_mean(strategy, measure);
  };
}

Figure paper_figure(std::string strategy, Measure measure) {
  return [strategy = std::move(strategy), measure](const HarsRow& row) {
    return row.subject.paper(strategy, measure);
  };
}

std::size_t selected(const std::vector<HarsRow>& rows, Selection selection) {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [&](const HarsRow& row) { return is_selected(row, selection); }));
}

SubjectMeans means_of(const std::vector<HarsRow>& rows, const Figure& figure, Selection selection) {
  std::vector<double> values;
  for (const HarsRow& row : rows) {
    if (!is_selected(row, selection)) continue;
    if (const std::optional<double> value = figure(row)) values.push_back(*value);
  }
  return {values.size(), mean(values), geometric_mean(values)};
}

std::optional<RatioOfMeans> ratio_of(const std::vector<HarsRow>& rows, const Figure& figure,
                                     const Figure& reference, Selection selection) {
  std::vector<double> ratios;
  for (const HarsRow& row : rows) {
    if (!is_selected(row, selection)) continue;
    const std::optional<double> value = figure(row), base = reference(row);
    if (value && base) ratios.push_back(*value / *base);
  }
  if (ratios.empty()) return std::nullopt;
  return RatioOfMeans{ratios.size(), geometric_mean(ratios)};
}

std::vector<Deviation> deviations(const std::vector<HarsRow>& rows,
                                  std::span<const std::string_view> strategies) {
  std::vector<Deviation> result;
  for (const HarsRow& row : rows)
    for (const std::string_view strategy : strategies) {
      const std::optional<double> own = row.mean(strategy, Measure::kExecutions);
      const std::optional<double> paper = row.subject.paper(strategy, Measure::kExecutions);
      if (own && paper && std::max(*own / *paper, *paper / *own) > kFarApart)
        result.push_back({row.subject.name, strategy, *own, *paper});
    }
  return result;
}

}  // namespace heddle::study
