#include "campaigns/outcome.h"

#include <algorithm>

namespace heddle::campaigns {

namespace {

using store::number;
using store::RowReader;
using store::Rows;
using store::Value;

constexpr std::size_t kLargestOutput = 64 << 10;   // the end of what a program printed
constexpr std::size_t kLargestSchedule = 8 << 20;  // beyond, the bug is there without
constexpr std::size_t kLargestReport = 256 << 10;
constexpr std::size_t kItemsAtOnce = 8;
constexpr std::size_t kUncontrolledUnits = 3;  // after which a cell is given up

class Delivery {
 public:
  Delivery(store::Database& database, std::uint64_t campaign, std::uint64_t worker, const Lease& lease,
           const UnitOutcome& outcome, const KnownCoverage& known)
      : database_(database),
        campaign_(campaign),
        worker_(worker),
        lease_(lease),
        outcome_(outcome),
        known_(known) {}

  Result<bool> write();

  bool is_ours() const { return ours_; }

 private:
  Rows run(const std::string& sql, const std::vector<Value>& parameters) {
    if (!error_.empty()) return {};
    Result<Rows> rows = database_.run(sql, parameters);
    if (rows) return std::move(*rows);
    error_ = rows.error();
    return {};
  }
  bool is_to_write();
  void write_bugs();
  void write_bug(const SeenBug& seen, const std::string& print);
  void write_evidence(const Value& id, const SeenBug& seen);
  void write_coverage();
  void end_cell(const std::string& why);
  void write_unit();

  Value cell() const { return number(lease_.cell.id); }
  Value unit() const { return number(lease_.unit); }

