#include "campaigns/create.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "campaigns/digest.h"
#include "campaigns/names.h"
#include "campaigns/schema.h"

namespace heddle::campaigns {

namespace {

using store::number;
using store::Rows;
using store::Value;

// All that makes it the same search: the files, what is explored, and how.
std::string identity_of(const CampaignDescription& campaign, const PackedProgram& program) {
  Sha256 digest;
  const auto add = [&digest](const std::string& part) {
    digest.add(std::to_string(part.size()) + ":");
    digest.add(part);
  };
  for (const PackedFile& file : program.files) {
    add(file.path);
    add(file.digest);
  }
  for (const Subject& subject : program.subjects) {
    add(subject.test);
    add(words_as_text(subject.arguments));
  }
  add(program.input);
  add(words_as_text(program.description.strategies));
  add(words_as_text(program.description.options));
  add(std::to_string(program.description.unit));
  add(std::to_string(campaign.seed));
  return digest.finish();
}

// Each statement within the caller's transaction; the first error stays.
class Writer {
 public:
  explicit Writer(store::Database& database) : database_(database) {}

  Rows run(const std::string& sql, const std::vector<Value>& parameters) {
    if (!error_.empty()) return {};
    Result<Rows> rows = database_.run(sql, parameters);
    if (rows) return std::move(*rows);
    error_ = rows.error();
    return {};
  }
  // The number in the first column of the first row; 0: there is no row.
  std::uint64_t number_of(const std::string& sql, const std::vector<Value>& parameters) {
    const Rows rows = run(sql, parameters);
    if (rows.empty()) return 0;
    store::RowReader reader(rows.rows.front());
    const std::uint64_t found = reader.count();
    if (!reader.ok()) error_ = "the store is damaged: a number is none";
    return found;
  }
  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  store::Database& database_;
  std::string error_;
};

std::uint64_t put_campaign(Writer& writer, const CampaignDescription& campaign, const std::string& text) {
  const Value lease = number(static_cast<std::uint64_t>(campaign.lease_seconds * 1000));
  return writer.number_of(
      "INSERT INTO campaigns (name, description, created, seconds, lease, saturation) "
      "VALUES ($1, $2, {now}, $3, $4, $5) "
      "ON CONFLICT (name) DO UPDATE SET description = $2, seconds = $3, lease = $4, saturation = $5, ended = "
      "NULL "
      "RETURNING id",
      {campaign.name, text, campaign.end.seconds, lease, number(campaign.end.saturation)});
}

// A search of such a strategy is the same with every seed: it is not divided into units.
constexpr std::string_view kWithoutSeed[] = {"dfs", "mcr", "fifo", "plan"};
constexpr std::uint64_t kWholeSearch = 1'000'000'000'000;

std::uint64_t unit_of(const CampaignDescription& campaign, const ProgramDescription& program,
                      const std::string& strategy) {
  const std::string_view name = std::string_view(strategy).substr(0, strategy.find(':'));
  if (std::find(std::begin(kWithoutSeed), std::end(kWithoutSeed), name) == std::end(kWithoutSeed))
    return program.unit;
  return campaign.end.executions != 0 ? campaign.end.executions : kWholeSearch;
}

void put_cells(Writer& writer, const CampaignDescription& campaign, const PackedProgram& program,
               std::uint64_t campaign_id, std::uint64_t series) {
  for (const std::string& strategy : program.description.strategies)
    for (const Subject& subject : program.subjects)
      writer.run(
          "INSERT INTO cells (series, campaign, test, arguments, strategy, options, seed, unit, executions, "
          "planned) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)",
          {number(series), number(campaign_id), subject.test, words_as_text(subject.arguments), strategy,
           words_as_text(program.description.options), std::to_string(campaign.seed),
           number(unit_of(campaign, program.description, strategy)), number(campaign.end.executions)});
}

// The budget may have grown since: what ended for it goes on.
void go_on(Writer& writer, const CampaignDescription& campaign, std::uint64_t series) {
  writer.run("UPDATE cells SET executions = $2 WHERE series = $1",
             {number(series), number(campaign.end.executions)});
  writer.run("UPDATE cells SET ended = NULL WHERE series = $1 AND ended IN ('budget', 'time', 'saturated')",
             {number(series)});
  writer.run("UPDATE units SET done = 0, due = 0, token = NULL WHERE series = $1 AND done = 2",
             {number(series)});
}

void retire(Writer& writer, std::uint64_t series) {
  writer.run("UPDATE series SET retired = 1 WHERE id = $1", {number(series)});
  writer.run("UPDATE cells SET ended = 'superseded' WHERE series = $1 AND ended IS NULL", {number(series)});
  writer.run("UPDATE units SET done = 2 WHERE series = $1 AND done = 0", {number(series)});
}

CreatedSeries put_series(Writer& writer, const CampaignDescription& campaign, const PackedProgram& program,
                         std::uint64_t campaign_id) {
  CreatedSeries created;
  created.program = program.description.name;
  created.cells = program.description.strategies.size() * program.subjects.size();
  const std::string identity = identity_of(campaign, program);
  const Rows former = writer.run(
      "SELECT id, number, identity FROM series WHERE campaign = $1 AND program = $2 ORDER BY number DESC "
      "LIMIT 1",
      {number(campaign_id), created.program});
  std::uint64_t former_id = 0;
  if (!former.empty()) {
    store::RowReader reader(former.rows.front());
    former_id = reader.count();
    created.number = reader.count();
    if (reader.text(kDigestLength) == identity) {
      go_on(writer, campaign, former_id);
      return created;
    }
    retire(writer, former_id);
  }
  created.is_new = true;
  ++created.number;
  const std::uint64_t series = writer.number_of(
      "INSERT INTO series (campaign, program, number, identity, build_id, architecture, heddle, input, "
      "created, "
      "retired) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, {now}, 0) RETURNING id",
      {number(campaign_id), created.program, number(created.number), identity, program.build_id,
       program.architecture, std::string(HEDDLE_VERSION), program.input});
  for (const PackedFile& file : program.files)
    writer.run("INSERT INTO packed (series, path, digest, executable) VALUES ($1, $2, $3, $4)",
               {number(series), file.path, file.digest, number(file.executable ? 1 : 0)});
  put_cells(writer, campaign, program, campaign_id, series);
  return created;
}

}  // namespace

Result<std::vector<CreatedSeries>> create_campaign(store::Database& database, const store::Patience& patience,
                                                   const CampaignDescription& campaign,
                                                   const std::string& text,
                                                   const std::vector<PackedProgram>& programs,
                                                   const report::KnownBugs& known) {
  std::vector<CreatedSeries> created;
  const auto work = [&]() -> Result<bool> {
    created.clear();
    Writer writer(database);
    const std::uint64_t id = put_campaign(writer, campaign, text);
    for (const PackedProgram& program : programs)
      created.push_back(put_series(writer, campaign, program, id));
    // What the description no longer names is over.
    const Rows there =
        writer.run("SELECT id, program FROM series WHERE campaign = $1 AND retired = 0", {number(id)});
    for (const store::Row& row : there.rows) {
      store::RowReader reader(row);
      const std::uint64_t series = reader.count();
      const std::string name = reader.text(kLongestName);
      bool named = false;
      for (const CreatedSeries& each : created) named |= each.program == name;
      if (!named) retire(writer, series);
    }
    for (const report::KnownBug& bug : known.bugs())
      writer.run(
          "INSERT INTO known (campaign, fingerprint, test, kind, functions, message) VALUES ($1, $2, $3, $4, "
          "$5, $6) "
          "ON CONFLICT (campaign, fingerprint) DO NOTHING",
          {number(id), fingerprint(bug), bug.test, bug.kind, bug.functions, bug.message});
    if (!writer.ok()) return Error{writer.error()};
    return true;
  };
  if (const Result<bool> done = store::transact(database, patience, work); !done) return Error{done.error()};
  return created;
}

}  // namespace heddle::campaigns
