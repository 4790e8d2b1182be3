#include "store/sqlite.h"

#include <sqlite3.h>
#include <filesystem>
#include <unordered_map>

#include "store/words.h"

namespace heddle::store {

namespace {

// No value may be longer, neither one of ours nor one that stands in the file.
constexpr int kLargestValue = 16 << 20;
constexpr int kBusyMilliseconds = 10'000;

const Words kSqliteWords = {
    {"{now}", "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"},
    {"{skip locked}", ""},  // a transaction that writes is the only one
    {"{locked}", ""},
    {"{blob}", "BLOB"},
    {"{key}", "INTEGER PRIMARY KEY AUTOINCREMENT"},
};

class SqliteDatabase : public Database {
 public:
  explicit SqliteDatabase(Location location) : location_(std::move(location)) {}
  ~SqliteDatabase() override { close(); }

  Result<bool> open(bool may_create);
  Result<Rows> run(const std::string& sql, const std::vector<Value>& parameters) override;
  Result<bool> begin() override { return command("BEGIN IMMEDIATE"); }
  Result<bool> commit() override { return command("COMMIT"); }
  void roll_back() override {
    if (connection_ != nullptr && sqlite3_get_autocommit(connection_) == 0)
      sqlite3_exec(connection_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Result<bool> connect() override { return open(false); }
  Result<bool> lock_schema() override { return true; }
  Fault fault() const override { return fault_; }
  const Location& location() const override { return location_; }

 private:
  void close();
  Error failed(int code);
  Result<bool> command(const char* sql);
  Result<sqlite3_stmt*> statement(const std::string& sql);
  int bind(sqlite3_stmt* statement, const std::vector<Value>& parameters);

  Location location_;
  sqlite3* connection_ = nullptr;
  std::unordered_map<std::string, sqlite3_stmt*> statements_;
  Fault fault_ = Fault::kNone;
};

void SqliteDatabase::close() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  statements_.clear();
  sqlite3_close(connection_);
  connection_ = nullptr;
}

Error SqliteDatabase::failed(int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      fault_ = Fault::kBusy;
      break;
    default:
      fault_ = Fault::kOther;
  }
  const std::string store = "the store '" + location_.shown() + "' ";
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return {store + "is no SQLite file"};
    case SQLITE_CORRUPT:
      return {store +
              "is damaged (SQLite: database disk image is malformed); take a copy from before, or "
              "'sqlite3 FILE .recover'"};
    case SQLITE_FULL:
      return {store + "cannot grow: the disk is full"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {store + "cannot be written; its folder must be writable, too"};
    case SQLITE_TOOBIG:
      return {store + "holds a value of more than 16 MB, which none of Heddle's is"};
    case SQLITE_CANTOPEN:
      return {store + "cannot be opened"};
    case SQLITE_BUSY:
      return {store + "is locked by another process"};
    default:
      return {store +
              "says: " + (connection_ != nullptr ? sqlite3_errmsg(connection_) : sqlite3_errstr(code))};
  }
}

Result<bool> SqliteDatabase::command(const char* sql) {
  fault_ = Fault::kNone;
  const int code = sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failed(code);
  return true;
}

Result<bool> SqliteDatabase::open(bool may_create) {
  close();
  const int flags = SQLITE_OPEN_READWRITE | (may_create ? SQLITE_OPEN_CREATE : 0);
  if (const int code = sqlite3_open_v2(location_.file.c_str(), &connection_, flags, nullptr);
      code != SQLITE_OK) {
    const Error error = failed(code);
    std::error_code ignored;
    if (!may_create && !std::filesystem::exists(location_.file, ignored))
      return Error{"there is no store '" + location_.file + "'; 'heddle campaign create FILE --store " +
                   location_.file + "' makes one"};
    return error;
  }
  sqlite3_limit(connection_, SQLITE_LIMIT_LENGTH, kLargestValue);
  sqlite3_busy_timeout(connection_, kBusyMilliseconds);
  // The file may be somebody else's: nothing in it may do what only an application could ask for.
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(connection_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  for (const char* pragma :
       {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"})
    if (Result<bool> set = command(pragma); !set) return set;
  return true;
}

Result<sqlite3_stmt*> SqliteDatabase::statement(const std::string& sql) {
  if (const auto found = statements_.find(sql); found != statements_.end()) return found->second;
  sqlite3_stmt* made = nullptr;
  const std::string text = replace_words(sql, kSqliteWords);
  const int code =
      sqlite3_prepare_v3(connection_, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &made, nullptr);
  if (code != SQLITE_OK) return failed(code);
  statements_[sql] = made;
  return made;
}

int SqliteDatabase::bind(sqlite3_stmt* statement, const std::vector<Value>& parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int at = sqlite3_bind_parameter_index(statement, ("$" + std::to_string(i + 1)).c_str());
    if (at == 0) continue;  // not in the text
    const Value& value = parameters[i];
    int code = SQLITE_OK;
    if (const auto* integer = std::get_if<std::int64_t>(&value))
      code = sqlite3_bind_int64(statement, at, *integer);
    else if (const auto* number = std::get_if<double>(&value))
      code = sqlite3_bind_double(statement, at, *number);
    else if (const auto* text = std::get_if<std::string>(&value))
      code = sqlite3_bind_text64(statement, at, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (const auto* bytes = std::get_if<Bytes>(&value))
      code = bytes->empty()
                 ? sqlite3_bind_zeroblob(statement, at, 0)
                 : sqlite3_bind_blob64(statement, at, bytes->data(), bytes->size(), SQLITE_TRANSIENT);
    else
      code = sqlite3_bind_null(statement, at);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

Value column(sqlite3_stmt* statement, int at) {
  const auto size = [&] { return static_cast<std::size_t>(sqlite3_column_bytes(statement, at)); };
  switch (sqlite3_column_type(statement, at)) {
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(statement, at));
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, at);
    case SQLITE_TEXT: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, at));
      return text != nullptr ? std::string(text, size()) : std::string();
    }
    case SQLITE_BLOB: {
      const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement, at));
      return bytes != nullptr ? Bytes(bytes, bytes + size()) : Bytes();
    }
    default:
      return std::monostate{};
  }
}

Result<Rows> SqliteDatabase::run(const std::string& sql, const std::vector<Value>& parameters) {
  fault_ = Fault::kNone;
  const Result<sqlite3_stmt*> found = statement(sql);
  if (!found) return Error{found.error()};
  sqlite3_stmt* statement = *found;
  int code = bind(statement, parameters);
  Rows result;
  if (code == SQLITE_OK) {
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      Row row;
      for (int i = 0; i < sqlite3_column_count(statement); ++i) row.push_back(column(statement, i));
      result.rows.push_back(std::move(row));
    }
    result.changed = static_cast<std::uint64_t>(sqlite3_changes64(connection_));
  }
  const bool done = code == SQLITE_DONE;
  std::string error;
  if (!done) error = failed(code).message;
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  if (!done) return Error{error};
  return result;
}

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const Location& location, bool may_create) {
  auto database = std::make_unique<SqliteDatabase>(location);
  if (Result<bool> opened = database->open(may_create); !opened) return Error{opened.error()};
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace heddle::store
