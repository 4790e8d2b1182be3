// The schema of a store, as numbered steps from the empty database. A step that was published never changes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "store/database.h"

namespace heddle::store {

struct Migration {
  std::uint64_t number;
  std::string name;
  std::vector<std::string> statements;
};

// The number of the last step that was taken; 0: the database has no tables of Heddle's.
Result<std::uint64_t> schema_number(Database& database, const Patience& patience);

// Takes the steps that are missing, each in a transaction. A store of a newer schema is refused.
Result<bool> migrate(Database& database, std::span<const Migration> migrations, const Patience& patience);
// For those who must not change it: refuses an older one, too.
Result<bool> check_schema(Database& database, std::span<const Migration> migrations,
                          const Patience& patience);

}  // namespace heddle::store
