#include "study/cells.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "host/output_folder.h"
#include "study/csv.h"

namespace heddle::study {

namespace {

constexpr char kColumns[] =
    "subject,program,strategy,seed,executions,until,executed,failed,first,threads,acquisitions,sync_events,"
    "events,seconds,tally,growth,pairs,abandoned,steps,series\n";
constexpr std::size_t kColumnCount = 20;
constexpr std::size_t kFormerColumnCount = 17;  // up to pairs
constexpr std::string_view kUntil[] = {"first-bug", "budget", "saturation"};

template <typename Number>
bool read(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

// "12:3 15:4": after execution 12 three were covered.
std::string print(const std::vector<GrowthStep>& growth) {
  std::string text;
  for (const GrowthStep& step : growth)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", step.execution, step.covered);
  return text;
}

// "12ab:130fec": sites, and whether the pair was estimated and covered.
std::string print(const std::vector<CellPair>& pairs) {
  std::string text;
  for (const CellPair& each : pairs)
    text += fmt::format("{}{:x}:{:x}:{}{}", text.empty() ? "" : " ", each.pair.first, each.pair.second,
                        each.estimated ? "e" : "-", each.covered ? "c" : "-");
  return text;
}

std::string print(const Tally& tally) {
  return fmt::format("{}", fmt::join(tally, " "));
}

// Figures of at most a few units: five digits are more than enough, and cells have many of them.
std::string print(const std::vector<double>& series) {
  std::string text;
  for (const double each : series) text += fmt::format("{}{:.5g}", text.empty() ? "" : " ", each);
  return text;
}

bool read(const std::string& text, std::vector<GrowthStep>& growth) {
  std::istringstream stream(text);
  char colon = 0;
  for (GrowthStep step; stream >> step.execution >> colon >> step.covered;) growth.push_back(step);
  return stream.eof();
}

bool read(const std::string& text, std::vector<CellPair>& pairs) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    CellPair each;
    char estimated = 0, covered = 0;
    int end = 0;
    std::sscanf(word.c_str(), "%x:%x:%c%c%n", &each.pair.first, &each.pair.second, &estimated, &covered,
                &end);
    if (static_cast<std::size_t>(end) != word.size()) return false;
    each.estimated = estimated == 'e';
    each.covered = covered == 'c';
    pairs.push_back(each);
  }
  return true;
}

bool read(const std::string& text, Tally& tally) {
  std::istringstream stream(text);
  for (std::uint64_t& each : tally) stream >> each;
  return !stream.fail();
}

bool read(const std::string& text, std::vector<double>& series) {
  std::istringstream stream(text);
  for (double each = 0; stream >> each;) series.push_back(each);
  return stream.eof();
}

}  // namespace

std::string print(const Cell& cell) {
  const CellKey& key = cell.key;
  return csv_line({key.subject,
                   key.program,
                   key.strategy,
                   std::to_string(key.seed),
                   std::to_string(key.executions),
                   std::string(kUntil[static_cast<std::size_t>(key.until)]),
                   std::to_string(cell.executions),
                   std::to_string(cell.failed),
                   std::to_string(cell.first),
                   std::to_string(cell.size.threads),
                   std::to_string(cell.size.acquisitions),
                   std::to_string(cell.size.sync_events),
                   std::to_string(cell.size.events),
                   csv_number(cell.seconds),
                   print(cell.tally),
                   print(cell.growth),
                   print(cell.pairs),
                   std::to_string(cell.abandoned),
                   std::to_string(cell.steps),
                   print(cell.series)});
}

std::optional<Cell> parse_cell(std::string_view line) {
  const std::vector<std::string> fields = csv_fields(line);
  if (fields.size() != kColumnCount && fields.size() != kFormerColumnCount) return std::nullopt;
  const auto until = std::find(std::begin(kUntil), std::end(kUntil), fields[5]);
  if (until == std::end(kUntil)) return std::nullopt;
  Cell cell;
  cell.key.subject = fields[0];
  cell.key.program = fields[1];
  cell.key.strategy = fields[2];
  cell.key.until = static_cast<host::Until>(until - std::begin(kUntil));
  const bool complete = read(fields[3], cell.key.seed) && read(fields[4], cell.key.executions) &&
                        read(fields[6], cell.executions) && read(fields[7], cell.failed) &&
                        read(fields[8], cell.first) && read(fields[9], cell.size.threads) &&
                        read(fields[10], cell.size.acquisitions) && read(fields[11], cell.size.sync_events) &&
                        read(fields[12], cell.size.events) && read(fields[13], cell.seconds) &&
                        read(fields[14], cell.tally) && read(fields[15], cell.growth) &&
                        read(fields[16], cell.pairs);
  const bool newer =
      fields.size() == kFormerColumnCount ||
      (read(fields[17], cell.abandoned) && read(fields[18], cell.steps) && read(fields[19], cell.series));
  return complete && newer ? std::optional(cell) : std::nullopt;
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
  bool changed = whole != contents.size();
  contents.resize(whole);
  for (std::string_view rest = contents; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    if (std::optional<Cell> cell = parse_cell(rest.substr(0, end))) file.cells_[cell->key] = *cell;
    rest.remove_prefix(end + 1);
  }
  if (!contents.starts_with(kColumns)) {
    // None yet, or those of a time when there were fewer.
    contents.replace(0, contents.starts_with("subject,") ? contents.find('\n') + 1 : 0, kColumns);
    changed = true;
  }
  if (changed)
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
