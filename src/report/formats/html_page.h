// A page for a browser that needs no other file: headings, paragraphs, tables, and plots of svg_plot().
#pragma once

#include <string>

#include "report/formats/text_table.h"

namespace heddle::report {

class HtmlPage {
 public:
  explicit HtmlPage(std::string title) : title_(std::move(title)) {}

  void heading(const std::string& text);
  void paragraph(const std::string& text);
  void table(const TextTable& table);
  void plot(const std::string& svg);
  void text_block(const std::string& text);  // lines as they are

  std::string text() const;

 private:
  std::string title_;
  std::string body_;
};

}  // namespace heddle::report
