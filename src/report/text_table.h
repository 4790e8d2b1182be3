// A table for the terminal: columns as wide as they need to be, the first one to the left, figures to the
// right.
#pragma once

#include <string>
#include <vector>

namespace heddle::report {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) : rows_{std::move(headings)} {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // A line under the headings; every line is indented by two columns.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace heddle::report
