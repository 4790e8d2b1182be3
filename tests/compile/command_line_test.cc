#include "compile/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::compile {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> files(const CommandLine& line, ItemKind kind) {
  std::vector<std::string> names;
  for (const Item& item : line.items) {
    if (item.kind == kind) names.push_back(item.value);
  }
  return names;
}

CommandLine gcc(const std::vector<std::string>& arguments) {
  return parse_command_line(arguments, Family::kGcc);
}

CommandLine clang(const std::vector<std::string>& arguments) {
  return parse_command_line(arguments, Family::kClang);
}

TEST(CommandLine, GoalIsWhatTheOptionsAskFor) {
  const struct {
    std::vector<std::string> arguments;
    Goal goal;
  } kCases[] = {
      {{"a.cc"}, Goal::kLink},
      {{"a.o", "-o", "prog"}, Goal::kLink},
      {{"-shared", "a.o"}, Goal::kLink},
      {{"-lfoo"}, Goal::kLink},
      {{"-Wl,--whole-archive,libx.a"}, Goal::kLink},
      {{"-c", "a.cc"}, Goal::kObject},
      {{"--compile", "a.cc"}, Goal::kObject},
      {{"-c", "-S", "a.cc"}, Goal::kTranslate},
      {{"-fsyntax-only", "a.cc"}, Goal::kTranslate},
      {{"a.h"}, Goal::kTranslate},
      {{"-x", "c++-header", "list"}, Goal::kTranslate},
      {{"a.cc", "a.h"}, Goal::kLink},
      {{"-E", "-dM", "-x", "c", "-"}, Goal::kPreprocess},
      {{"-c", "-M", "a.cc"}, Goal::kPreprocess},
      {{"-MM", "a.cc"}, Goal::kPreprocess},
      {{"-MD", "a.cc"}, Goal::kLink},
      {{}, Goal::kAnswer},
      {{"-v"}, Goal::kAnswer},
      {{"-###"}, Goal::kAnswer},
      {{"--version"}, Goal::kAnswer},
      {{"--version", "a.cc"}, Goal::kAnswer},
      {{"-dumpmachine"}, Goal::kAnswer},
      {{"-print-search-dirs"}, Goal::kAnswer},
      {{"-print-file-name=libc.so"}, Goal::kAnswer},
      {{"-O2", "-Wl,--version"}, Goal::kAnswer},
      {{"-Xlinker", "--version"}, Goal::kAnswer},
      {{"-cc1", "a.cc"}, Goal::kAnswer},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(gcc(c.arguments).goal, c.goal) << testing::PrintToString(c.arguments);
    EXPECT_EQ(clang(c.arguments).goal, c.goal) << testing::PrintToString(c.arguments);
  }
}

TEST(CommandLine, TellsSourcesFromWhatTheLinkerReads) {
  const CommandLine line = gcc({"a.cc", "b.o", "c.c", "d.a", "e.so.1", "f.S", "-lg", "h.unknown", "-"});
  EXPECT_THAT(files(line, ItemKind::kSource), ElementsAre("a.cc", "c.c", "f.S", "-"));
  EXPECT_THAT(files(line, ItemKind::kLinkInput), ElementsAre("b.o", "d.a", "e.so.1", "h.unknown"));
  EXPECT_THAT(files(line, ItemKind::kLinkerArgument), ElementsAre("-lg"));
}

TEST(CommandLine, ArgumentsOfOptionsAreNoSources) {
  const std::vector<std::string> kOptions = {"-include",
                                             "-imacros",
                                             "-isystem",
                                             "-idirafter",
                                             "-iquote",
                                             "-I",
                                             "-D",
                                             "-U",
                                             "-L",
                                             "-T",
                                             "-u",
                                             "-z",
                                             "-e",
                                             "-B",
                                             "-MF",
                                             "-MT",
                                             "-MQ",
                                             "-Xlinker",
                                             "-Xclang",
                                             "-mllvm",
                                             "-Xassembler",
                                             "-arch",
                                             "-target",
                                             "-l",
                                             "-o",
                                             "--sysroot",
                                             "--param",
                                             "-isysroot",
                                             "-Xpreprocessor"};
  for (const std::string& option : kOptions) {
    const CommandLine line = clang({"-c", option, "not_a_source.cc", "source.cc"});
    EXPECT_THAT(files(line, ItemKind::kSource), ElementsAre("source.cc")) << option;
    EXPECT_THAT(files(line, ItemKind::kLinkInput), IsEmpty()) << option;
  }
  // Joined, they take nothing more.
  for (const std::string option : {"-Iinclude", "-DX", "-Llib", "-lm", "-MFx.d", "-oprog", "-Wl,-z,now"}) {
    EXPECT_THAT(files(gcc({option, "a.cc"}), ItemKind::kSource), ElementsAre("a.cc")) << option;
  }
}

TEST(CommandLine, OutputInAllItsSpellings) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"-o", "prog"}, {"-oprog"}, {"--output", "prog"}, {"--output=prog"}, {"-o", "x", "-o", "prog"}}) {
    EXPECT_EQ(gcc(arguments).output, "prog") << testing::PrintToString(arguments);
  }
  EXPECT_EQ(gcc({"a.cc"}).output, std::nullopt);
}

TEST(CommandLine, LanguageIsInEffectUntilTheNext) {
  const CommandLine line =
      gcc({"a.c", "-x", "c++", "b.c", "c.o", "-xassembler", "d", "-x", "none", "e.c", "f.o"});
  std::vector<std::string> languages;
  for (const Item& item : line.items) {
    if (item.kind == ItemKind::kSource) languages.push_back(item.value + ":" + item.forced_language);
  }
  EXPECT_THAT(languages, ElementsAre("a.c:", "b.c:c++", "c.o:c++", "d:assembler", "e.c:"));
  EXPECT_THAT(files(line, ItemKind::kLinkInput), ElementsAre("f.o"));
}

TEST(CommandLine, LanguageOfAFileDependsOnItsExtension) {
  EXPECT_EQ(language_of_extension("dir.x/a.c", Family::kGcc), Language::kCFamily);
  EXPECT_EQ(language_of_extension("a.C", Family::kGcc), Language::kCFamily);
  EXPECT_EQ(language_of_extension("a.ii", Family::kGcc), Language::kCFamily);
  EXPECT_EQ(language_of_extension("a.hpp", Family::kGcc), Language::kHeader);
  EXPECT_EQ(language_of_extension("a.s", Family::kGcc), Language::kAssembler);
  EXPECT_EQ(language_of_extension("a.f90", Family::kGcc), Language::kOther);
  EXPECT_EQ(language_of_extension("a.cppm", Family::kClang), Language::kCFamily);
  EXPECT_EQ(language_of_extension("a.cppm", Family::kGcc), Language::kLinkInput);
  EXPECT_EQ(language_of_extension("dir.cc/prog", Family::kGcc), Language::kLinkInput);
}

TEST(CommandLine, AfterTwoDashesClangReadsFilesOnly) {
  const CommandLine line = clang({"-c", "--", "-a.cc", "b.cc"});
  EXPECT_THAT(files(line, ItemKind::kSource), ElementsAre("./-a.cc", "b.cc"));
  EXPECT_TRUE(gcc({"--", "a.cc"}).has("--"));  // unknown to gcc, which says so
}

}  // namespace
}  // namespace heddle::compile
