#include "study/cells.h"

#include <charconv>
#include <filesystem>
#include <fstream>

#include "host/output_folder.h"
#include "study/csv.h"

namespace heddle::study {

namespace {

constexpr char kColumns[] =
    "subject,program,strategy,seed,executions,until,executed,failed,first,threads,acquisitions,sync_events,"
    "events,seconds\n";
constexpr std::size_t kColumnCount = 14;
constexpr std::string_view kBudget = "budget";
constexpr std::string_view kFirstBug = "first-bug";

template <typename Number>
bool read(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

}  // namespace

std::string print(const Cell& cell) {
  const CellKey& key = cell.key;
  return csv_line(
      {key.subject, key.program, key.strategy, std::to_string(key.seed), std::to_string(key.executions),
       std::string(key.until == host::Until::kBudget ? kBudget : kFirstBug), std::to_string(cell.executions),
       std::to_string(cell.failed), std::to_string(cell.first), std::to_string(cell.size.threads),
       std::to_string(cell.size.acquisitions), std::to_string(cell.size.sync_events),
       std::to_string(cell.size.events), csv_number(cell.seconds)});
}

std::optional<Cell> parse_cell(std::string_view line) {
  const std::vector<std::string> fields = csv_fields(line);
  if (fields.size() != kColumnCount || (fields[5] != kBudget && fields[5] != kFirstBug)) return std::nullopt;
  Cell cell;
  cell.key.subject = fields[0];
  cell.key.program = fields[1];
  cell.key.strategy = fields[2];
  cell.key.until = fields[5] == kBudget ? host::Until::kBudget : host::Until::kFirstBug;
  const bool complete = read(fields[3], cell.key.seed) && read(fields[4], cell.key.executions) &&
                        read(fields[6], cell.executions) && read(fields[7], cell.failed) &&
                        read(fields[8], cell.first) && read(fields[9], cell.size.threads) &&
                        read(fields[10], cell.size.acquisitions) && read(fields[11], cell.size.sync_events) &&
                        read(fields[12], cell.size.events) && read(fields[13], cell.seconds);
  return complete ? std::optional(cell) : std::nullopt;
}

Result<CellFile> CellFile::open(const std::string& path) {
  CellFile file(path);
  std::error_code error;
  std::string contents;
  if (std::filesystem::exists(path, error)) {
    Result<std::string> read = host::read_file(path);
    if (!read) return Error{read.error()};
    contents = std::move(*read);
  }
  // A line that was not written to its end would spoil the next one.
  const std::size_t whole = contents.rfind('\n') + 1;
  const bool torn = whole != contents.size();
  contents.resize(whole);
  for (std::string_view rest = contents; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    if (std::optional<Cell> cell = parse_cell(rest.substr(0, end))) file.cells_[cell->key] = *cell;
    rest.remove_prefix(end + 1);
  }
  if (contents.empty()) contents = kColumns;
  if (torn || contents == kColumns)
    if (Result<bool> written = host::write_file(path, contents); !written) return Error{written.error()};
  return file;
}

const Cell* CellFile::find(const CellKey& key) const {
  const auto found = cells_.find(key);
  return found == cells_.end() ? nullptr : &found->second;
}

Result<bool> CellFile::add(const Cell& cell) {
  cells_[cell.key] = cell;
  std::ofstream stream(path_, std::ios::binary | std::ios::app);
  stream << print(cell) << std::flush;
  if (!stream) return Error{"cannot write '" + path_ + "'"};
  return true;
}

}  // namespace heddle::study
