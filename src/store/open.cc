#include "store/open.h"

#include "store/postgres.h"
#include "store/retry.h"
#include "store/sqlite.h"

namespace heddle::store {

Result<std::unique_ptr<Database>> open(const Location& location, bool may_create, const Patience& patience) {
  if (location.kind == Location::Kind::kSqlite) return open_sqlite(location, may_create);
  std::unique_ptr<Database> database = make_postgres(location);
  for (Retry retry(patience);;) {
    const Result<bool> connected = database->connect();
    if (connected) return database;
    if (database->fault() != Fault::kLost || !retry.pause()) return Error{connected.error()};
  }
}

}  // namespace heddle::store
