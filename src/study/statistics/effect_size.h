// How large a difference between two samples is, which a test's probability does not say.
#pragma once

#include <span>
#include <string_view>

namespace heddle::study {

// Cliff's delta: how often a value of the first sample is larger than one of the second, less how often it is
// smaller, over all pairs; from -1 to 1. Where less is better, negative is in favour of the first. (Table III
// of the HARS paper has it so, but for its ARS column, which is the other way round.) 0 where a sample is
// empty.
double cliffs_delta(std::span<const double> first, std::span<const double> second);

enum class Magnitude { kNegligible, kSmall, kMedium, kLarge };

// Of a Cliff's delta, as Romano, Kromrey and others (2006) suggest: from 0.147 small, 0.33 medium, 0.474
// large.
Magnitude magnitude(double delta);

std::string_view to_string(Magnitude magnitude);  // "N", "S", "M", "L"

// Cohen's d: the difference of the means, first less second, in pooled standard deviations; infinite where
// different means have no spread. 0 where a sample is empty.
double cohens_d(std::span<const double> first, std::span<const double> second);

// Formula (8) of the BC-ConTest paper, from means and variances; for samples of the same size it is the same.
struct Spread {
  double mean = 0;
  double variance = 0;
};
double cohens_d(const Spread& first, const Spread& second);

// Cohen's own word for it: below this a d is negligible.
inline constexpr double kSmallCohensD = 0.2;

}  // namespace heddle::study
