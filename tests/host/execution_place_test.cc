#include "host/execution_place.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "search/messages.h"

namespace heddle::host {
namespace {

namespace fs = std::filesystem;

class ExecutionPlaceTest : public ::testing::Test {
 protected:
  ExecutionPlaceTest() {
    std::string pattern = ::testing::TempDir() + "place-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    if (const char* value = std::getenv("TMPDIR")) before_ = value;
    setenv("TMPDIR", folder_.c_str(), 1);
  }
  ~ExecutionPlaceTest() override {
    if (before_.empty())
      unsetenv("TMPDIR");
    else
      setenv("TMPDIR", before_.c_str(), 1);
    fs::remove_all(folder_);
  }
  ExecutionPlaceTest(const ExecutionPlaceTest&) = delete;
  ExecutionPlaceTest& operator=(const ExecutionPlaceTest&) = delete;

  static std::string value_of(const ExecutionPlace& place, const std::string& name) {
    for (const process::Variable& each : place.variables())
      if (each.name == name) return each.value;
    return "";
  }

  std::string folder_, before_;
};

const Surroundings kBoth{.fresh_folder = true, .folder_template = "", .driver = "true"};

TEST_F(ExecutionPlaceTest, NothingIsTakenForNothing) {
  const Result<ExecutionPlace> place = ExecutionPlace::take({}, "");
  ASSERT_TRUE(place);
  EXPECT_TRUE(place->variables().empty());
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ExecutionPlaceTest, IsTheSameAgainAndGoneInBetween) {
  std::string path, socket, port;
  for (int i = 0; i < 2; ++i) {
    const Result<ExecutionPlace> place = ExecutionPlace::take(kBoth, "");
    ASSERT_TRUE(place) << place.error();
    EXPECT_TRUE(fs::is_directory(value_of(*place, kFolderVariable)));
    if (i == 0) {
      path = value_of(*place, kFolderVariable);
      socket = value_of(*place, kSocketVariable);
    }
    EXPECT_EQ(value_of(*place, kFolderVariable), path);
    EXPECT_EQ(value_of(*place, kSocketVariable), socket);
    EXPECT_FALSE(fs::exists(socket));
    EXPECT_EQ(value_of(*place, kPortVariable).size(), 5u);
    std::ofstream(path + "/left") << "x";
  }
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(ExecutionPlaceTest, TwoAtATimeHavePathsOfOneLength) {
  const Result<ExecutionPlace> one = ExecutionPlace::take(kBoth, "");
  const Result<ExecutionPlace> other = ExecutionPlace::take(kBoth, "");
  ASSERT_TRUE(one && other);
  EXPECT_NE(value_of(*one, kFolderVariable), value_of(*other, kFolderVariable));
  EXPECT_EQ(value_of(*one, kFolderVariable).size(), value_of(*other, kFolderVariable).size());
  EXPECT_NE(value_of(*one, kPortVariable), value_of(*other, kPortVariable));
}

TEST_F(ExecutionPlaceTest, FillsInWhatServersTakeAsArguments) {
  const Result<ExecutionPlace> place = ExecutionPlace::take(kBoth, "");
  ASSERT_TRUE(place) << place.error();
  const std::string port = value_of(*place, kPortVariable);
  EXPECT_EQ(place->fill_in({"--port={HEDDLE_PORT}", "{HEDDLE_SOCKET}", "{OTHER}", "$HEDDLE_PORT"}),
            (std::vector<std::string>{"--port=" + port, value_of(*place, kSocketVariable), "{OTHER}",
                                      "$HEDDLE_PORT"}));
  EXPECT_EQ(ExecutionPlace().fill_in({"{HEDDLE_PORT}"}), std::vector<std::string>{"{HEDDLE_PORT}"});
}

TEST_F(ExecutionPlaceTest, TemplateIsSeenFromTheProgramsFolder) {
  fs::create_directories(folder_ + "/here/files");
  Surroundings surroundings{.fresh_folder = true, .folder_template = "files", .driver = ""};
  const Result<ExecutionPlace> place = ExecutionPlace::take(surroundings, folder_ + "/here");
  ASSERT_TRUE(place) << place.error();
  EXPECT_EQ(value_of(*place, kTemplateVariable), folder_ + "/here/files");
  surroundings.folder_template = "nothing";
  const Result<ExecutionPlace> none = ExecutionPlace::take(surroundings, folder_ + "/here");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("there is no folder"), std::string::npos) << none.error();
}

}  // namespace
}  // namespace heddle::host
