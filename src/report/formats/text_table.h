// A table for the terminal: columns as wide as they need to be, the first one to the left, figures to the
// right.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace heddle::report {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) : rows_{std::move(headings)} {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // A column of words, counted from 0, like the first one.
  void align_left(std::size_t column) { words_.insert(column); }

  bool is_left(std::size_t column) const { return column == 0 || words_.contains(column); }
  // The headings are the first of them.
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  // A line under the headings; every line is indented by two columns.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::set<std::size_t> words_;
};

}  // namespace heddle::report
