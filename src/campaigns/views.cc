#include "campaigns/views.h"

#include "campaigns/schema.h"
#include "report/model/text.h"

namespace heddle::campaigns {

namespace {

using store::number;
using store::RowReader;
using store::Rows;

constexpr std::size_t kLongestSchedule = 8 << 20;
constexpr std::size_t kLongestOutput = 64 << 10;

// Of a few values in every row; more rows than a person or a page could use are left in the store.
#define HEDDLE_MOST_ROWS "100000"
// A column of text, cut on its way out by more than it may have at most, so that the reader notices.
#define HEDDLE_TEXT(column) "substr(" column ", 1, 4097)"

template <typename T>
Result<std::vector<T>> read_all(const Result<Rows>& rows, const char* what, void (*read)(RowReader&, T&)) {
  if (!rows) return Error{rows.error()};
  std::vector<T> all;
  for (const store::Row& row : rows->rows) {
    RowReader reader(row);
    T each;
    read(reader, each);
    if (!reader.ok()) return Error{std::string("the store is damaged: a row of ") + what + " makes no sense"};
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace

Result<CampaignInfo> Views::campaign(const std::string& name) {
  const auto read = [](RowReader& reader, CampaignInfo& info) {
    info.id = reader.count();
    info.name = reader.text(kLongestName);
    info.description = reader.text(kLongestText);
    info.created = reader.count();
    info.started = reader.count();
    info.ended = reader.count();
    info.now = reader.count();
    info.seconds = reader.real();
    info.lease_seconds = static_cast<double>(reader.count()) / 1000;
  };
  const Result<std::vector<CampaignInfo>> found = read_all<CampaignInfo>(
      store::run(database_, patience_,
                 "SELECT id, " HEDDLE_TEXT(
                     "name") ", substr(description, 1, 1048577), created, COALESCE(started, 0), "
                             "COALESCE(ended, 0), {now}, seconds, lease FROM campaigns WHERE name = $1 OR $1 "
                             "= '' ORDER BY id LIMIT 100",
                 {name}),
      "campaigns", read);
  if (!found) return Error{found.error()};
  const std::string shown = database_.location().shown();
  if (found->empty())
    return Error{name.empty()
                     ? "the store " + shown + " has no campaign; 'heddle campaign create' puts one into it"
                     : "the store " + shown + " has no campaign '" + report::visible(name) + "'"};
  if (found->size() == 1) return found->front();
  std::vector<std::string> names;
  for (const CampaignInfo& each : *found) names.push_back(report::visible(each.name));
  return Error{"the store " + shown + " has several campaigns: " + report::listed(names, 20) +
               "; choose one with --campaign"};
}

Result<std::vector<SeriesInfo>> Views::series(std::uint64_t campaign) {
  const auto read = [](RowReader& reader, SeriesInfo& info) {
    info.id = reader.count();
    info.program = reader.text(kLongestName);
    info.number = reader.count();
    info.build_id = reader.text(kLongestName);
    info.architecture = reader.text(kLongestName);
    info.heddle = reader.text(kLongestName);
    info.input = reader.text(kLongestName);
    info.created = reader.count();
    info.retired = reader.flag();
  };
  return read_all<SeriesInfo>(
      store::run(
          database_, patience_,
          "SELECT id, " HEDDLE_TEXT("program") ", number, " HEDDLE_TEXT("build_id") ", " HEDDLE_TEXT(
              "architecture") ", " HEDDLE_TEXT("heddle") ", " HEDDLE_TEXT("input") ", created, "
                                                                                   "retired FROM series "
                                                                                   "WHERE campaign = $1 "
                                                                                   "ORDER BY program, number "
                                                                                   "LIMIT " HEDDLE_MOST_ROWS,
          {number(campaign)}),
      "series", read);
}

Result<std::vector<PackedInfo>> Views::packed(std::uint64_t series) {
  const auto read = [](RowReader& reader, PackedInfo& info) {
    info.path = reader.text(kLongestName);
    info.digest = reader.text(kLongestName);
    info.executable = reader.flag();
  };
  return read_all<PackedInfo>(
      store::run(database_, patience_,
                 "SELECT " HEDDLE_TEXT("path") ", " HEDDLE_TEXT(
                     "digest") ", executable FROM packed WHERE series = $1 ORDER BY path LIMIT 10000",
                 {number(series)}),
      "packed", read);
}

Result<std::vector<CellInfo>> Views::cells(std::uint64_t campaign) {
  const auto read = [](RowReader& reader, CellInfo& info) {
    info.id = reader.count();
    info.series = reader.count();
    info.program = reader.text(kLongestName);
    info.series_number = reader.count();
    info.retired = reader.flag();
    info.test = reader.text(kLongestName);
    info.strategy = reader.text(kLongestName);
    info.ended = reader.text(kLongestName);
    info.asked = reader.count();
    info.units = reader.count();
    info.leased = reader.count();
    info.given_up = reader.count();
    info.executions = reader.count();
    info.failed = reader.count();
    info.seconds = reader.real();
    info.covered = reader.count();
    info.bugs = reader.count();
  };
  return read_all<CellInfo>(
      store::run(
          database_, patience_,
          "SELECT c.id, c.series, " HEDDLE_TEXT("s.program") ", s.number, s.retired, " HEDDLE_TEXT(
              "c.test") ", " HEDDLE_TEXT("c.strategy") ", " HEDDLE_TEXT("c.ended") ", c.executions, "
                                                                                   "COALESCE(u.units, 0), "
                                                                                   "COALESCE(u.leased, 0), "
                                                                                   "COALESCE(u.given_up, 0), "
                                                                                   "COALESCE(u.executions, "
                                                                                   "0), "
                                                                                   "COALESCE(u.failed, 0), "
                                                                                   "COALESCE(u.seconds, 0), "
                                                                                   "(SELECT COUNT(*) FROM "
                                                                                   "coverage v WHERE v.cell "
                                                                                   "= c.id), "
                                                                                   "(SELECT COUNT(DISTINCT "
                                                                                   "g.bug) FROM sightings g "
                                                                                   "WHERE g.cell = c.id) "
                                                                                   "FROM cells c JOIN series "
                                                                                   "s ON s.id = c.series "
                                                                                   "LEFT JOIN (SELECT cell, "
                                                                                   "SUM(CASE WHEN done = 1 "
                                                                                   "THEN 1 ELSE 0 END) AS "
                                                                                   "units, "
                                                                                   "SUM(CASE WHEN done = 0 "
                                                                                   "AND token IS NOT NULL "
                                                                                   "THEN 1 ELSE 0 END) AS "
                                                                                   "leased, "
                                                                                   "SUM(CASE WHEN done = 1 "
                                                                                   "AND outcome = 'given up' "
                                                                                   "THEN 1 ELSE 0 END) AS "
                                                                                   "given_up, "
                                                                                   "CAST(SUM(executions) AS "
                                                                                   "BIGINT) AS executions, "
                                                                                   "CAST(SUM(failed) AS "
                                                                                   "BIGINT) AS failed, "
                                                                                   "SUM(seconds) AS seconds "
                                                                                   "FROM units WHERE "
                                                                                   "campaign = $1 GROUP BY "
                                                                                   "cell) u ON u.cell = c.id "
                                                                                   "WHERE c.campaign = $1 "
                                                                                   "ORDER BY s.program, "
                                                                                   "s.number, c.test, "
                                                                                   "c.strategy, c.id "
                                                                                   "LIMIT " HEDDLE_MOST_ROWS,
          {number(campaign)}),
      "cells", read);
}

Result<std::vector<BugInfo>> Views::bugs(std::uint64_t campaign) {
  const auto read = [](RowReader& reader, BugInfo& info) {
    info.id = reader.count();
    info.program = reader.text(kLongestName);
    info.test = reader.text(kLongestName);
    info.fingerprint = reader.text(kLongestName);
    info.kind = reader.text(kLongestName);
    info.functions = reader.text(kLongestName);
    info.message = reader.text(kLongestName);
    info.headline = reader.text(kLongestName);
    info.found = reader.count();
    info.worker = reader.text(kLongestName);
    info.strategy = reader.text(kLongestName);
    info.unit = reader.count();
    info.series = reader.count();
    info.last_series = reader.count();
    info.times = reader.count();
    info.units = reader.count();
    info.stable = reader.flag();
    info.known = reader.flag();
  };
  return read_all<
      BugInfo>(store::
                   run(database_, patience_,
                       "SELECT b.id, " HEDDLE_TEXT("b.program") ", " HEDDLE_TEXT("b.test") ", " HEDDLE_TEXT("b."
                                                                                                            "fingerprint") ", " HEDDLE_TEXT("b.kind") ", " HEDDLE_TEXT("b."
                                                                                                                                                                       "function"
                                                                                                                                                                       "s") ","
                                                                                                                                                                            " " HEDDLE_TEXT("b."
                                                                                                                                                                                            "messa"
                                                                                                                                                                                            "ge") ", " HEDDLE_TEXT("b.headline") ", b.found, " HEDDLE_TEXT("w.name") ", " HEDDLE_TEXT("c.strategy") ", "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "uni"
                                                                                                                                                                                                                                                                                                    "t, "
                                                                                                                                                                                                                                                                                                    "g."
                                                                                                                                                                                                                                                                                                    "fir"
                                                                                                                                                                                                                                                                                                    "st,"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "g."
                                                                                                                                                                                                                                                                                                    "las"
                                                                                                                                                                                                                                                                                                    "t, "
                                                                                                                                                                                                                                                                                                    "CAS"
                                                                                                                                                                                                                                                                                                    "T("
                                                                                                                                                                                                                                                                                                    "g."
                                                                                                                                                                                                                                                                                                    "tim"
                                                                                                                                                                                                                                                                                                    "es "
                                                                                                                                                                                                                                                                                                    "AS "
                                                                                                                                                                                                                                                                                                    "BIG"
                                                                                                                                                                                                                                                                                                    "INT"
                                                                                                                                                                                                                                                                                                    "), "
                                                                                                                                                                                                                                                                                                    "g."
                                                                                                                                                                                                                                                                                                    "uni"
                                                                                                                                                                                                                                                                                                    "ts,"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "g."
                                                                                                                                                                                                                                                                                                    "sta"
                                                                                                                                                                                                                                                                                                    "ble"
                                                                                                                                                                                                                                                                                                    ", "
                                                                                                                                                                                                                                                                                                    "CAS"
                                                                                                                                                                                                                                                                                                    "E "
                                                                                                                                                                                                                                                                                                    "WHE"
                                                                                                                                                                                                                                                                                                    "N "
                                                                                                                                                                                                                                                                                                    "EXI"
                                                                                                                                                                                                                                                                                                    "STS"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "(SE"
                                                                                                                                                                                                                                                                                                    "LEC"
                                                                                                                                                                                                                                                                                                    "T "
                                                                                                                                                                                                                                                                                                    "1 "
                                                                                                                                                                                                                                                                                                    "FRO"
                                                                                                                                                                                                                                                                                                    "M "
                                                                                                                                                                                                                                                                                                    "kno"
                                                                                                                                                                                                                                                                                                    "wn "
                                                                                                                                                                                                                                                                                                    "k "
                                                                                                                                                                                                                                                                                                    "WHE"
                                                                                                                                                                                                                                                                                                    "RE "
                                                                                                                                                                                                                                                                                                    "k."
                                                                                                                                                                                                                                                                                                    "cam"
                                                                                                                                                                                                                                                                                                    "pai"
                                                                                                                                                                                                                                                                                                    "gn "
                                                                                                                                                                                                                                                                                                    "= "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "cam"
                                                                                                                                                                                                                                                                                                    "pai"
                                                                                                                                                                                                                                                                                                    "gn "
                                                                                                                                                                                                                                                                                                    "AND"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "k."
                                                                                                                                                                                                                                                                                                    "fin"
                                                                                                                                                                                                                                                                                                    "ger"
                                                                                                                                                                                                                                                                                                    "pri"
                                                                                                                                                                                                                                                                                                    "nt "
                                                                                                                                                                                                                                                                                                    "= "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "fin"
                                                                                                                                                                                                                                                                                                    "ger"
                                                                                                                                                                                                                                                                                                    "pri"
                                                                                                                                                                                                                                                                                                    "nt)"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "THE"
                                                                                                                                                                                                                                                                                                    "N "
                                                                                                                                                                                                                                                                                                    "1 "
                                                                                                                                                                                                                                                                                                    "ELS"
                                                                                                                                                                                                                                                                                                    "E "
                                                                                                                                                                                                                                                                                                    "0 "
                                                                                                                                                                                                                                                                                                    "END"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "FRO"
                                                                                                                                                                                                                                                                                                    "M "
                                                                                                                                                                                                                                                                                                    "bug"
                                                                                                                                                                                                                                                                                                    "s "
                                                                                                                                                                                                                                                                                                    "b "
                                                                                                                                                                                                                                                                                                    "JOI"
                                                                                                                                                                                                                                                                                                    "N "
                                                                                                                                                                                                                                                                                                    "cel"
                                                                                                                                                                                                                                                                                                    "ls "
                                                                                                                                                                                                                                                                                                    "c "
                                                                                                                                                                                                                                                                                                    "ON "
                                                                                                                                                                                                                                                                                                    "c."
                                                                                                                                                                                                                                                                                                    "id "
                                                                                                                                                                                                                                                                                                    "= "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "cel"
                                                                                                                                                                                                                                                                                                    "l "
                                                                                                                                                                                                                                                                                                    "LEF"
                                                                                                                                                                                                                                                                                                    "T "
                                                                                                                                                                                                                                                                                                    "JOI"
                                                                                                                                                                                                                                                                                                    "N "
                                                                                                                                                                                                                                                                                                    "wor"
                                                                                                                                                                                                                                                                                                    "ker"
                                                                                                                                                                                                                                                                                                    "s "
                                                                                                                                                                                                                                                                                                    "w "
                                                                                                                                                                                                                                                                                                    "ON "
                                                                                                                                                                                                                                                                                                    "w."
                                                                                                                                                                                                                                                                                                    "id "
                                                                                                                                                                                                                                                                                                    "= "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "wor"
                                                                                                                                                                                                                                                                                                    "ker"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "JOI"
                                                                                                                                                                                                                                                                                                    "N "
                                                                                                                                                                                                                                                                                                    "(SE"
                                                                                                                                                                                                                                                                                                    "LEC"
                                                                                                                                                                                                                                                                                                    "T "
                                                                                                                                                                                                                                                                                                    "v."
                                                                                                                                                                                                                                                                                                    "bug"
                                                                                                                                                                                                                                                                                                    ", "
                                                                                                                                                                                                                                                                                                    "MIN"
                                                                                                                                                                                                                                                                                                    "(s."
                                                                                                                                                                                                                                                                                                    "num"
                                                                                                                                                                                                                                                                                                    "ber"
                                                                                                                                                                                                                                                                                                    ")"
                                                                                                                                                                                                                                                                                                    " AS"
                                                                                                                                                                                                                                                                                                    " fi"
                                                                                                                                                                                                                                                                                                    "rst"
                                                                                                                                                                                                                                                                                                    ", "
                                                                                                                                                                                                                                                                                                    "MAX"
                                                                                                                                                                                                                                                                                                    "(s."
                                                                                                                                                                                                                                                                                                    "num"
                                                                                                                                                                                                                                                                                                    "ber"
                                                                                                                                                                                                                                                                                                    ")"
                                                                                                                                                                                                                                                                                                    " AS"
                                                                                                                                                                                                                                                                                                    " la"
                                                                                                                                                                                                                                                                                                    "st,"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "SUM"
                                                                                                                                                                                                                                                                                                    "(v."
                                                                                                                                                                                                                                                                                                    "tim"
                                                                                                                                                                                                                                                                                                    "es)"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "AS "
                                                                                                                                                                                                                                                                                                    "tim"
                                                                                                                                                                                                                                                                                                    "es,"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "COU"
                                                                                                                                                                                                                                                                                                    "NT("
                                                                                                                                                                                                                                                                                                    "*) "
                                                                                                                                                                                                                                                                                                    "AS "
                                                                                                                                                                                                                                                                                                    "uni"
                                                                                                                                                                                                                                                                                                    "ts,"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "MAX"
                                                                                                                                                                                                                                                                                                    "(v."
                                                                                                                                                                                                                                                                                                    "sta"
                                                                                                                                                                                                                                                                                                    "ble"
                                                                                                                                                                                                                                                                                                    ")"
                                                                                                                                                                                                                                                                                                    " AS"
                                                                                                                                                                                                                                                                                                    " st"
                                                                                                                                                                                                                                                                                                    "abl"
                                                                                                                                                                                                                                                                                                    "e "
                                                                                                                                                                                                                                                                                                    "FRO"
                                                                                                                                                                                                                                                                                                    "M "
                                                                                                                                                                                                                                                                                                    "sig"
                                                                                                                                                                                                                                                                                                    "hti"
                                                                                                                                                                                                                                                                                                    "ngs"
                                                                                                                                                                                                                                                                                                    " v "
                                                                                                                                                                                                                                                                                                    "JOI"
                                                                                                                                                                                                                                                                                                    "N "
                                                                                                                                                                                                                                                                                                    "ser"
                                                                                                                                                                                                                                                                                                    "ies"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "s "
                                                                                                                                                                                                                                                                                                    "ON "
                                                                                                                                                                                                                                                                                                    "s."
                                                                                                                                                                                                                                                                                                    "id "
                                                                                                                                                                                                                                                                                                    "= "
                                                                                                                                                                                                                                                                                                    "v."
                                                                                                                                                                                                                                                                                                    "ser"
                                                                                                                                                                                                                                                                                                    "ies"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "GRO"
                                                                                                                                                                                                                                                                                                    "UP "
                                                                                                                                                                                                                                                                                                    "BY "
                                                                                                                                                                                                                                                                                                    "v."
                                                                                                                                                                                                                                                                                                    "bug"
                                                                                                                                                                                                                                                                                                    ") "
                                                                                                                                                                                                                                                                                                    "g "
                                                                                                                                                                                                                                                                                                    "ON "
                                                                                                                                                                                                                                                                                                    "g."
                                                                                                                                                                                                                                                                                                    "bug"
                                                                                                                                                                                                                                                                                                    " = "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "id "
                                                                                                                                                                                                                                                                                                    "WHE"
                                                                                                                                                                                                                                                                                                    "RE "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "cam"
                                                                                                                                                                                                                                                                                                    "pai"
                                                                                                                                                                                                                                                                                                    "gn "
                                                                                                                                                                                                                                                                                                    "= "
                                                                                                                                                                                                                                                                                                    "$1 "
                                                                                                                                                                                                                                                                                                    "ORD"
                                                                                                                                                                                                                                                                                                    "ER "
                                                                                                                                                                                                                                                                                                    "BY "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "pro"
                                                                                                                                                                                                                                                                                                    "gra"
                                                                                                                                                                                                                                                                                                    "m, "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "tes"
                                                                                                                                                                                                                                                                                                    "t, "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "fou"
                                                                                                                                                                                                                                                                                                    "nd,"
                                                                                                                                                                                                                                                                                                    " "
                                                                                                                                                                                                                                                                                                    "b."
                                                                                                                                                                                                                                                                                                    "id "
                                                                                                                                                                                                                                                                                                    "LIM"
                                                                                                                                                                                                                                                                                                    "IT "
                                                                                                                                                                                                                                                                                                    "100"
                                                                                                                                                                                                                                                                                                    "00",
                       {number(campaign)}),
               "bugs", read);
}

Result<std::optional<Evidence>> Views::evidence(std::uint64_t bug) {
  const auto read = [](RowReader& reader, Evidence& info) {
    info.series = reader.count();
    info.series_number = reader.count();
    info.schedule = reader.text(kLongestSchedule);
    info.report = reader.text(kLongestText);
    info.output = reader.bytes(kLongestOutput);
  };
  Result<std::vector<Evidence>> found = read_all<Evidence>(
      store::run(
          database_, patience_,
          "SELECT e.series, s.number, substr(e.schedule, 1, 8388609), substr(e.report, 1, 1048577), "
          "substr(e.output, 1, 65537) "
          "FROM evidence e JOIN series s ON s.id = e.series WHERE e.bug = $1 ORDER BY s.number DESC LIMIT 1",
          {number(bug)}),
      "evidence", read);
  if (!found) return Error{found.error()};
  if (found->empty()) return std::optional<Evidence>();
  return std::optional(std::move(found->front()));
}

Result<std::vector<WorkerInfo>> Views::workers(std::uint64_t campaign) {
  const auto read = [](RowReader& reader, WorkerInfo& info) {
    info.name = reader.text(kLongestName);
    info.heddle = reader.text(kLongestName);
    info.note = reader.text(kLongestName);
    info.began = reader.count();
    info.seen = reader.count();
    info.ended = reader.count();
    info.units = reader.count();
    info.executions = reader.count();
  };
  return read_all<WorkerInfo>(
      store::run(database_, patience_,
                 "SELECT " HEDDLE_TEXT("w.name") ", " HEDDLE_TEXT("w.heddle") ", " HEDDLE_TEXT(
                     "w.note") ", w.began, w.seen, COALESCE(w.ended, 0), "
                               "COALESCE(u.units, 0), COALESCE(u.executions, 0) FROM workers w LEFT JOIN "
                               "(SELECT worker, COUNT(*) AS units, CAST(SUM(executions) AS BIGINT) AS "
                               "executions FROM units WHERE campaign = $1 AND "
                               "done = 1 GROUP BY worker) u ON u.worker = w.id WHERE w.campaign = $1 ORDER "
                               "BY w.id LIMIT 10000",
                 {number(campaign)}),
      "workers", read);
}

Result<std::vector<TimelinePoint>> Views::timeline(const std::string& sql, std::uint64_t campaign) {
  // A thousand points at most, whatever there is.
  constexpr std::uint64_t kPoints = 500;
  const Result<Rows> range = store::run(database_, patience_,
                                        "SELECT COALESCE(MIN(began), 0), COALESCE(MAX(finished), 0) FROM "
                                        "units WHERE campaign = $1 AND done = 1",
                                        {number(campaign)});
  if (!range) return Error{range.error()};
  if (range->empty()) return std::vector<TimelinePoint>();
  RowReader reader(range->rows.front());
  const std::uint64_t begin = reader.count(), end = reader.count();
  const std::uint64_t step = std::max<std::uint64_t>(1, (std::max(begin, end) - begin) / kPoints);
  const auto read = [](RowReader& row, TimelinePoint& point) {
    point.at = row.count();
    point.total = row.count();
  };
  Result<std::vector<TimelinePoint>> points = read_all<TimelinePoint>(
      store::run(database_, patience_, sql, {number(campaign), number(begin), number(step)}), "units", read);
  if (!points) return points;
  std::uint64_t total = 0;
  for (TimelinePoint& point : *points) point = {begin + (point.at + 1) * step, total += point.total};
  if (begin != 0) points->insert(points->begin(), {begin, 0});
  return points;
}

Result<std::vector<TimelinePoint>> Views::bugs_over_time(std::uint64_t campaign) {
  return timeline(
      "SELECT (found - $2) / $3, COUNT(*) FROM bugs WHERE campaign = $1 AND found >= $2 GROUP BY 1 ORDER BY "
      "1 LIMIT "
      "2000",
      campaign);
}

Result<std::vector<TimelinePoint>> Views::coverage_over_time(std::uint64_t campaign) {
  return timeline(
      "SELECT (u.finished - $2) / $3, COUNT(*) FROM coverage v JOIN units u ON u.cell = v.cell AND u.number "
      "= v.unit "
      "WHERE u.campaign = $1 AND u.finished >= $2 GROUP BY 1 ORDER BY 1 LIMIT 2000",
      campaign);
}

Result<std::vector<TimelinePoint>> Views::executions_over_time(std::uint64_t campaign) {
  return timeline(
      "SELECT (finished - $2) / $3, CAST(SUM(executions) AS BIGINT) FROM units WHERE campaign = $1 AND done "
      "= 1 AND "
      "finished >= $2 GROUP BY 1 ORDER BY 1 LIMIT 2000",
      campaign);
}

Result<std::vector<std::uint64_t>> Views::bugs_of_series(std::uint64_t series) {
  const auto read = [](RowReader& reader, std::uint64_t& bug) { bug = reader.count(); };
  return read_all<std::uint64_t>(
      store::run(database_, patience_,
                 "SELECT DISTINCT bug FROM sightings WHERE series = $1 ORDER BY bug LIMIT 10000",
                 {number(series)}),
      "sightings", read);
}

Result<std::uint64_t> Views::add_worker(std::uint64_t campaign, const std::string& name) {
  const Result<Rows> rows = store::run(
      database_, patience_,
      "INSERT INTO workers (campaign, name, heddle, began, seen, note) VALUES ($1, $2, $3, {now}, {now}, '') "
      "RETURNING id",
      {number(campaign), name, std::string(HEDDLE_VERSION)});
  if (!rows) return Error{rows.error()};
  if (rows->empty()) return Error{"the store is damaged: a worker got no number"};
  RowReader reader(rows->rows.front());
  return reader.count();
}

Result<bool> Views::end_worker(std::uint64_t worker, const std::string& note) {
  const Result<Rows> rows =
      store::run(database_, patience_, "UPDATE workers SET ended = {now}, note = $2 WHERE id = $1",
                 {number(worker), note.substr(0, 1000)});
  if (!rows) return Error{rows.error()};
  return true;
}

}  // namespace heddle::campaigns
