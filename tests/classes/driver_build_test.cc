// With a compiler that complains as it is told to: about every line that contains certain words.
#include "classes/run/driver_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "small_models.h"

namespace heddle::classes::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class DriverBuild : public ::testing::Test {
 protected:
  DriverBuild() {
    std::filesystem::create_directories(folder_);
    plan_ = {folder_ + "/driver.cpp", folder_ + "/driver", {"/usr/queue.h"}, {"-std=c++20", "-DX"}};
  }
  ~DriverBuild() override { std::filesystem::remove_all(folder_); }

  Result<std::string> build() {
    return build_driver(plan_, operations_,
                        [this](const std::string& source, const std::string& program,
                               const std::vector<std::string>& flags) -> Result<std::string> {
                          EXPECT_EQ(source, plan_.source);
                          EXPECT_EQ(program, plan_.program);
                          EXPECT_EQ(flags, plan_.flags);
                          ++attempts_;
                          return complaints_(text());
                        });
  }

  // Of the file that was written last.
  std::string text() const {
    std::ostringstream text;
    text << std::ifstream(plan_.source).rdbuf();
    return text.str();
  }

  // As a compiler says it.
  static std::string complain_about(const std::string& text, const std::string& words) {
    std::istringstream lines(text);
    std::string said;
    std::size_t number = 1;
    for (std::string line; std::getline(lines, line); ++number)
      if (line.find(words) != line.npos)
        said += "/tmp/driver.cpp:" + std::to_string(number) + ":7: error: no\n";
    return said;
  }

  std::vector<std::string> called() const {
    std::vector<std::string> names;
    for (const Operation& operation : operations_.methods()) names.push_back(operation.name);
    return names;
  }

  std::string folder_ = ::testing::TempDir() + "driver_build_" + std::to_string(::getpid());
  DriverPlan plan_;
  Operations operations_{
      class_model("Queue", {constructor("Queue"), method("push", kVoidType, {parameter(kIntType)}),
                            method("sort", kVoidType), method("merge", kVoidType), method("pop", kIntType)})};
  std::function<Result<std::string>(const std::string&)> complaints_;
  int attempts_ = 0;
};

TEST_F(DriverBuild, WritesWhatItCompiles) {
  complaints_ = [](const std::string&) { return std::string(); };
  const Result<std::string> words = build();
  ASSERT_TRUE(words) << words.error();
  EXPECT_EQ(*words, "");
  EXPECT_EQ(attempts_, 1);
  EXPECT_THAT(text(), HasSubstr("/usr/queue.h"));
  EXPECT_THAT(called(), ElementsAre("push", "sort", "merge", "pop"));
  EXPECT_THAT(operations_.notes(), IsEmpty());
}

// The second complaint is one that the first had hidden.
TEST_F(DriverBuild, LeavesOutWhatDoesNotCompile) {
  complaints_ = [this](const std::string& text) {
    return complain_about(text, attempts_ == 1 ? ".sort(" : ".merge(");
  };
  const Result<std::string> words = build();
  ASSERT_TRUE(words) << words.error();
  EXPECT_EQ(*words, "");
  EXPECT_EQ(attempts_, 3);
  EXPECT_THAT(called(), ElementsAre("push", "pop"));
  EXPECT_THAT(operations_.notes(), ElementsAre("void sort(): a program that calls it does not compile",
                                               "void merge(): a program that calls it does not compile"));
  EXPECT_THAT(text(), Not(HasSubstr(".sort(")));
}

// A specification has all methods of the class, or it is none.
TEST_F(DriverBuild, LeavesOutNothingIfItMayNot) {
  plan_.may_leave_out = MayLeaveOut::kNothing;
  complaints_ = [](const std::string& text) { return complain_about(text, ".sort("); };
  const Result<std::string> words = build();
  ASSERT_TRUE(words) << words.error();
  EXPECT_THAT(*words, HasSubstr("driver.cpp:"));
  EXPECT_EQ(attempts_, 1);
  EXPECT_THAT(called(), ElementsAre("push", "sort", "merge", "pop"));
}

TEST_F(DriverBuild, PassesOnWhatNoMethodIsToBlameFor) {
  complaints_ = [](const std::string&) { return std::string("queue.h:3:1: error: what is this"); };
  const Result<std::string> words = build();
  ASSERT_TRUE(words) << words.error();
  EXPECT_EQ(*words, "queue.h:3:1: error: what is this");
  EXPECT_EQ(attempts_, 1);
  EXPECT_THAT(called(), ElementsAre("push", "sort", "merge", "pop"));
}

TEST_F(DriverBuild, GivesUpAfterAFewAttempts) {
  complaints_ = [this](const std::string& text) {
    const std::vector<std::string> names = {".push(", ".sort(", ".merge(", ".pop("};
    return complain_about(text, names[static_cast<std::size_t>(attempts_ - 1)]);
  };
  const Result<std::string> words = build();
  ASSERT_TRUE(words) << words.error();
  EXPECT_THAT(*words, HasSubstr("error"));
  EXPECT_EQ(attempts_, 4);
  EXPECT_THAT(called(), ElementsAre("pop"));
}

TEST_F(DriverBuild, SaysThatThereIsNoCompiler) {
  complaints_ = [](const std::string&) { return Error{"there is no compiler"}; };
  EXPECT_EQ(build().error(), "there is no compiler");
}

TEST_F(DriverBuild, SaysThatItCannotWrite) {
  plan_.source = folder_ + "/nowhere/driver.cpp";
  EXPECT_THAT(build().error(), HasSubstr("cannot write"));
  EXPECT_EQ(attempts_, 0);
}

}  // namespace
}  // namespace heddle::classes::testing
