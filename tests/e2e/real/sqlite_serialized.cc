// SQLite in serialized mode: two threads use one connection to a database in memory at the same time.
#include <sqlite3.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

sqlite3* database = nullptr;

void check(int result, int expected) {
  if (result == expected) return;
  std::fprintf(stderr, "sqlite: %d, %s\n", result, sqlite3_errmsg(database));
  std::abort();
}

void run(const std::string& statement) {
  check(sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
}

void deposit(int account) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, "update account set balance = balance + ?1 where id = ?2", -1,
                           &statement, nullptr),
        SQLITE_OK);
  for (int amount = 1; amount <= 3; ++amount) {
    check(sqlite3_bind_int(statement, 1, amount), SQLITE_OK);
    check(sqlite3_bind_int(statement, 2, amount % 2 == 0 ? account : 0), SQLITE_OK);
    check(sqlite3_step(statement), SQLITE_DONE);
    check(sqlite3_reset(statement), SQLITE_OK);
  }
  check(sqlite3_finalize(statement), SQLITE_OK);
}

int sum() {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, "select sum(balance) from account", -1, &statement, nullptr), SQLITE_OK);
  check(sqlite3_step(statement), SQLITE_ROW);
  const int result = sqlite3_column_int(statement, 0);
  check(sqlite3_finalize(statement), SQLITE_OK);
  return result;
}

}  // namespace

int main() {
  assert(sqlite3_threadsafe() == 1);
  check(sqlite3_open_v2(":memory:", &database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr),
        SQLITE_OK);
  run("create table account (id integer primary key, balance integer)");
  run("insert into account values (0, 0), (1, 0), (2, 0)");
  std::thread first(deposit, 1), second(deposit, 2);
  first.join();
  second.join();
  const int total = sum();
  assert(total == 12);
  check(sqlite3_close(database), SQLITE_OK);
}
