#include "store/location.h"

#include <cstdlib>
#include <cstring>
#include <string_view>

namespace heddle::store {

namespace {

constexpr std::string_view kHidden = "***";
constexpr std::string_view kPasswordKey = "password=";

bool is_postgres_url(std::string_view text) {
  return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

// What the kernel shows as this process's environment is the same memory.
std::string taken_out(const char* name) {
  char* value = std::getenv(name);
  if (value == nullptr) return {};
  std::string text = value;
  explicit_bzero(value, std::strlen(value));
  unsetenv(name);
  return text;
}

}  // namespace

void take_secrets(Location& location, const char* variable) {
  location.password = taken_out("PGPASSWORD");
  location.password_file = taken_out("PGPASSFILE");
  taken_out(variable);
}

// Up to the last '@' before the path: a password may have an '@' of its own that its writer forgot to encode.
std::string without_password(const std::string& url) {
  std::string shown = url;
  const std::size_t scheme = shown.find("://");
  if (scheme != std::string::npos) {
    const std::size_t begin = scheme + 3;
    const std::size_t at = shown.rfind('@');
    const std::size_t colon = shown.find(':', begin);
    if (at != std::string::npos && colon != std::string::npos && colon < at)
      shown.replace(colon + 1, at - colon - 1, kHidden);
  }
  for (std::size_t found = 0; (found = shown.find(kPasswordKey, found)) != std::string::npos;) {
    found += kPasswordKey.size();
    shown.replace(found, shown.find('&', found) - found, kHidden);
  }
  return shown;
}

std::string Location::shown() const {
  return kind == Kind::kSqlite ? file : without_password(url);
}

Result<Location> parse_location(const std::string& text) {
  Location location;
  if (is_postgres_url(text)) {
    location.kind = Location::Kind::kPostgres;
    location.url = text;
    location.has_password = without_password(text) != text;
    return location;
  }
  const std::string_view prefix = "sqlite:";
  location.file = text.starts_with(prefix) ? text.substr(prefix.size()) : text;
  if (location.file.starts_with("//")) location.file.erase(0, 2);  // sqlite://campaign.sqlite
  if (location.file.empty()) return Error{"the store has no name; write --store campaign.sqlite"};
  if (location.file.find("://") != std::string::npos)
    return Error{"'" + without_password(text) +
                 "' is no store: write a file for SQLite, or postgresql://user@host/database"};
  return location;
}

}  // namespace heddle::store
