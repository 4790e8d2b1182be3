#include "study/section.h"

#include "report/html_page.h"
#include "report/text.h"

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

std::string sections_page(const std::string& title, const std::vector<Section>& sections) {
  report::HtmlPage page(title);
  for (const Section& section : sections) {
    page.heading(section.title);
    for (const std::string& paragraph : section.before) page.paragraph(paragraph);
    if (!section.plot.empty()) page.plot(section.plot);
    if (const auto& table = section.page_table ? section.page_table : section.table) page.table(*table);
    for (const std::string& paragraph : section.after) page.paragraph(paragraph);
  }
  return page.text();
}

}  // namespace heddle::study
