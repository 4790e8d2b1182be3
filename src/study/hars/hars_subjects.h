// The 45 programs of "HARS: Heuristic-Enhanced Adaptive Randomized Scheduling for Concurrency Testing", and
// what its Table II says about them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace heddle::study {

// What is measured of a search that ends at the first bug.
enum class Measure {
  kExecutions,  // the P-measure: completed executions, the first that fails included
  kSeconds,
};

// The methods of the paper, in its order, as they are called here: `random` is its SR.
inline constexpr std::array<std::string_view, 5> kPaperStrategies = {"ars", "hars", "random", "mcr", "tsa"};

// Of each method; negative: N.A.
using MethodFigures = std::array<double, kPaperStrategies.size()>;

struct HarsSubject {
  std::string_view name;
  std::string_view paper_name;
  unsigned lines;  // and threads, as the paper counts them
  unsigned threads;
  std::string_view bug;  // its type
  MethodFigures executions;
  MethodFigures seconds;
  // Fails on every schedule, or on nearly every one: it tells nothing about strategies.
  bool fails_nearly_always = false;

  // Nothing: N.A., or the paper has no such method.
  std::optional<double> paper(std::string_view strategy, Measure measure) const;
};

std::span<const HarsSubject> hars_subjects();

// The last line of Table II. Those of SR cover 44 programs, MCR's 31; TSA's are sums over its 14 programs,
// divided by 31. Nothing: the paper has no such method.
std::optional<double> printed_average(std::string_view strategy, Measure measure);

}  // namespace heddle::study
