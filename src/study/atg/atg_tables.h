// The result of the study of adaptive test generation in words, figures and plots, with the paper's own
// figures beside.
#pragma once

#include <string>
#include <vector>

#include "study/atg/atg_study.h"
#include "study/section.h"

namespace heddle::study {

// Tables 2 to 5, one for each algorithm; Table 6, per interleaving root; Table 7, the mutants; Table 8 and
// Figures 4 and 5, the threshold N. What was not measured is not there.
std::vector<Section> atg_sections(const AtgStudyResult& result);

// A line for each class and algorithm.
std::string atg_tables_csv(const AtgStudyResult& result);     // Tables 2 to 5
std::string atg_mutants_csv(const AtgStudyResult& result);    // Table 7
std::string atg_threshold_csv(const AtgStudyResult& result);  // Table 8
StudyPage atg_page(const AtgStudyResult& result);

// The means of Tables 2 to 5, over the structures, of an algorithm: Table 6.
struct AtgMeans {
  double iroots = 0;
  double profiles = 0;
  double tests = 0;
  double seconds = 0;
};
AtgMeans atg_means(const AtgStudyResult& result, std::size_t algorithm);

}  // namespace heddle::study
