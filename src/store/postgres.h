// A store in a PostgreSQL database, for the processes of many machines.
#pragma once

#include <memory>

#include "store/database.h"

namespace heddle::store {

// Not yet connected.
std::unique_ptr<Database> make_postgres(const Location& location);

}  // namespace heddle::store
