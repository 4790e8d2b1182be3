// The values are written into schedule files: none of these numbers may ever change.
#include "event/hash.h"

#include <gtest/gtest.h>

#include <set>

#include "event/thread_name.h"

namespace heddle {
namespace {

TEST(Hash, MixNeverChanges) {
  EXPECT_EQ(mix(0), 0u);
  EXPECT_EQ(mix(1), 0x5692161d100b05e5u);
  EXPECT_EQ(mix(~0ull), 0xb4d055fcf2cbbd7bu);
}

TEST(Hash, CombineNeverChanges) {
  EXPECT_EQ(combine(0, 0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(combine(1, 2), 0x1d0b14e4db018fedu);
}

TEST(Hash, HashTextNeverChanges) {
  EXPECT_EQ(hash_text(""), 0xf52a15e9a9b5e89bu);
  EXPECT_EQ(hash_text("main"), 0xb1375cb6f94d9218u);
  EXPECT_EQ(hash_text("main.0"), 0x173c4ca267743b1eu);
  EXPECT_EQ(hash_text("\xc3\xbf"), 0xcc9fbebfc04b490au) << "characters are unsigned on every machine";
}

TEST(Hash, MixLosesNothing) {
  std::set<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 10'000; ++i) values.insert(mix(i));
  EXPECT_EQ(values.size(), 10'000u);
}

TEST(ThreadName, IsThePathOfCreation) {
  EXPECT_EQ(kMainThreadName, "main");
  EXPECT_EQ(child_name("main", 0), "main.0");
  EXPECT_EQ(child_name("main.0", 12), "main.0.12");
  for (const unsigned ordinal : {0u, 7u, 10u, 12u, 105u, 65'535u})
    for (const unsigned other : {0u, 1u, 2u, 7u, 10u, 12u, 105u, 65'535u})
      EXPECT_EQ(is_child_name(child_name("main.0", ordinal), "main.0", other), ordinal == other);
  EXPECT_FALSE(is_child_name("main", "main", 0));
  EXPECT_FALSE(is_child_name("main.", "main", 0));
  EXPECT_FALSE(is_child_name("main.05", "main", 5));
  EXPECT_FALSE(is_child_name("main.1.2", "main", 2));
  EXPECT_FALSE(is_child_name("", "main", 0));
}

TEST(ThreadName, HasAHashOfItsOwn) {
  EXPECT_EQ(name_hash("main"), hash_text("main"));
  std::set<std::uint64_t> hashes{name_hash("main")};
  for (unsigned i = 0; i < 100; ++i) {
    const std::string child = child_name("main", i);
    hashes.insert(name_hash(child));
    for (unsigned k = 0; k < 100; ++k) hashes.insert(name_hash(child_name(child, k)));
  }
  EXPECT_EQ(hashes.size(), 1u + 100 + 10'000);
}

}  // namespace
}  // namespace heddle
