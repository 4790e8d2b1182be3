#include "campaigns/leases.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <random>

#include "campaigns/names.h"
#include "campaigns/schema.h"
#include "event/hash.h"

namespace heddle::campaigns {

namespace {

using store::number;
using store::RowReader;
using store::Rows;
using store::Value;

constexpr std::uint64_t kPlannedAtOnce = 16;  // at least
constexpr std::uint64_t kMostAtOnce = 1024;   // and at most

// No other worker has it: so a worker recognises the lease it has taken when the answer was lost.
std::string new_token() {
  thread_local std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) {
    std::array<char, 8> digits{};
    const std::uint32_t word = device();
    for (std::size_t j = 0; j < digits.size(); ++j) digits[j] = "0123456789abcdef"[word >> (4 * j) & 15];
    token.append(digits.data(), digits.size());
  }
  return token;
}

Error damaged_plan() {
  return {"the store's plan of work is damaged: a row of units or cells makes no sense"};
}

}  // namespace

std::uint64_t Lease::seed() const {
  return mix(cell.seed + unit * 0x9e3779b97f4a7c15u) >> 1;  // a seed that people can give as a number
}

WorkQueue::WorkQueue(store::Database& database, store::Patience patience, std::uint64_t campaign,
                     std::uint64_t worker, double lease_seconds)
    : database_(database),
      patience_(std::move(patience)),
      campaign_(campaign),
      worker_(worker),
      lease_milliseconds_(static_cast<std::uint64_t>(lease_seconds * 1000)) {}

// Within a transaction: a statement that is tried again by itself would be tried outside of it.
Result<Cell> WorkQueue::cell(std::uint64_t id) {
  if (const auto found = cells_.find(id); found != cells_.end()) return found->second;
  const Result<Rows> rows = database_.run(
      "SELECT c.series, substr(s.program, 1, 4097), substr(c.test, 1, 4097), substr(c.arguments, "
      "1, 1048577), "
      "substr(c.strategy, 1, 4097), substr(c.options, 1, 1048577), substr(c.seed, 1, 32) "
      "FROM cells c JOIN series s ON s.id = c.series WHERE c.id = $1",
      {number(id)});
  if (!rows) return Error{rows.error()};
  if (rows->empty()) return damaged_plan();
  RowReader reader(rows->rows.front());
  Cell cell;
  cell.id = id;
  cell.series = reader.count();
  cell.program = reader.text(kLongestName);
  cell.test = reader.text(kLongestName);
  auto arguments = words_of_text(reader.text(kLongestText));
  cell.strategy = reader.text(kLongestName);
  auto options = words_of_text(reader.text(kLongestText));
  const std::string seed = reader.text(20);
  const auto [end, wrong] = std::from_chars(seed.data(), seed.data() + seed.size(), cell.seed);
  if (!reader.ok() || !arguments || !options || wrong != std::errc() || end != seed.data() + seed.size())
    return damaged_plan();
  cell.arguments = std::move(*arguments);
  cell.options = std::move(*options);
  return cells_[id] = std::move(cell);
}

Result<std::optional<Lease>> WorkQueue::lease_of(const Rows& rows, const std::string& token) {
  if (rows.empty()) return std::optional<Lease>();
  RowReader reader(rows.rows.front());
  Lease lease;
  const std::uint64_t id = reader.count();
  lease.unit = reader.count();
  lease.executions = reader.count();
  lease.attempts = reader.count();
  lease.token = token;
  if (!reader.ok() || lease.executions == 0) return damaged_plan();
  Result<Cell> found = cell(id);
  if (!found) return Error{found.error()};
  lease.cell = std::move(*found);
  return std::optional(std::move(lease));
}

