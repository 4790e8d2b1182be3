// A part of what a study has to say, for the terminal and for a page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/formats/text_table.h"

namespace heddle::study {

// What stands in a cell of a table where there is nothing to say.
inline constexpr char kNothing[] = "-";

struct Section {
  std::string title;
  std::vector<std::string> before;  // paragraphs
  std::optional<report::TextTable> table;
  std::vector<std::string> after;
  // On the page only: a table with more columns, which takes the place of the other one, and a plot.
  std::optional<report::TextTable> page_table = std::nullopt;
  std::string plot = {};
};

// All of a study.
struct StudyPage {
  std::string title;
  std::vector<Section> sections;
};

std::string sections_text(const std::vector<Section>& sections);
std::string html_of(const StudyPage& page);
// For the page of `heddle report` (web/src/data.ts: StudyResults).
std::string json_of(const StudyPage& page);

}  // namespace heddle::study
