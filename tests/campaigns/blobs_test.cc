#include "campaigns/blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "campaigns/digest.h"
#include "campaigns/names.h"
#include "support.h"

namespace heddle::campaigns {
namespace {

using ::testing::HasSubstr;

std::string contents_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Sha256, KnownAnswers) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  Sha256 million;
  for (int i = 0; i < 1000; ++i) million.add(std::string(1000, 'a'));
  EXPECT_EQ(million.finish(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_TRUE(is_digest(sha256("")));
  EXPECT_FALSE(is_digest("E3b0"));
}

TEST(Blobs, ComeBackAsTheyWere) {
  TestStore store;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kChunk, kChunk + 1, 3 * kChunk - 7}) {
    std::string contents(size, '\0');
    for (std::size_t i = 0; i < size; ++i) contents[i] = static_cast<char>(i * 7919 >> 5);
    std::ofstream(store.folder() + "/in", std::ios::binary) << contents;
    const Result<std::string> digest = put_file(store.database(), {}, store.folder() + "/in");
    ASSERT_TRUE(digest) << digest.error();
    const Result<bool> fetched = fetch_file(store.database(), {}, *digest, store.folder() + "/out");
    ASSERT_TRUE(fetched) << fetched.error();
    EXPECT_EQ(contents_of(store.folder() + "/out"), contents);
  }
}

TEST(Blobs, DamageIsSeenAndMended) {
  TestStore store;
  std::ofstream(store.folder() + "/in") << std::string(kChunk + 100, 'x');
  const std::string digest = *put_file(store.database(), {}, store.folder() + "/in");
  const auto error = [&] {
    return fetch_file(store.database(), {}, digest, store.folder() + "/out").error();
  };
  ASSERT_TRUE(store.database().run("UPDATE chunks SET bytes = zeroblob(100) WHERE number = 1"));
  EXPECT_THAT(error(), HasSubstr("it holds something else"));
  EXPECT_FALSE(std::filesystem::exists(store.folder() + "/out"));
  ASSERT_TRUE(store.database().run("UPDATE chunks SET bytes = zeroblob(9000000) WHERE number = 1"));
  EXPECT_THAT(error(), HasSubstr("a part has another size"));
  ASSERT_TRUE(store.database().run("DELETE FROM chunks WHERE number = 1"));
  EXPECT_THAT(error(), HasSubstr("a part is missing"));
  ASSERT_TRUE(put_file(store.database(), {}, store.folder() + "/in"));
  EXPECT_EQ(error(), "");
  ASSERT_TRUE(store.database().run("UPDATE blobs SET size = 9000000000000"));
  EXPECT_THAT(error(), HasSubstr("more than 2 GB"));
  ASSERT_TRUE(store.database().run("DELETE FROM blobs"));
  EXPECT_THAT(error(), HasSubstr("it is not there"));
}

TEST(Names, PathsStayBelowTheirFolder) {
  for (const char* good : {"bin/bank", "files/a/b.txt", "lib/libx.so.1", "files/..a"})
    EXPECT_TRUE(is_safe_path(good)) << good;
  for (const char* bad :
       {"", "/etc/passwd", "../a", "a/../b", "a//b", "a/", "./a", "a/.", "a\nb", "..", "a\\b"})
    EXPECT_FALSE(is_safe_path(bad)) << bad;
}

TEST(Names, WordsComeBack) {
  const std::vector<std::string> words = {"a b", "", "\"'\\", "\xc3\xa9"};
  EXPECT_EQ(words_of_text(words_as_text(words)), words);
  for (const char* bad : {"", "[", "{}", "[1]", "[[\"a\"]]", "[\"a\\u0000b\"]"})
    EXPECT_FALSE(words_of_text(bad)) << bad;
}

}  // namespace
}  // namespace heddle::campaigns
