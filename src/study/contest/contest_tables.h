// The result of the BC-ConTest study in words, figures and plots, with the paper's own figures beside.
#pragma once

#include <string>
#include <vector>

#include "study/contest/contest_study.h"
#include "study/section.h"

namespace heddle::study {

// Table 2 by tests and by time, Table 3, the pairs by group, Figures 6 to 10. What was not measured is not
// there.
std::vector<Section> contest_sections(const ContestResult& result);

// Its parts.
std::vector<Section> contest_table_sections(const ContestResult& result);
std::vector<Section> contest_figure_sections(const ContestResult& result);

// A line for each class and algorithm; for each class, its pairs and the breakdown of time (Figure 10).
std::string contest_table2_csv(const ContestResult& result);
std::string contest_table3_csv(const ContestResult& result);
std::string contest_classes_csv(const ContestResult& result);
StudyPage contest_page(const ContestResult& result);

enum class ContestMeasure { kTests, kSeconds };

// "12.3", or ">12.3" where some search did not find the bug.
std::string to_the_bug(const ClassRuns& runs, ContestMeasure measure);

// All searches of an algorithm, class after class; only classes that have searches with both.
struct ContestSamples {
  std::vector<double> first;
  std::vector<double> second;
};
ContestSamples contest_samples(const ContestResult& result, std::string_view first, std::string_view second,
                               ContestMeasure measure);

}  // namespace heddle::study
