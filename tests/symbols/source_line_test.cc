#include "symbols/source_line.h"

#include <gtest/gtest.h>

#include "test_program.h"

namespace heddle::symbols::testing {
namespace {

TEST(SourceLine, IsReadWithoutItsEnd) {
  const TemporaryFolder folder;
  const std::string path = folder.write("lines", "first\n\tsecond\r\n\nfourth");
  EXPECT_EQ(source_line(path, 1), "first");
  EXPECT_EQ(source_line(path, 2), "\tsecond");
  EXPECT_EQ(source_line(path, 3), "");
  EXPECT_EQ(source_line(path, 4), "fourth");
}

TEST(SourceLine, MayNotExist) {
  const TemporaryFolder folder;
  const std::string path = folder.write("lines", "only\n");
  for (int line : {-1, 0, 2, 1000}) EXPECT_FALSE(source_line(path, line).has_value()) << line;
  EXPECT_FALSE(source_line(folder.file("missing"), 1).has_value());
  EXPECT_FALSE(source_line(folder.path().string(), 1).has_value());
}

}  // namespace
}  // namespace heddle::symbols::testing
