// What Figures 3 and 6 of the HARS paper show, and what the length of the queue does.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study/hars/hars_study.h"

namespace heddle::study {

// Figure 3: the distinguishable degree at the first sortings of a search. At each of them the mean over the
// subjects of the means over their searches; a search that has ended before has no part in it.
struct DegreeCurve {
  std::string strategy;
  std::vector<double> degrees;
  std::vector<std::size_t> searches;  // that got so far
  std::vector<std::size_t> subjects;  // of these

  double mean() const;  // over the sortings
};

// Of the strategies that sort subtraces; without those that never did.
std::vector<DegreeCurve> degree_curves(const HarsResult& result);

// Figure 6: which part of the patterns that the long random run has seen is covered after each execution. It
// may be more than all of them. The mean over the subjects for which everything was measured.
struct CoverageCurve {
  std::string strategy;
  std::vector<double> share;
};

struct CoverageFigure {
  std::size_t subjects = 0;
  std::vector<CoverageCurve> curves;
};

CoverageFigure coverage_figure(const HarsResult& result);

// With a queue of each length, over the subjects on which all of them found the bug in every search.
struct SweepLine {
  std::string strategy;
  std::size_t queue = 0;
  double executions = 0, geometric_executions = 0;  // means of the P-measure
  double seconds = 0;
};

struct SweepFigure {
  std::size_t subjects = 0;
  std::vector<SweepLine> lines;  // by strategy and length
};

SweepFigure sweep_figure(const HarsResult& result);

// The plots; empty where there is nothing to show.
std::string figure3_svg(const std::vector<DegreeCurve>& curves);
std::string figure6_svg(const CoverageFigure& figure);
std::string sweep_svg(const SweepFigure& figure);

}  // namespace heddle::study
