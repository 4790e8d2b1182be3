// Rows and files that somebody or something has damaged: a sentence, no crash, and no memory.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <filesystem>
#include <fstream>

#include "campaigns/blobs.h"
#include "campaigns/compared.h"
#include "campaigns/schema.h"
#include "event/random.h"
#include "store/migrations.h"
#include "store/open.h"
#include "support.h"

namespace heddle::campaigns {
namespace {

constexpr int kDamagedRows = HEDDLE_FULL_TESTS ? 125'000 : 1'000;  // of a seed
constexpr int kDamagedFiles = HEDDLE_FULL_TESTS ? 10'000 : 20;
constexpr long kMostMemory = 96 << 10;  // KB beyond what the test itself has

long memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct Column {
  std::string table, name;
};

std::vector<Column> all_columns(store::Database& database) {
  std::vector<Column> columns;
  const Result<store::Rows> rows = database.run(
      "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' AND "
      "m.name NOT "
      "LIKE 'sqlite%' AND p.pk = 0");
  EXPECT_TRUE(rows) << rows.error();
  for (const store::Row& row : rows->rows) {
    store::RowReader reader(row);
    std::string table = reader.text(100);
    columns.push_back({std::move(table), reader.text(100)});
  }
  return columns;
}

std::string noise(Random& random, std::size_t size) {
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(random.next());
  return text;
}

// Whatever a column may be given, of any type and size.
store::Value damage(Random& random) {
  const std::string text = noise(random, random.below(40));
  switch (random.below(10)) {
    case 0:
      return static_cast<std::int64_t>(random.next());
    case 1:
      return -static_cast<std::int64_t>(random.below(100));
    case 2:
      return static_cast<std::int64_t>(random.below(100));
    case 3:
      return random.unit() * 1e300;
    case 4:
      return text;
    case 5:
      return store::Bytes(text.begin(), text.end());
    case 6:
      return std::string("[\"--seed=") + text + "\"]";
    case 7:
      return std::string(random.below(100) == 0 ? 9'000'000 : 5'000, '[');
    case 8:
      return store::Bytes(random.below(100) == 0 ? 9'000'000 : 5'000, 1);
    default:
      return std::monostate{};
  }
}

// Everything that reads. Errors are sentences.
void read_everything(store::Database& database, const std::string& folder, std::uint64_t& refused) {
  const auto check = [&refused](const auto& result) {
    if (result) return;
    ++refused;
    ASSERT_GT(result.error().size(), 10u);
    ASSERT_LT(result.error().size(), 1'000u) << result.error().substr(0, 1'000);
  };
  Views views(database, {0});
  check(store::check_schema(database, all_migrations(), {0}));
  const Result<CampaignInfo> campaign = views.campaign("");
  check(campaign);
  check(views.series(1));
  check(views.cells(1));
  const Result<std::vector<BugInfo>> bugs = views.bugs(1);
  check(bugs);
  if (bugs)
    for (const BugInfo& bug : *bugs) check(views.evidence(bug.id));
  check(views.workers(1));
  check(views.bugs_over_time(1));
  check(views.coverage_over_time(1));
  check(views.executions_over_time(1));
  check(compare(views, 1, "bank", 1, 1));
  const Result<std::vector<PackedInfo>> packed = views.packed(1);
  check(packed);
  if (packed)
    for (const PackedInfo& file : *packed) check(fetch_file(database, {0}, file.digest, folder + "/out"));
  WorkQueue queue(database, {0}, 1, 1, 60);
  const Result<WorkQueue::Offer> offer = queue.take();
  check(offer);
  if (!offer || !offer->lease) return;
  check(queue.renew(*offer->lease));
  check(queue.give_back(*offer->lease, false));
}

void fill(TestStore& store) {
  ASSERT_TRUE(store.create(TestStore::campaign(100'000'000)));
  ASSERT_TRUE(store.views().add_worker(1, "first:1"));
  WorkQueue queue(store.database(), {}, 1, 1, 60);
  KnownCoverage known;
  for (int i = 0; i < 4; ++i) {
    const Lease lease = *queue.take()->lease;
    ASSERT_TRUE(deliver(store.database(), {}, 1, 1, lease, some_outcome(lease), known));
  }
}

// A value of a row, in place of the one that it had.
struct DamagedRow {
  std::string update;
  store::Value before;
  store::Value row;
};

std::optional<DamagedRow> damage_a_row(store::Database& database, const std::vector<Column>& columns,
                                       Random& random) {
  const Column& column = columns[random.below(columns.size())];
  const Result<store::Rows> row =
      database.run("SELECT rowid, " + column.name + " FROM " + column.table + " ORDER BY random() LIMIT 1");
  EXPECT_TRUE(row) << row.error();
  if (!row || row->empty()) return std::nullopt;
  DamagedRow damaged{"UPDATE " + column.table + " SET " + column.name + " = $1 WHERE rowid = $2",
                     row->rows[0][1], row->rows[0][0]};
  // A database that refuses the value itself (NOT NULL, UNIQUE) has nothing damaged.
  if (!database.run(damaged.update, {damage(random), damaged.row})) return std::nullopt;
  return damaged;
}

class DamagedRows : public ::testing::TestWithParam<std::uint64_t> {};

// A few at once: each look at everything takes a millisecond.
TEST_P(DamagedRows, AreRefusedInASentence) {
  constexpr int kAtOnce = 8;
  TestStore store;
  fill(store);
  store::Database& database = store.database();
  ASSERT_TRUE(database.run("PRAGMA ignore_check_constraints = 1"));
  const std::vector<Column> columns = all_columns(database);
  ASSERT_GT(columns.size(), 50u);
  Random random(GetParam());
  const long before = memory();
  std::uint64_t refused = 0, damaged = 0;
  for (int i = 0; i < kDamagedRows; i += kAtOnce) {
    std::vector<DamagedRow> rows;
    for (int j = 0; j < kAtOnce; ++j)
      if (std::optional<DamagedRow> row = damage_a_row(database, columns, random))
        rows.push_back(std::move(*row));
    damaged += rows.size();
    read_everything(database, store.folder(), refused);
    ASSERT_FALSE(::testing::Test::HasFailure()) << rows.size();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      const Result<store::Rows> mended = database.run(row->update, {row->before, row->row});
      ASSERT_TRUE(mended) << mended.error();
    }
    // What reading has written meanwhile.
    ASSERT_TRUE(database.run("UPDATE cells SET ended = NULL"));
  }
  EXPECT_GT(damaged, static_cast<std::uint64_t>(kDamagedRows) / 2);
  EXPECT_GT(refused, static_cast<std::uint64_t>(kDamagedRows) / kAtOnce);
  EXPECT_LT(memory() - before, kMostMemory);
}

// A million in all.
INSTANTIATE_TEST_SUITE_P(Of, DamagedRows,
                         ::testing::ValuesIn(HEDDLE_FULL_TESTS
                                                 ? std::vector<std::uint64_t>{7, 8, 9, 10, 11, 12, 13, 14}
                                                 : std::vector<std::uint64_t>{7}));

TEST(Damage, FilesAreRefusedInASentence) {
  TestStore store;
  fill(store);
  ASSERT_TRUE(store.database().run("PRAGMA wal_checkpoint(TRUNCATE)"));
  std::ifstream file(store.file(), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Random random(11);
  const long before = memory();
  std::uint64_t refused = 0;
  for (int i = 0; i < kDamagedFiles; ++i) {
    std::string damaged = whole.substr(0, random.below(4) == 0 ? random.below(whole.size()) : whole.size());
    for (std::uint64_t j = random.below(40); j > 0 && !damaged.empty(); --j)
      damaged[random.below(random.below(2) == 0 ? std::min<std::size_t>(damaged.size(), 4096)
                                                : damaged.size())] = static_cast<char>(random.next());
    const std::string path = store.folder() + "/damaged-" + std::to_string(i % 2) + ".sqlite";
    for (const char* part : {"", "-wal", "-shm"}) std::filesystem::remove(path + part);
    std::ofstream(path, std::ios::binary) << damaged;
    const Result<std::unique_ptr<store::Database>> database =
        store::open(*store::parse_location(path), false);
    if (!database) {
      ++refused;
      continue;
    }
    read_everything(**database, store.folder(), refused);
    ASSERT_FALSE(::testing::Test::HasFatalFailure());
  }
  EXPECT_GT(refused, 0u);
  EXPECT_LT(memory() - before, kMostMemory);
}

}  // namespace
}  // namespace heddle::campaigns
