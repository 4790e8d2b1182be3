#include "sessions/campaign_store.h"

#include <cstdlib>

namespace heddle::sessions {

Result<store::Location> find_store(const std::string& given) {
  const char* variable = std::getenv(kStoreVariable);
  const bool from_variable = given.empty() && variable != nullptr && *variable != '\0';
  Result<store::Location> location =
      store::parse_location(from_variable ? variable : (given.empty() ? kUsualStore : given));
  if (!location) return location;
  if (!from_variable && location->has_password)
    return Error{
        "--store has a password, which every user of this machine can read in the list of processes. Put the "
        "URL into the environment variable HEDDLE_STORE, or the password into PGPASSWORD or ~/.pgpass"};
  store::take_secrets(*location, kStoreVariable);
  return location;
}

}  // namespace heddle::sessions
