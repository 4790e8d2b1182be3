#include "store/location.h"

#include <gtest/gtest.h>

namespace heddle::store {
namespace {

TEST(StoreLocation, FilesAndUrls) {
  EXPECT_EQ(parse_location("a/b.sqlite")->file, "a/b.sqlite");
  EXPECT_EQ(parse_location("sqlite:b.sqlite")->file, "b.sqlite");
  EXPECT_EQ(parse_location("sqlite:///tmp/b.sqlite")->file, "/tmp/b.sqlite");
  EXPECT_EQ(parse_location("postgresql://u@h/d")->kind, Location::Kind::kPostgres);
  EXPECT_EQ(parse_location("postgres://u@h/d")->kind, Location::Kind::kPostgres);
  EXPECT_FALSE(parse_location(""));
  EXPECT_EQ(parse_location("mysql://u:secret@h/d").error(),
            "'mysql://u:***@h/d' is no store: write a file for SQLite, or postgresql://user@host/database");
}

TEST(StoreLocation, ShowsNoPassword) {
  for (const char* url :
       {"postgresql://u:secret@h:5432/d", "postgresql://u:se@cret@h/d", "postgresql://h/d?password=secret",
        "postgresql://h/d?user=u&password=secret&sslmode=require", "postgresql://u:secret@[::1]/d",
        "postgresql://u:se/cret@h/d", "postgresql://u:a@h/d?password=secret"}) {
    const Result<Location> location = parse_location(url);
    ASSERT_TRUE(location);
    EXPECT_TRUE(location->has_password) << url;
    for (const char* part : {"secret", "cret"})
      EXPECT_EQ(location->shown().find(part), std::string::npos) << location->shown();
  }
  EXPECT_FALSE(parse_location("postgresql://u@h:5432/d?sslmode=require")->has_password);
  EXPECT_EQ(parse_location("postgresql://u@h:5432/d")->shown(), "postgresql://u@h:5432/d");
}

}  // namespace
}  // namespace heddle::store
