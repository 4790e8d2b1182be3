#include "compile/response_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::compile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ResponseText, IsSplitByTheRulesOfGcc) {
  EXPECT_THAT(split_response_text(""), IsEmpty());
  EXPECT_THAT(split_response_text(" \n\t "), IsEmpty());
  EXPECT_THAT(split_response_text("-c a.cc\n-o\ta.o\r\n"), ElementsAre("-c", "a.cc", "-o", "a.o"));
  EXPECT_THAT(split_response_text("-DA='a b' \"-DB=c d\""), ElementsAre("-DA=a b", "-DB=c d"));
  EXPECT_THAT(split_response_text(R"(-DC=e\ f -DD=\"x\")"), ElementsAre("-DC=e f", "-DD=\"x\""));
  EXPECT_THAT(split_response_text(R"('g\h' "i\"j" "k'l")"), ElementsAre("gh", "i\"j", "k'l"));
  EXPECT_THAT(split_response_text("'' a\"\"b"), ElementsAre("", "ab"));
  EXPECT_THAT(split_response_text("'open end"), ElementsAre("open end"));
  EXPECT_THAT(split_response_text("end\\"), ElementsAre("end"));
}

TEST(ResponseText, ReadsBackWhatWasWritten) {
  const std::vector<std::string> words = {"-c", "",      "two words", "tab\there", "new\nline",
                                          "'",  "\"q\"", "back\\",    "@file",     "ümlaut"};
  EXPECT_EQ(split_response_text(response_text(words)), words);
}

TEST(ResponseFile, IsExpandedWhereItStands) {
  Workshop workshop;
  workshop.write("outer", "-b @" + workshop.path("inner") + " -e");
  workshop.write("inner", "-c '-d d'");
  const auto expanded = expand_response_files({"-a", "@" + workshop.path("outer"), "-f"});
  ASSERT_TRUE(expanded.ok());
  EXPECT_THAT(*expanded, ElementsAre("-a", "-b", "-c", "-d d", "-e", "-f"));
}

TEST(ResponseFile, MayBeEmpty) {
  Workshop workshop;
  workshop.write("empty", "");
  const auto expanded = expand_response_files({"-a", "@" + workshop.path("empty")});
  ASSERT_TRUE(expanded.ok());
  EXPECT_THAT(*expanded, ElementsAre("-a"));
}

TEST(ResponseFile, ThatCannotBeReadStaysForTheCompilerToComplainAbout) {
  Workshop workshop;
  const std::string directory = "@" + workshop.path("out");
  const auto expanded = expand_response_files({"@", "@/nowhere/file", directory});
  ASSERT_TRUE(expanded.ok());
  EXPECT_THAT(*expanded, ElementsAre("@", "@/nowhere/file", directory));
}

TEST(ResponseFile, ThatNamesItselfIsAnError) {
  Workshop workshop;
  workshop.write("self", "@" + workshop.path("self"));
  const auto expanded = expand_response_files({"@" + workshop.path("self")});
  ASSERT_FALSE(expanded.ok());
  EXPECT_THAT(expanded.error(), HasSubstr("name itself?"));
}

}  // namespace
}  // namespace heddle::compile
