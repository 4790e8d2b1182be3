#include "report/formats/text_table.h"

#include <algorithm>

#include "report/model/text.h"

namespace heddle::report {

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const std::vector<std::string>& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line = " ";
    for (std::size_t i = 0; i < rows_[r].size(); ++i) {
      const std::string space(widths[i] - width(rows_[r][i]), ' ');
      line += (i == 0 ? " " : "  ") + (is_left(i) ? rows_[r][i] + space : space + rows_[r][i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
    if (r != 0) continue;
    std::string rule = " ";
    for (std::size_t i = 0; i < widths.size(); ++i)
      rule += (i == 0 ? " " : "  ") + std::string(widths[i], '-');
    text += rule + "\n";
  }
  return text;
}

}  // namespace heddle::report
