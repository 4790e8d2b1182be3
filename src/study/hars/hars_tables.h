// The result of the HARS study in words and figures, with the paper's own figures beside.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/hars/hars_study.h"
#include "study/section.h"

namespace heddle::study {

// Everything: Table II by executions and by time, what an execution costs, Table III, Figures 4 and 5, Figure
// 3, Figure 6, the length of the queue. What was not measured is not there.
std::vector<Section> hars_sections(const HarsResult& result);

// Its parts.
Section table2_section(const HarsResult& result, Measure measure);
Section means_section(const HarsResult& result, Measure measure);
Section cost_section(const HarsResult& result);
std::vector<Section> comparison_sections(const HarsResult& result);
std::vector<Section> figure_sections(const HarsResult& result);

// All subjects, and which of them are there: a path, or nothing.
std::string hars_list_text(std::span<const HarsSubject> subjects,
                           const std::function<std::string(std::string_view)>& path_of);

}  // namespace heddle::study
