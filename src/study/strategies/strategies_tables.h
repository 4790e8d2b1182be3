// The result of the strategies' comparison in words and figures.
#pragma once

#include <string>

#include "study/section.h"
#include "study/strategies/strategies_study.h"

namespace heddle::study {

// Mean executions to the first bug, one column for each strategy; then the geometric means over the subjects,
// and how the portfolio `auto` compares with the best strategy of each subject.
std::string strategies_text(const StrategiesResult& result);
StudyPage strategies_page(const StrategiesResult& result);
// One line for each subject and strategy.
std::string strategies_csv(const StrategiesResult& result);

}  // namespace heddle::study
