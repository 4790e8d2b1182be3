// heddle-out is replaced if Heddle wrote it, and left alone if it did not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class OutputFolder : public ::testing::Test {
 protected:
  Outcome search(const std::string& seed) const {
    return workplace_.run_heddle(
        {"run", "--quiet", "--seed", seed, "--executions", "300", "--", program("lost_update")});
  }
  Json seed_in(const std::string& folder) const { return workplace_.results(folder).at("seed"); }
  Workplace workplace_;
};

TEST_F(OutputFolder, FormerOneBecomesOld) {
  search("1");
  EXPECT_FALSE(workplace_.exists("heddle-out.old"));
  search("2");
  EXPECT_EQ(seed_in("heddle-out"), 2);
  EXPECT_EQ(seed_in("heddle-out.old"), 1);
  search("3");
  EXPECT_EQ(seed_in("heddle-out"), 3);
  EXPECT_EQ(seed_in("heddle-out.old"), 2);
  EXPECT_FALSE(workplace_.exists("heddle-out.old.old"));
}

TEST_F(OutputFolder, OfSomebodyElseIsRefused) {
  fs::create_directory(workplace_.path("heddle-out"));
  workplace_.write("heddle-out/thesis.txt", "years of work");
  const Outcome refused = search("1");
  EXPECT_EQ(refused.status, 2) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("'heddle-out' exists and was not written by Heddle"));
  EXPECT_EQ(workplace_.read("heddle-out/thesis.txt"), "years of work");
  EXPECT_FALSE(workplace_.exists("heddle-out.old"));
}

TEST_F(OutputFolder, OldOneOfSomebodyElseIsRefused) {
  search("1");
  fs::create_directory(workplace_.path("heddle-out.old"));
  workplace_.write("heddle-out.old/thesis.txt", "years of work");
  const Outcome refused = search("2");
  EXPECT_EQ(refused.status, 2) << describe(refused);
  EXPECT_EQ(workplace_.read("heddle-out.old/thesis.txt"), "years of work");
  EXPECT_EQ(seed_in("heddle-out"), 1);
}

TEST_F(OutputFolder, FileOfThatNameIsRefused) {
  workplace_.write("heddle-out", "a file");
  const Outcome refused = search("1");
  EXPECT_EQ(refused.status, 2) << describe(refused);
  EXPECT_EQ(workplace_.read("heddle-out"), "a file");
}

TEST_F(OutputFolder, CanBeNamed) {
  const Outcome search = workplace_.run_heddle(
      {"run", "--quiet", "--out", "deep/in/here", "--json", "copy.json", "--", program("lost_update")});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_TRUE(workplace_.exists("deep/in/here/bug-1.schedule"));
  EXPECT_EQ(workplace_.results("deep/in/here"), workplace_.json("copy.json"));
  EXPECT_FALSE(workplace_.exists("heddle-out"));
  EXPECT_THAT(search.out, HasSubstr("heddle replay deep/in/here/bug-1.schedule"));
}

TEST_F(OutputFolder, IsRefusedWhileAnotherSearchWritesToIt) {
  Command endless =
      workplace_.heddle({"run", "--quiet", "--time", "10m", "--", program("lost_update_fixed")});
  Process first(endless);
  ASSERT_TRUE(eventually(std::chrono::seconds(60), [&] { return workplace_.exists("heddle-out/.heddle"); }));
  const Outcome second = search("2");
  EXPECT_EQ(second.status, 2) << describe(second);
  EXPECT_THAT(second.err, HasSubstr("another heddle is writing to 'heddle-out'"));
  EXPECT_FALSE(workplace_.exists("heddle-out.old"));
  first.signal(SIGINT);
  EXPECT_EQ(first.finish().status, 130);
  EXPECT_EQ(search("3").status, 1);
  EXPECT_EQ(seed_in("heddle-out"), 3);
}

}  // namespace
}  // namespace heddle::e2e
