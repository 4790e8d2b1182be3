// What both databases promise. PostgreSQL's is one test, because each test is a process, and would start a
// server.
#include "store/database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <filesystem>
#include <fstream>

#include "store/migrations.h"
#include "store/open.h"
#include "support/postgres_server.h"

namespace heddle::store {
namespace {

using ::testing::HasSubstr;

class Folder {
 public:
  Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "heddle-store-XXXXXX").string();
    path_ = mkdtemp(path.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::unique_ptr<Database> opened(const std::string& text) {
  Result<std::unique_ptr<Database>> database = open(*parse_location(text), true);
  EXPECT_TRUE(database) << database.error();
  return database ? std::move(*database) : nullptr;
}

std::uint64_t single(Database& database, const std::string& sql) {
  const Result<Rows> rows = database.run(sql);
  EXPECT_TRUE(rows) << rows.error();
  if (!rows || rows->empty()) return 0;
  RowReader reader(rows->rows.front());
  return reader.count();
}

void values_come_back(Database& database) {
  ASSERT_TRUE(database.run("CREATE TABLE v (id {key}, n BIGINT, r DOUBLE PRECISION, t TEXT, b {blob})"));
  Bytes all(256);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  const std::string sql = "INSERT INTO v (n, r, t, b) VALUES ($1, $2, $3, $4)";
  const std::string nasty = "'; DROP TABLE v; -- \\ \" $1 {now}";
  const Result<Rows> added = database.run(sql, {std::int64_t{-5}, 0.1, nasty, all});
  ASSERT_TRUE(added) << added.error();
  EXPECT_EQ(added->changed, 1u);
  ASSERT_TRUE(database.run(sql, {std::monostate{}, std::monostate{}, std::monostate{}, Bytes{}}));
  const Result<Rows> rows = database.run("SELECT n, r, t, b, id FROM v ORDER BY id");
  ASSERT_TRUE(rows) << rows.error();
  ASSERT_EQ(rows->rows.size(), 2u);
  EXPECT_EQ(rows->rows[0], (Row{std::int64_t{-5}, 0.1, nasty, all, std::int64_t{1}}));
  EXPECT_EQ(rows->rows[1][0], Value(std::monostate{}));
  EXPECT_EQ(rows->rows[1][3], Value(Bytes{}));
  EXPECT_EQ(single(database, "SELECT CAST(SUM(id) AS BIGINT) FROM v"), 3u);
}

void the_clock_counts_milliseconds(Database& database) {
  const std::uint64_t now = single(database, "SELECT {now}");
  EXPECT_NEAR(static_cast<double>(now), static_cast<double>(time(nullptr)) * 1000, 3'600'000);
}

void transactions_are_all_or_nothing(Database& database) {
  ASSERT_TRUE(database.run("CREATE TABLE a (id BIGINT PRIMARY KEY)"));
  const auto insert = [&database](std::int64_t id) -> Result<bool> {
    const Result<Rows> rows = database.run("INSERT INTO a (id) VALUES ($1)", {id});
    if (!rows) return Error{rows.error()};
    return true;
  };
  EXPECT_TRUE(transact(database, {}, [&] { return insert(1); }));
  // The second one fails, for good: not tried again, and nothing is left of the first.
  int times = 0;
  const Result<bool> failed = transact(database, {}, [&]() -> Result<bool> {
    ++times;
    static_cast<void>(insert(2));
    return insert(1);
  });
  EXPECT_FALSE(failed);
  EXPECT_EQ(times, 1);
  EXPECT_EQ(database.fault(), Fault::kOther);
  EXPECT_EQ(single(database, "SELECT COUNT(*) FROM a"), 1u);
  // Neither is a refusal of the work itself.
  const Result<bool> refused = transact(database, {}, [&]() -> Result<bool> {
    static_cast<void>(insert(3));
    return Error{"no"};
  });
  EXPECT_EQ(refused.error(), "no");
  EXPECT_EQ(single(database, "SELECT COUNT(*) FROM a"), 1u);
}

// Four processes take a hundred tickets.
void tickets_are_taken_once(const std::string& store) {
  const std::unique_ptr<Database> database = opened(store);
  ASSERT_TRUE(database->run("CREATE TABLE tickets (id BIGINT PRIMARY KEY, taken BIGINT NOT NULL)"));
  ASSERT_TRUE(database->run("CREATE TABLE log (ticket BIGINT NOT NULL)"));
  for (std::int64_t i = 0; i < 100; ++i)
    ASSERT_TRUE(database->run("INSERT INTO tickets (id, taken) VALUES ($1, 0)", {i}));
  std::array<pid_t, 4> processes{};
  for (pid_t& process : processes) {
    process = fork();
    if (process != 0) continue;
    const std::unique_ptr<Database> own = opened(store);
    for (bool more = true; more;) {
      const Result<bool> took = transact(*own, {}, [&]() -> Result<bool> {
        const Result<Rows> free =
            own->run("SELECT id FROM tickets WHERE taken = 0 ORDER BY id LIMIT 1 {skip locked}");
        if (!free) return Error{free.error()};
        more = !free->empty();
        if (!more) return true;
        for (const char* sql :
             {"UPDATE tickets SET taken = 1 WHERE id = $1", "INSERT INTO log (ticket) VALUES ($1)"})
          if (const Result<Rows> done = own->run(sql, {free->rows[0][0]}); !done) return Error{done.error()};
        return true;
      });
      if (!took) _exit(1);
    }
    _exit(0);
  }
  for (const pid_t process : processes) {
    int status = 0;
    waitpid(process, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(single(*database, "SELECT COUNT(*) FROM log"), 100u);
  EXPECT_EQ(single(*database, "SELECT COUNT(DISTINCT ticket) FROM log"), 100u);
}

const std::vector<Migration> kTwoSteps = {
    {1, "first", {"CREATE TABLE m (id BIGINT PRIMARY KEY)", "INSERT INTO m (id) VALUES (1)"}},
    {2, "second", {"ALTER TABLE m ADD COLUMN more BIGINT NOT NULL DEFAULT 7"}},
};

void migrations_are_taken_in_order(Database& database) {
  EXPECT_THAT(check_schema(database, kTwoSteps, {}).error(), HasSubstr("has no campaign"));
  const std::vector<Migration> one(kTwoSteps.begin(), kTwoSteps.begin() + 1);
  ASSERT_TRUE(migrate(database, one, {}));
  EXPECT_THAT(check_schema(database, kTwoSteps, {}).error(), HasSubstr("of an older heddle"));
  ASSERT_TRUE(migrate(database, kTwoSteps, {}));
  ASSERT_TRUE(migrate(database, kTwoSteps, {}));
  EXPECT_TRUE(check_schema(database, kTwoSteps, {}));
  EXPECT_EQ(single(database, "SELECT more FROM m"), 7u);
  EXPECT_THAT(check_schema(database, one, {}).error(),
              HasSubstr("has schema 2, this heddle knows schemas up to 1"));
  EXPECT_THAT(migrate(database, one, {}).error(), HasSubstr("use the newer heddle here, too"));
}

void what_both_promise(const std::string& store) {
  const std::unique_ptr<Database> database = opened(store);
  ASSERT_NE(database, nullptr);
  values_come_back(*database);
  the_clock_counts_milliseconds(*database);
  transactions_are_all_or_nothing(*database);
  migrations_are_taken_in_order(*database);
  tickets_are_taken_once(store);
  EXPECT_FALSE(database->run("SELECT nothing FROM nowhere"));
  EXPECT_EQ(database->fault(), Fault::kOther);
  EXPECT_TRUE(database->run("SELECT 1"));
}

TEST(StoreDatabase, Sqlite) {
  const Folder folder;
  what_both_promise(folder.file("a.sqlite"));
}

TEST(StoreDatabase, Postgres) {
  test::PostgresServer server;
  what_both_promise(server.make_database("first"));

  const std::unique_ptr<Database> database = opened(server.url("first"));
  server.kill();
  // The server's process of this connection goes on until it notices.
  while (database->run("SELECT 1")) usleep(1000);
  EXPECT_EQ(database->fault(), Fault::kLost);
  server.restart();
  const Result<Rows> again = run(*database, {}, "SELECT COUNT(*) FROM a");
  EXPECT_TRUE(again) << again.error();

  // A secret that the server refuses or cannot read is in no message.
  for (const std::string& url :
       {"postgresql:///nowhere?user=heddle&password=secret&host=" + server.socket_folder(),
        std::string("postgresql://u:secret@nowhere.invalid/d"), std::string("postgresql://u:sec%ret@h/d"),
        std::string("postgresql://h/d?pass=1&password=secret")}) {
    const Result<std::unique_ptr<Database>> refused = open(*parse_location(url), false, {.seconds = 0});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().find("sec"), std::string::npos) << refused.error();
  }
}

TEST(StoreDatabase, SqliteFilesThatAreNone) {
  const Folder folder;
  const auto error_of = [](const std::string& file) {
    Result<std::unique_ptr<Database>> database = open(*parse_location(file), false);
    return database ? check_schema(**database, kTwoSteps, {}).error() : database.error();
  };
  EXPECT_THAT(error_of(folder.file("missing.sqlite")), HasSubstr("there is no store"));
  std::ofstream(folder.file("text.sqlite")) << std::string(10'000, 'x');
  EXPECT_THAT(error_of(folder.file("text.sqlite")), HasSubstr("is no SQLite file"));
  std::ofstream(folder.file("empty.sqlite"));
  EXPECT_THAT(error_of(folder.file("empty.sqlite")), HasSubstr("has no campaign"));
}

TEST(StoreDatabase, SqliteTakesNoLargeValue) {
  const Folder folder;
  const std::unique_ptr<Database> database = opened(folder.file("a.sqlite"));
  const Result<Rows> rows = database->run("SELECT zeroblob(100000000)");
  ASSERT_FALSE(rows);
  EXPECT_THAT(rows.error(), HasSubstr("more than 16 MB"));
}

}  // namespace
}  // namespace heddle::store
