#include "report/formats/html_page.h"

#include <fmt/format.h>

#include "report/formats/markup.h"

namespace heddle::report {

namespace {

// Tables that are wider than the window are moved within it, not the page.
constexpr char kPageStyle[] =
    "<style>\n"
    ":root { color-scheme: light }\n"
    "body { font: 14px/1.5 sans-serif; color: #222; background: #fff; max-width: 1100px; margin: 2em auto; "
    "padding: 0 1em }\n"
    "h1 { font-size: 22px }\n"
    "h2 { font-size: 17px; margin: 2em 0 0.5em }\n"
    ".wide { overflow-x: auto }\n"
    "table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums }\n"
    "th, td { padding: 2px 8px; text-align: right; white-space: nowrap }\n"
    "th { border-bottom: 1px solid #888 }\n"
    "td { border-bottom: 1px solid #eee }\n"
    "th.left, td.left { text-align: left }\n"
    "svg { max-width: 100%; height: auto }\n"
    "</style>\n";

}  // namespace

void HtmlPage::heading(const std::string& text) {
  body_ += fmt::format("<h2>{}</h2>\n", escaped(text));
}

void HtmlPage::paragraph(const std::string& text) {
  body_ += fmt::format("<p>{}</p>\n", escaped(text));
}

void HtmlPage::table(const TextTable& table) {
  body_ += "<div class=\"wide\"><table>\n";
  const char* cell = "th";
  for (const std::vector<std::string>& row : table.rows()) {
    body_ += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      body_ +=
          fmt::format("<{0}{1}>{2}</{0}>", cell, table.is_left(i) ? " class=\"left\"" : "", escaped(row[i]));
    body_ += "</tr>\n";
    cell = "td";
  }
  body_ += "</table></div>\n";
}

void HtmlPage::plot(const std::string& svg) {
  body_ += "<figure>\n" + svg + "</figure>\n";
}

void HtmlPage::text_block(const std::string& text) {
  body_ += "<pre class=\"wide\">" + escaped(text) + "</pre>\n";
}

std::string HtmlPage::text() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{0}</title>\n{1}</head>\n<body>\n"
      "<h1>{0}</h1>\n{2}</body>\n</html>\n",
      escaped(title_), kPageStyle, body_);
}

}  // namespace heddle::report