// In one statement, so that nothing is locked while an answer travels. Round after round through all cells.
Result<std::optional<Lease>> WorkQueue::take_planned(const std::string& token) {
  std::vector<Value> parameters = {number(campaign_), token, number(worker_), number(lease_milliseconds_)};
  for (std::size_t i = 0; i < kMostLeftOut; ++i)
    parameters.push_back(i < left_out_.size() ? number(left_out_[i]) : Value(std::int64_t{-1}));
  const Result<Rows> rows = database_.run(
      "UPDATE units SET token = $2, worker = $3, attempts = attempts + 1, due = {now} + $4, began = {now} "
      "WHERE (cell, number) = (SELECT cell, number FROM units WHERE campaign = $1 AND done = 0 AND due <= "
      "{now} "
      "AND series NOT IN ($5, $6, $7, $8, $9, $10, $11, $12) "
      "AND NOT EXISTS (SELECT 1 FROM campaigns WHERE id = $1 AND seconds > 0 AND started + seconds * 1000 < "
      "{now}) "
      "ORDER BY due, number, cell LIMIT 1 {skip locked}) "
      "RETURNING cell, number, asked, attempts",
      parameters);
  if (!rows) return Error{rows.error()};
  return lease_of(*rows, token);
}

Result<std::optional<Lease>> WorkQueue::taken_before(const std::string& token) {
  const Result<Rows> rows =
      database_.run("SELECT cell, number, asked, attempts FROM units WHERE token = $1 AND done = 0", {token});
  if (!rows) return Error{rows.error()};
  return lease_of(*rows, token);
}

Result<WorkQueue::Offer> WorkQueue::take() {
  const std::string token = new_token();
  bool asked_before = false;
  Offer offer;
  const auto work = [&]() -> Result<bool> {
    offer = {};
    if (asked_before) {
      Result<std::optional<Lease>> before = taken_before(token);
      if (!before) return Error{before.error()};
      offer.lease = std::move(*before);
      if (offer.lease) return true;
    }
    asked_before = true;
    Result<std::optional<Lease>> lease = take_planned(token);
    if (!lease) return Error{lease.error()};
    offer.lease = std::move(*lease);
    return true;
  };
  for (int round = 0;; ++round) {
    if (Result<bool> taken = store::transact(database_, patience_, work); !taken) return Error{taken.error()};
    if (offer.lease && offer.lease->attempts > kMostAttempts) {
      const Result<Rows> given_up =
          store::run(database_, patience_,
                     "UPDATE units SET done = 1, outcome = 'given up', finished = {now} WHERE cell = $1 AND "
                     "number = $2 AND token = $3 AND done = 0",
                     {number(offer.lease->cell.id), number(offer.lease->unit), token});
      if (!given_up) return Error{given_up.error()};
      continue;
    }
    if (offer.lease) {
      offer.why = Why::kTaken;
      return offer;
    }
    if (const Result<bool> noted = end_if_out_of_time(); !noted) return Error{noted.error()};
    const Result<Planned> planned = plan();
    if (!planned) return Error{planned.error()};
    if (*planned == Planned::kMore && round < 3) continue;
    const Result<bool> over = is_over();
    if (!over) return Error{over.error()};
    offer.why = *over ? Why::kOver : Why::kWait;
    return offer;
  }
}

// The first worker to ask starts the clock. By its end, units that no living worker is at are withdrawn.
Result<bool> WorkQueue::end_if_out_of_time() {
  return store::transact(database_, patience_, [&]() -> Result<bool> {
    const Result<Rows> rows = database_.run(
        "UPDATE campaigns SET started = COALESCE(started, {now}) WHERE id = $1 AND (started IS NULL OR "
        "(seconds > 0 "
        "AND started + seconds * 1000 < {now})) RETURNING CASE WHEN seconds > 0 AND started + seconds * 1000 "
        "< {now} "
        "THEN 1 ELSE 0 END",
        {number(campaign_)});
    if (!rows) return Error{rows.error()};
    if (rows->empty()) return true;
    RowReader reader(rows->rows.front());
    if (reader.count() == 0) return true;
    for (const char* sql : {"UPDATE cells SET ended = 'time' WHERE campaign = $1 AND ended IS NULL",
                            "UPDATE units SET done = 2 WHERE campaign = $1 AND done = 0 AND due <= {now}"})
      if (const Result<Rows> ended = database_.run(sql, {number(campaign_)}); !ended)
        return Error{ended.error()};
    return true;
  });
}