  store::Database& database_;
  std::uint64_t campaign_, worker_;
  const Lease& lease_;
  const UnitOutcome& outcome_;
  const KnownCoverage& known_;
  std::uint64_t news_ = 0;
  bool ours_ = false;
  std::string error_;
};

// The row is locked until the end of the transaction.
bool Delivery::is_to_write() {
  const Rows rows =
      run("SELECT done, substr(token, 1, 65) FROM units WHERE cell = $1 AND number = $2 {locked}",
          {cell(), unit()});
  if (rows.empty()) return false;
  RowReader reader(rows.rows.front());
  const std::uint64_t done = reader.count();
  ours_ = reader.text(64) == lease_.token && done != 2;
  return ours_ && done == 0;
}

// Sorted, so that two workers that find the same things do not wait for each other in a circle.
void Delivery::write_bugs() {
  std::vector<std::pair<std::string, const SeenBug*>> sorted;
  for (const SeenBug& seen : outcome_.bugs) sorted.emplace_back(fingerprint(seen.bug), &seen);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
  for (const auto& [print, seen] : sorted) write_bug(*seen, print);
}

void Delivery::write_bug(const SeenBug& seen, const std::string& print) {
  // Looked for first: an INSERT that does nothing uses a number up all the same.
  const auto look = [&] {
    return run("SELECT id FROM bugs WHERE campaign = $1 AND program = $2 AND fingerprint = $3",
               {number(campaign_), lease_.cell.program, print});
  };
  Rows found = look();
  if (found.empty()) {
    const Rows added = run(
        "INSERT INTO bugs (campaign, program, fingerprint, test, kind, functions, message, headline, found, "
        "worker, cell, unit) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {now}, $9, $10, $11) ON CONFLICT "
        "(campaign, program, fingerprint) DO NOTHING",
        {number(campaign_), lease_.cell.program, print, seen.bug.test, seen.bug.kind, seen.bug.functions,
         seen.bug.message, seen.headline, number(worker_), cell(), unit()});
    news_ += added.changed;
    found = look();
  }
  if (found.empty()) return;
  const Value id = found.rows.front().front();
  run("INSERT INTO sightings (bug, cell, unit, series, times, execution, stable) VALUES ($1, $2, $3, $4, $5, "
      "$6, $7) "
      "ON CONFLICT (bug, cell, unit) DO UPDATE SET times = sightings.times + $5",
      {id, cell(), unit(), number(lease_.cell.series), number(seen.times), number(seen.execution),
       number(seen.stable ? 1 : 0)});
  write_evidence(id, seen);
}

// A conflict locks the row even if nothing is changed, and hundreds of workers may see this bug at the same
// time. So the row is looked at first.
void Delivery::write_evidence(const Value& id, const SeenBug& seen) {
  if (seen.schedule.size() > kLargestSchedule) return;
  const Rows known =
      run("SELECT stable FROM evidence WHERE bug = $1 AND series = $2", {id, number(lease_.cell.series)});
  if (!known.empty() && RowReader(known.rows.front()).count() >= (seen.stable ? 1u : 0u)) return;
  const std::string& output = seen.output;
  const std::string end = output.substr(output.size() - std::min(output.size(), kLargestOutput));
  run("INSERT INTO evidence (bug, series, stable, schedule, output, report) VALUES ($1, $2, $3, $4, $5, $6) "
      "ON CONFLICT "
      "(bug, series) DO UPDATE SET stable = $3, schedule = $4, output = $5, report = $6 WHERE "
      "evidence.stable < $3",
      {id, number(lease_.cell.series), number(seen.stable ? 1 : 0), seen.schedule,
       store::Bytes(end.begin(), end.end()), seen.report.substr(0, kLargestReport)});
}

// Sorted, too.
void Delivery::write_coverage() {
  std::vector<std::pair<std::string, std::uint64_t>> items;
  for (const auto& item : outcome_.coverage)
    if (!known_.contains(item)) items.push_back(item);
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  for (std::size_t at = 0; at < items.size(); at += kItemsAtOnce) {
    std::string sql = "INSERT INTO coverage (cell, unit, metric, item) VALUES ";
    std::vector<Value> parameters = {cell(), unit()};
    const std::size_t end = std::min(at + kItemsAtOnce, items.size());
    for (std::size_t i = at; i < end; ++i) {
      const std::size_t place = parameters.size();
      sql += (i == at ? "" : ", ");
      sql += "($1, $2, $" + std::to_string(place + 1) + ", $" + std::to_string(place + 2) + ")";
      parameters.emplace_back(items[i].first);
      parameters.push_back(number(items[i].second));
    }
    news_ += run(sql + " ON CONFLICT (cell, metric, item) DO NOTHING", parameters).changed;
  }
}

void Delivery::end_cell(const std::string& why) {
  run("UPDATE cells SET ended = $2 WHERE id = $1 AND (ended IS NULL OR ended = 'budget')", {cell(), why});
  run("UPDATE units SET done = 2 WHERE cell = $1 AND done = 0 AND number <> $2 AND token IS NULL",
      {cell(), unit()});
}

void Delivery::write_unit() {
  const std::string outcome =
      outcome_.problem.empty() ? outcome_.end : outcome_.end + ": " + outcome_.problem;
  run("UPDATE units SET done = 1, executions = $3, failed = $4, steps = $5, seconds = $6, news = $7, outcome "
      "= $8, "
      "worker = $9, finished = {now} WHERE cell = $1 AND number = $2",
      {cell(), unit(), number(outcome_.executions), number(outcome_.failed), number(outcome_.steps),
       outcome_.seconds, number(news_), outcome, number(worker_)});
  run("UPDATE workers SET seen = {now} WHERE id = $1", {number(worker_)});
}

Result<bool> Delivery::write() {
  if (is_to_write()) {
    write_bugs();
    write_coverage();
    write_unit();
    if (outcome_.ends_cell) end_cell("exhausted");
    if (!outcome_.problem.empty()) {
      const Rows rows =
          run("SELECT COUNT(*) FROM units WHERE cell = $1 AND done = 1 AND substr(outcome, 1, 12) = "
              "'uncontrolled'",
              {cell()});
      if (!rows.empty() && RowReader(rows.rows.front()).count() >= kUncontrolledUnits)
        end_cell("uncontrolled: " + outcome_.problem);
    }
  }
  if (!error_.empty()) return Error{error_};
  return true;
}

}  // namespace

Result<Delivered> deliver(store::Database& database, const store::Patience& patience, std::uint64_t campaign,
                          std::uint64_t worker, const Lease& lease, const UnitOutcome& outcome,
                          KnownCoverage& known) {
  bool ours = false;
  const Result<bool> done = store::transact(database, patience, [&]() -> Result<bool> {
    Delivery delivery(database, campaign, worker, lease, outcome, known);
    Result<bool> written = delivery.write();
    ours = delivery.is_ours();
    return written;
  });
  if (!done) return Error{done.error()};
  if (!ours) return Delivered::kNotOurs;
  known.insert(outcome.coverage.begin(), outcome.coverage.end());
  return Delivered::kTaken;
}

}  // namespace heddle::campaigns
