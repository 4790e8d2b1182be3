#include "compile/compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::compile {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(CompilerOption, IsTakenOffTheLine) {
  std::vector<std::string> arguments = {"-c", "--compiler", "clang++", "a.cc"};
  auto asked = take_compiler_option(arguments);
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(*asked, "clang++");
  EXPECT_THAT(arguments, ElementsAre("-c", "a.cc"));

  arguments = {"--compiler=g++-12", "a.cc", "--compile"};
  asked = take_compiler_option(arguments);
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(*asked, "g++-12");
  EXPECT_THAT(arguments, ElementsAre("a.cc", "--compile"));

  asked = take_compiler_option(arguments);
  ASSERT_TRUE(asked.ok());
  EXPECT_EQ(*asked, std::nullopt);
}

TEST(CompilerOption, NeedsAName) {
  for (const auto& given : std::vector<std::vector<std::string>>{{"a.cc", "--compiler"}, {"--compiler="}}) {
    std::vector<std::string> arguments = given;
    const auto asked = take_compiler_option(arguments);
    ASSERT_FALSE(asked.ok());
    EXPECT_THAT(asked.error(), HasSubstr("--compiler needs"));
  }
}

#define GNU_NOTICE                                        \
  "\nCopyright (C) 2022 Free Software Foundation, Inc.\n" \
  "This is free software; see the source for copying conditions.  There is NO\nwarranty"

TEST(CompilerVersion, TellsFamilyAndNumber) {
  const struct {
    const char* text;
    Family family;
    int version;
  } kCases[] = {
      {"g++ (Debian 12.2.0-14) 12.2.0" GNU_NOTICE, Family::kGcc, 12},
      {"gcc (GCC) 13.2.1 20230801 (Red Hat 13.2.1-1)" GNU_NOTICE, Family::kGcc, 13},
      {"g++-9 (Ubuntu 9.4.0-1ubuntu1~20.04 (x)) 9.4.0" GNU_NOTICE, Family::kGcc, 9},
      {"Debian clang version 19.1.7 (3)\nTarget: aarch64-unknown-linux-gnu", Family::kClang, 19},
      {"clang version 14.0.6", Family::kClang, 14},
  };
  for (const auto& c : kCases) {
    const auto compiler = recognise_version_text(c.text);
    ASSERT_TRUE(compiler.has_value()) << c.text;
    EXPECT_EQ(compiler->family, c.family) << c.text;
    EXPECT_EQ(compiler->major_version, c.version) << c.text;
  }
  EXPECT_FALSE(recognise_version_text("tcc version 0.9.27 (x86_64 Linux)").has_value());
  EXPECT_FALSE(recognise_version_text("true (GNU coreutils) 9.1\nCopyright (C) 2022 Free Software Foundation")
                   .has_value());
}

TEST(FindCompiler, SaysWhatToSetWhenItIsNotThere) {
  const auto compiler = find_compiler(Driver::kCxx, "no-such-compiler-anywhere");
  ASSERT_FALSE(compiler.ok());
  EXPECT_THAT(compiler.error(), HasSubstr("'no-such-compiler-anywhere' (from --compiler) was not found"));
}

TEST(FindCompiler, RefusesAProgramThatIsNoCompiler) {
  const auto compiler = find_compiler(Driver::kC, "/bin/true");
  ASSERT_FALSE(compiler.ok());
  EXPECT_THAT(compiler.error(), HasSubstr("neither gcc nor clang: set HEDDLE_CC"));
}

}  // namespace
}  // namespace heddle::compile
