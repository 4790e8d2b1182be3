// Tables 2 and 3 and Figure 7 of the RPro paper with this study's figures, for people and for other programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/rpro/rpro_study.h"
#include "study/section.h"

namespace heddle::study {

using RproRows = std::vector<RproRow>;

std::string table2_text(const RproRows& rows);
std::string table2_csv(const RproRows& rows);
std::string table3_text(const RproRows& rows);
std::string table3_csv(const RproRows& rows);
std::string figure7_csv(const RproRows& rows);
std::string figure7_svg(const RproRows& rows);
StudyPage rpro_page(const RproRows& rows);

// The radius with the largest probability, the smallest of several; nothing where none found the deadlock.
std::optional<RadiusPoint> best_radius(const RproRow& row);

}  // namespace heddle::study
