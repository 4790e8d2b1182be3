// The tables and figures of the TSA paper, with its own figures beside.
#pragma once

#include <string>
#include <vector>

#include "study/section.h"
#include "study/tsa/tsa_study.h"

namespace heddle::study {

using TsaRows = std::vector<TsaRow>;

// Tables 2 to 5, and how soon tsa has what random delays have in the end.
std::string tsa_text(const TsaRows& rows, const TsaStudyOptions& options);

StudyPage tsa_page(const TsaRows& rows, const TsaStudyOptions& options);

std::string study1_csv(const TsaRows& rows);  // a line for each subject and strategy
std::string study2_csv(const TsaRows& rows);
std::string study3_csv(const TsaRows& rows);  // a line for each pair that the estimate got wrong
std::string figure4_svg(const TsaRows& rows);
std::string figure5_svg(const TsaRows& rows);

// The first execution, from 1, after which the curve is at least as high; 0: it never is.
std::size_t reaches(const std::vector<double>& growth, double covered);

}  // namespace heddle::study
