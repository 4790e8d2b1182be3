// Means over the subjects of the HARS study. Means over different subjects cannot be compared: each says how
// many subjects it has, and ratios are formed over those that both sides have.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/hars/hars_study.h"

namespace heddle::study {

// Of a subject, for instance the mean P-measure of a strategy; nothing: N.A.
using Figure = std::function<std::optional<double>(const HarsRow&)>;

Figure own_figure(std::string strategy, Measure measure);
// Nothing where any search did not find the bug.
Figure reliable_figure(std::string strategy, Measure measure);
Figure paper_figure(std::string strategy, Measure measure);

enum class Selection { kAll, kWithoutNearlyAlwaysFailing };

std::size_t selected(const std::vector<HarsRow>& rows, Selection selection);

struct SubjectMeans {
  std::size_t subjects = 0;  // that have the figure
  double arithmetic = 0;
  double geometric = 0;
};

SubjectMeans means_of(const std::vector<HarsRow>& rows, const Figure& figure, Selection selection);

struct RatioOfMeans {
  std::size_t subjects = 0;  // that have both figures
  double ratio = 0;          // of the geometric means over them
};

// Nothing: they have no subject in common.
std::optional<RatioOfMeans> ratio_of(const std::vector<HarsRow>& rows, const Figure& figure,
                                     const Figure& reference, Selection selection);

// A subject on which a mean here and the paper's are far apart.
struct Deviation {
  std::string_view subject;
  std::string_view strategy;
  double own = 0;
  double paper = 0;
};

// By more than this factor, in either direction.
inline constexpr double kFarApart = 3;
std::vector<Deviation> deviations(const std::vector<HarsRow>& rows,
                                  std::span<const std::string_view> strategies);

}  // namespace heddle::study
