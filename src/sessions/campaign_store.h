// The store that a verb of `heddle campaign` was told of.
#pragma once

#include <memory>
#include <string>

#include "event/result.h"
#include "store/database.h"

namespace heddle::sessions {

inline constexpr char kStoreVariable[] = "HEDDLE_STORE";
inline constexpr char kUsualStore[] = "heddle-campaign.sqlite";

// `given` is the option --store; empty: the variable HEDDLE_STORE, or kUsualStore. A password on the command
// line is refused: every user of the machine can read it there. Secrets of the environment go out of it.
Result<store::Location> find_store(const std::string& given);

}  // namespace heddle::sessions
