// Where a store is: an SQLite file or the URL of a PostgreSQL database, and how to speak of it without its
// password.
#pragma once

#include <string>

#include "event/result.h"

namespace heddle::store {

struct Location {
  enum class Kind : std::uint8_t { kSqlite, kPostgres };

  Kind kind = Kind::kSqlite;
  std::string file;  // of SQLite
  std::string url;   // of PostgreSQL, with its password if it has one
  bool has_password = false;
  std::string password;       // of PostgreSQL, where the URL has none
  std::string password_file;  // likewise

  // For people: the file, or the URL with *** for its password.
  std::string shown() const;
};

// "campaign.sqlite", "sqlite:campaign.sqlite", "postgresql://user@host/database".
Result<Location> parse_location(const std::string& text);

// PGPASSWORD and PGPASSFILE, which go out of the environment, and out of what /proc shows of it: programs
// under test get neither them nor `variable`.
void take_secrets(Location& location, const char* variable);

// The same text with *** for what may be a password in it.
std::string without_password(const std::string& url);

}  // namespace heddle::store
