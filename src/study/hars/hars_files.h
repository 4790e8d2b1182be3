// The result of the HARS study for other programs, and as a page.
#pragma once

#include <string>

#include "study/hars/hars_study.h"
#include "study/section.h"

namespace heddle::study {

std::string hars_table2_csv(const HarsResult& result);   // a line for each subject and strategy
std::string hars_table3_csv(const HarsResult& result);   // a line for each subject and strategy but hars
std::string hars_ranks_csv(const HarsResult& result);    // Figures 4 and 5
std::string hars_figure3_csv(const HarsResult& result);  // a line for each strategy and sorting
std::string hars_figure6_csv(const HarsResult& result);  // a line for each strategy and execution
std::string hars_sweep_csv(const HarsResult& result);
StudyPage hars_page(const HarsResult& result);

}  // namespace heddle::study
