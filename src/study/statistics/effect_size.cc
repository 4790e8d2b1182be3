#include "study/statistics/effect_size.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

double squared_deviations(std::span<const double> values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum;
}

}  // namespace

double cliffs_delta(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 0;
  std::vector<double> sorted(second.begin(), second.end());
  std::sort(sorted.begin(), sorted.end());
  std::int64_t dominance = 0;
  for (const double value : first) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), value);
    dominance += (low - sorted.begin()) - (sorted.end() - high);
  }
  return static_cast<double>(dominance) /
         (static_cast<double>(first.size()) * static_cast<double>(second.size()));
}

Magnitude magnitude(double delta) {
  const double size = std::abs(delta);
  if (size < 0.147) return Magnitude::kNegligible;
  if (size < 0.33) return Magnitude::kSmall;
  if (size < 0.474) return Magnitude::kMedium;
  return Magnitude::kLarge;
}

std::string_view to_string(Magnitude magnitude) {
  switch (magnitude) {
    case Magnitude::kNegligible:
      return "N";
    case Magnitude::kSmall:
      return "S";
    case Magnitude::kMedium:
      return "M";
    case Magnitude::kLarge:
      return "L";
  }
  return "";
}

double cohens_d(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 0;
  const double difference = mean(first) - mean(second);
  if (difference == 0) return 0;
  const double deviations = squared_deviations(first) + squared_deviations(second);
  if (deviations == 0) return std::copysign(std::numeric_limits<double>::infinity(), difference);
  return difference / std::sqrt(deviations / static_cast<double>(first.size() + second.size() - 2));
}

double cohens_d(const Spread& first, const Spread& second) {
  const double difference = first.mean - second.mean;
  if (difference == 0) return 0;
  return difference / std::sqrt((first.variance + second.variance) / 2);
}

}  // namespace heddle::study