// Units of the cells that have had the fewest: about one for each worker that is at one now, so that many
// workers do not wait for each other's plans.
Result<WorkQueue::Planned> WorkQueue::plan() {
  Planned planned = Planned::kNothing;
  const Result<bool> done = store::transact(database_, patience_, [&]() -> Result<bool> {
    std::vector<Value> parameters = {number(campaign_)};
    for (std::size_t i = 0; i < kMostLeftOut; ++i)
      parameters.push_back(i < left_out_.size() ? number(left_out_[i]) : Value(std::int64_t{-1}));
    const Result<Rows> rows = database_.run(
        "SELECT id, series, unit, executions, planned FROM cells WHERE campaign = $1 AND ended IS NULL AND "
        "series NOT IN ($2, $3, $4, $5, $6, $7, $8, $9) ORDER BY planned, id LIMIT 16 {skip locked}",
        parameters);
    if (!rows) return Error{rows.error()};
    if (rows->empty()) return true;
    planned =
        Planned::kMore;  // also if the answer is lost, and nothing is left to be planned the second time
    const Result<Rows> open =
        database_.run("SELECT COUNT(*) FROM units WHERE campaign = $1 AND done = 0", {number(campaign_)});
    if (!open) return Error{open.error()};
    if (open->empty()) return damaged_plan();
    RowReader open_reader(open->rows.front());
    const std::uint64_t wanted = std::clamp(open_reader.count(), kPlannedAtOnce, kMostAtOnce);
    const std::uint64_t each = (wanted + rows->rows.size() - 1) / rows->rows.size();
    for (const store::Row& row : rows->rows)
      if (Result<bool> one = plan_cell(row, each); !one) return one;
    return true;
  });
  if (!done) return Error{done.error()};
  return planned;
}

Result<bool> WorkQueue::plan_cell(const store::Row& row, std::uint64_t most) {
  RowReader reader(row);
  const std::uint64_t id = reader.count(), series = reader.count(), unit = reader.count();
  const std::uint64_t executions = reader.count(), planned = reader.count();
  if (!reader.ok() || unit == 0 || planned > ~std::uint64_t{0} / 2 / unit) return damaged_plan();
  const Result<Rows> window =
      database_.run("SELECT saturation FROM campaigns WHERE id = $1", {number(campaign_)});
  if (!window) return Error{window.error()};
  if (window->empty()) return damaged_plan();
  RowReader window_reader(window->rows.front());
  bool ended = false;
  if (Result<bool> looked = end_if_saturated(id, planned, window_reader.count(), ended); !looked)
    return looked;
  if (ended) return true;
  std::uint64_t next = planned + most;
  if (executions != 0) next = std::min(next, std::max(planned, (executions + unit - 1) / unit));
  // Their numbers are counted by the database: a statement for each would travel a thousand times.
  if (next > planned) {
    const Result<Rows> added = database_.run(
        "INSERT INTO units (cell, number, campaign, series, asked, done, due, attempts, executions, failed, "
        "steps, seconds, news, outcome) "
        "WITH RECURSIVE one(number) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT number + 1 FROM one WHERE "
        "number + 1 < CAST($3 AS BIGINT)) "
        "SELECT CAST($1 AS BIGINT), number, CAST($4 AS BIGINT), CAST($5 AS BIGINT), CASE WHEN number + 1 = "
        "CAST($3 AS BIGINT) THEN CAST($7 AS BIGINT) ELSE CAST($6 AS BIGINT) END, 0, 0, 0, 0, 0, 0, 0, 0, '' "
        "FROM one",
        {number(id), number(planned), number(next), number(campaign_), number(series), number(unit),
         number(executions != 0 ? std::min(unit, executions - (next - 1) * unit) : unit)});
    if (!added) return Error{added.error()};
  }
  const bool is_all = executions != 0 && next * unit >= executions;
  const Result<Rows> noted = database_.run(
      "UPDATE cells SET planned = $2, ended = $3 WHERE id = $1",
      {number(id), number(next), is_all ? Value(std::string("budget")) : Value(std::monostate{})});
  if (!noted) return Error{noted.error()};
  return true;
}

