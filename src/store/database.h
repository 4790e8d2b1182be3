// One interface over SQLite (its C API) and PostgreSQL (libpq). The same SQL text goes to both: parameters
// are $1, $2, ... and never part of the text, and these words in it become what the database calls them:
//   {now}          milliseconds since 1970, by the database's clock: machines disagree about the time
//   {skip locked}  of a SELECT within a transaction: rows that another one is about to change are passed over
//   {locked}       likewise: they are waited for
//   {blob}         the type of a column of bytes
//   {key}          the type of a column that numbers its rows by itself
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "event/result.h"
#include "store/location.h"
#include "store/patience.h"
#include "store/value.h"

namespace heddle::store {

// Why the last statement failed, as far as it decides what to do.
enum class Fault : std::uint8_t {
  kNone,
  kBusy,   // another transaction was in the way: the whole transaction again
  kLost,   // there is no connection (any more): connect, then the whole transaction again
  kOther,  // again would fail again
};

class Database {
 public:
  virtual ~Database() = default;
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // The error is a sentence, with no parameter and no password in it.
  virtual Result<Rows> run(const std::string& sql, const std::vector<Value>& parameters = {}) = 0;
  virtual Result<bool> begin() = 0;  // a transaction that will write
  virtual Result<bool> commit() = 0;
  virtual void roll_back() = 0;
  virtual Result<bool> connect() = 0;  // again
  // Within a transaction: no other process gets beyond this point before its end.
  virtual Result<bool> lock_schema() = 0;
  virtual Fault fault() const = 0;
  virtual const Location& location() const = 0;
};

// Runs `work` in a transaction, again as long as the database was busy or away. `work` must be idempotent:
// the connection may be lost at the very end, and then whether it was committed is not known. An error that
// is not the database's own ends it.
Result<bool> transact(Database& database, const Patience& patience,
                      const std::function<Result<bool>()>& work);
// The same for a single statement that changes nothing, or may be repeated.
Result<Rows> run(Database& database, const Patience& patience, const std::string& sql,
                 const std::vector<Value>& parameters = {});

}  // namespace heddle::store
