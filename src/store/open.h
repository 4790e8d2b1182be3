// A store by its location.
#pragma once

#include <memory>

#include "event/result.h"
#include "store/database.h"
#include "store/location.h"

namespace heddle::store {

// `may_create`: an SQLite file that is not there is made. A server that is away is waited for.
Result<std::unique_ptr<Database>> open(const Location& location, bool may_create,
                                       const Patience& patience = {});

}  // namespace heddle::store
