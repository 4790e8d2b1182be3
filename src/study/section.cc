#include "study/section.h"

#include <nlohmann/json.hpp>

#include "report/formats/html_page.h"
#include "report/model/text.h"

namespace heddle::study {

std::string sections_text(const std::vector<Section>& sections) {
  std::string text;
  for (const Section& section : sections) {
    if (!text.empty()) text += "\n";
    text += report::wrapped(section.title);
    for (const std::string& paragraph : section.before) text += report::wrapped(paragraph);
    if (section.table) text += section.table->text();
    for (const std::string& paragraph : section.after) text += report::wrapped(paragraph);
  }
  return text;
}

std::string html_of(const StudyPage& study) {
  report::HtmlPage page(study.title);
  for (const Section& section : study.sections) {
    page.heading(section.title);
    for (const std::string& paragraph : section.before) page.paragraph(paragraph);
    if (!section.plot.empty()) page.plot(section.plot);
    if (const auto& table = section.page_table ? section.page_table : section.table) page.table(*table);
    for (const std::string& paragraph : section.after) page.paragraph(paragraph);
  }
  return page.text();
}

std::string json_of(const StudyPage& study) {
  nlohmann::ordered_json json;
  json["heddle"] = HEDDLE_VERSION;
  json["title"] = study.title;
  json["sections"] = nlohmann::ordered_json::array();
  for (const Section& section : study.sections) {
    nlohmann::ordered_json each;
    each["title"] = section.title;
    each["before"] = section.before;
    if (const auto& table = section.page_table ? section.page_table : section.table) {
      const std::vector<std::vector<std::string>>& rows = table->rows();
      each["table"]["columns"] = rows.front();
      each["table"]["rows"] = std::vector(rows.begin() + 1, rows.end());
    }
    if (!section.plot.empty()) each["plot"] = section.plot;
    each["after"] = section.after;
    json["sections"].push_back(std::move(each));
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::study
