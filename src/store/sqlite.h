// A store in an SQLite file, for the processes of one machine.
#pragma once

#include <memory>

#include "store/database.h"

namespace heddle::store {

Result<std::unique_ptr<Database>> open_sqlite(const Location& location, bool may_create);

}  // namespace heddle::store