// So many finished units in a row, without a gap, brought nothing new.
Result<bool> WorkQueue::end_if_saturated(std::uint64_t cell, std::uint64_t planned, std::uint64_t window,
                                         bool& ended) {
  if (window == 0 || planned < window) return true;
  const Result<Rows> rows = database_.run(
      "SELECT COALESCE((SELECT MIN(number) FROM units WHERE cell = $1 AND done = 0), $2), "
      "COALESCE((SELECT MAX(number) + 1 FROM units WHERE cell = $1 AND done = 1 AND news > 0), 0)",
      {number(cell), number(planned)});
  if (!rows) return Error{rows.error()};
  if (rows->empty()) return damaged_plan();
  RowReader reader(rows->rows.front());
  const std::uint64_t finished = reader.count(), after_news = reader.count();
  if (finished < after_news + window) return true;
  ended = true;
  for (const char* sql : {"UPDATE cells SET ended = 'saturated' WHERE id = $1",
                          "UPDATE units SET done = 2 WHERE cell = $1 AND done = 0 AND token IS NULL"})
    if (const Result<Rows> done = database_.run(sql, {number(cell)}); !done) return Error{done.error()};
  return true;
}

Result<bool> WorkQueue::is_over() {
  const Result<Rows> rows = store::run(database_, patience_,
                                       "SELECT (SELECT COUNT(*) FROM units WHERE campaign = $1 AND done = 0) "
                                       "+ (SELECT COUNT(*) FROM cells WHERE "
                                       "campaign = $1 AND ended IS NULL)",
                                       {number(campaign_)});
  if (!rows) return Error{rows.error()};
  if (rows->empty()) return damaged_plan();
  RowReader reader(rows->rows.front());
  const bool over = reader.count() == 0;
  if (!reader.ok()) return damaged_plan();
  if (!over) return false;
  const Result<Rows> noted =
      store::run(database_, patience_, "UPDATE campaigns SET ended = {now} WHERE id = $1 AND ended IS NULL",
                 {number(campaign_)});
  if (!noted) return Error{noted.error()};
  return true;
}

Result<bool> WorkQueue::renew(const Lease& lease) {
  // Without patience: the search goes on meanwhile, and asks again soon.
  const Result<Rows> rows = database_.run(
      "UPDATE units SET due = {now} + $4 WHERE cell = $1 AND number = $2 AND token = $3 AND done = 0",
      {number(lease.cell.id), number(lease.unit), lease.token, number(lease_milliseconds_)});
  if (!rows) return Error{rows.error()};
  if (const Result<Rows> seen =
          database_.run("UPDATE workers SET seen = {now} WHERE id = $1", {number(worker_)});
      !seen)
    return Error{seen.error()};
  return rows->changed == 1;
}

Result<bool> WorkQueue::give_back(const Lease& lease, bool counts) {
  const Result<Rows> rows = store::run(
      database_, patience_,
      "UPDATE units SET token = NULL, due = 0, attempts = attempts - $4 WHERE cell = $1 AND number = $2 AND "
      "token = $3 AND done = 0",
      {number(lease.cell.id), number(lease.unit), lease.token, number(counts ? 0 : 1)});
  if (!rows) return Error{rows.error()};
  return rows->changed == 1;
}

}  // namespace heddle::campaigns
