#include "store/value.h"

#include <gtest/gtest.h>
#include <limits>

namespace heddle::store {
namespace {

TEST(RowReader, ReadsWhatIsThere) {
  const Row row{std::int64_t{7}, 0.5, std::string("text"), Bytes{1, 2}, std::monostate{}, std::int64_t{1}};
  RowReader reader(row);
  EXPECT_EQ(reader.count(), 7u);
  EXPECT_EQ(reader.real(), 0.5);
  EXPECT_EQ(reader.text(4), "text");
  EXPECT_EQ(reader.bytes(2), (Bytes{1, 2}));
  EXPECT_EQ(reader.text(0), "");
  EXPECT_TRUE(reader.flag());
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.count(), 0u);
  EXPECT_FALSE(reader.ok());
}

TEST(RowReader, RefusesWhatIsDamaged) {
  const auto refuses = [](const Value& value, auto read) {
    const Row row{value};
    RowReader reader(row);
    read(reader);
    return !reader.ok();
  };
  EXPECT_TRUE(refuses(std::int64_t{-1}, [](RowReader& r) { r.count(); }));
  EXPECT_TRUE(refuses(std::string("7"), [](RowReader& r) { r.count(); }));
  EXPECT_TRUE(refuses(std::monostate{}, [](RowReader& r) { r.count(); }));
  EXPECT_TRUE(refuses(std::numeric_limits<double>::infinity(), [](RowReader& r) { r.real(); }));
  EXPECT_TRUE(refuses(std::string("text"), [](RowReader& r) { r.text(3); }));
  EXPECT_TRUE(refuses(Bytes{1}, [](RowReader& r) { r.text(3); }));
  EXPECT_TRUE(refuses(Bytes{1, 2}, [](RowReader& r) { r.bytes(1); }));
}

}  // namespace
}  // namespace heddle::store
