#include "symbols/line_ranges.h"

#include <elfutils/libdw.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace heddle::symbols {

namespace {

struct Row {
  uint64_t address;
  std::string file;
  int line;  // 0: none, or the code ends here
};

void read_rows(const Unit& unit, std::vector<Row>& rows) {
  Dwarf_Die root = unit.lines;
  Dwarf_Lines* lines = nullptr;
  size_t count = 0;
  if (dwarf_getsrclines(&root, &lines, &count) != 0) return;
  for (size_t i = 0; i < count; ++i) {
    Dwarf_Line* const row = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    if (dwarf_lineaddr(row, &address) != 0) continue;
    int line = 0;
    bool ends = false;
    dwarf_lineno(row, &line);
    dwarf_lineendsequence(row, &ends);
    const char* const file = dwarf_linesrc(row, nullptr, nullptr);
    rows.push_back({address, file != nullptr ? file : "", ends || file == nullptr ? 0 : line});
  }
}

}  // namespace

std::vector<LineRange> line_ranges(const DwarfUnits& units) {
  std::vector<Row> rows;
  for (const std::unique_ptr<Unit>& unit : units.units()) read_rows(*unit, rows);
  // Where one sequence ends and the next one begins, the latter counts. Of several rows of one address the
  // last one does: the others have no code.
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::make_pair(a.address, a.line != 0) < std::make_pair(b.address, b.line != 0);
  });
  std::map<std::pair<std::string, int>, uint64_t> lowest;
  std::vector<LineRange> ranges;
  for (const Row& row : rows) {
    const uint64_t line =
        row.line == 0 ? 0 : lowest.try_emplace({row.file, row.line}, row.address).first->second;
    if (!ranges.empty() && ranges.back().address == row.address) ranges.pop_back();
    ranges.push_back({row.address, line});
  }
  return ranges;
}

}  // namespace heddle::symbols
