#include "store/migrations.h"

namespace heddle::store {

namespace {

constexpr char kMakeTable[] =
    "CREATE TABLE IF NOT EXISTS heddle_schema (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied BIGINT "
    "NOT "
    "NULL)";

std::uint64_t last_of(std::span<const Migration> migrations) {
  return migrations.empty() ? 0 : migrations.back().number;
}

std::string too_new(const Database& database, std::uint64_t found, std::uint64_t known) {
  return "the store " + database.location().shown() + " has schema " + std::to_string(found) +
         ", this heddle knows schemas up to " + std::to_string(known) + ": use the newer heddle here, too";
}

}  // namespace

Result<std::uint64_t> schema_number(Database& database, const Patience& patience) {
  const Result<Rows> rows = run(database, patience, "SELECT MAX(number) FROM heddle_schema");
  if (!rows) return Error{rows.error()};
  if (rows->empty() || std::holds_alternative<std::monostate>(rows->rows.front().front()))
    return std::uint64_t{0};
  RowReader reader(rows->rows.front());
  const std::uint64_t number = reader.count();
  if (!reader.ok()) return Error{"the store's table heddle_schema is damaged"};
  return number;
}

Result<bool> migrate(Database& database, std::span<const Migration> migrations, const Patience& patience) {
  const auto work = [&]() -> Result<bool> {
    if (Result<bool> locked = database.lock_schema(); !locked) return locked;
    if (const Result<Rows> made = database.run(kMakeTable); !made) return Error{made.error()};
    const Result<std::uint64_t> number = schema_number(database, {0});  // transact() has the patience
    if (!number) return Error{number.error()};
    if (*number > last_of(migrations)) return Error{too_new(database, *number, last_of(migrations))};
    for (const Migration& migration : migrations) {
      if (migration.number <= *number) continue;
      for (const std::string& statement : migration.statements)
        if (const Result<Rows> done = database.run(statement); !done) return Error{done.error()};
      const Result<Rows> noted =
          database.run("INSERT INTO heddle_schema (number, name, applied) VALUES ($1, $2, {now})",
                       {heddle::store::number(migration.number), migration.name});
      if (!noted) return Error{noted.error()};
    }
    return true;
  };
  return transact(database, patience, work);
}

Result<bool> check_schema(Database& database, std::span<const Migration> migrations,
                          const Patience& patience) {
  const std::string& shown = database.location().shown();
  if (const Result<Rows> any = run(database, patience, "SELECT COUNT(*) FROM heddle_schema"); !any) {
    if (database.fault() != Fault::kOther) return Error{any.error()};
    // Is it the table that is missing, or more?
    if (const Result<Rows> alive = run(database, patience, "SELECT 1"); !alive) return Error{alive.error()};
    return Error{"the store " + shown +
                 " has no campaign; 'heddle campaign create FILE --store ...' puts one into it"};
  }
  const Result<std::uint64_t> number = schema_number(database, patience);
  if (!number) return Error{number.error()};
  if (*number > last_of(migrations)) return Error{too_new(database, *number, last_of(migrations))};
  if (*number < last_of(migrations))
    return Error{"the store " + shown + " has schema " + std::to_string(*number) +
                 " of an older heddle; 'heddle campaign create' with this heddle brings it up to date"};
  return true;
}

}  // namespace heddle::store
