#include "compile/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compile/memory_calls.h"

namespace heddle::compile {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const Compiler kGcc{{"g++"}, Family::kGcc, 12};
const Compiler kClang{{"clang++"}, Family::kClang, 19};

Plan plan(const Compiler& compiler, const std::vector<std::string>& arguments) {
  const auto made = make_plan(parse_command_line(arguments, compiler.family), compiler,
                              {"/heddle/lib", "/heddle/include"}, "/scratch");
  EXPECT_TRUE(made.ok()) << made.error();
  return made ? *made : Plan();
}

std::vector<std::string> commands(const Plan& plan) {
  std::vector<std::string> lines;
  for (const Step& step : plan.steps) {
    std::string line;
    for (const std::string& word : step.words) line += (line.empty() ? "" : " ") + word;
    lines.push_back(line);
  }
  return lines;
}

// The only command of a line that stays one.
std::string command(const Compiler& compiler, const std::vector<std::string>& arguments) {
  const std::vector<std::string> lines = commands(plan(compiler, arguments));
  EXPECT_EQ(lines.size(), 1u);
  return lines.empty() ? "" : lines[0];
}

std::string without(std::string text, const std::string& part) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.erase(at, part.size());
}

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += " " + word;
  return line;
}

const std::string kGccFlags =
    " -fsanitize=thread -fno-omit-frame-pointer -O1 -g --param=large-stack-frame=0"
    " --param=large-stack-frame-growth=0 -Wno-tsan --param=tsan-distinguish-volatile=1" +
    joined(gcc_memory_call_flags()) + " -Wp,-U_FORTIFY_SOURCE -idirafter /heddle/include";
constexpr const char* kClangFlags =
    " -fsanitize=thread -fno-omit-frame-pointer -O1 -g -mllvm -inline-max-stacksize=0"
    " -mllvm -tsan-instrument-read-before-write=1"
    " -mllvm -tsan-distinguish-volatile=1 -idirafter /heddle/include";
constexpr const char* kRuntimeFirst =
    " -Wl,--push-state,--no-as-needed /heddle/lib/libheddle.so -Wl,--pop-state";
constexpr const char* kRuntimeSettings = " -Wl,-rpath,/heddle/lib -Wl,-z,now";

TEST(PlanCompile, StaysOneCommandWithTheFlagsLast) {
  EXPECT_EQ(command(kGcc, {"-c", "a.cc", "-o", "a.o"}), std::string("g++ -c a.cc -o a.o") + kGccFlags);
  EXPECT_EQ(command(kClang, {"-c", "a.cc"}), std::string("clang++ -c a.cc --start-no-unused-arguments") +
                                                 kClangFlags + " --end-no-unused-arguments");
  for (const std::string mode : {"-S", "-E", "-M", "-MM", "-fsyntax-only"}) {
    EXPECT_EQ(command(kGcc, {mode, "a.cc"}), "g++ " + mode + " a.cc" + kGccFlags);
  }
}

TEST(PlanCompile, AddsOptimisationAndDebugInformationOnlyIfMissing) {
  for (const Compiler& compiler : {kGcc, kClang}) {
    for (const std::string option : {"-O0", "-O2", "-O", "-Os", "-Ofast", "--optimize=3"}) {
      EXPECT_THAT(command(compiler, {option, "-c", "a.cc"}), Not(HasSubstr(" -O1"))) << option;
      EXPECT_THAT(command(compiler, {option, "-c", "a.cc"}), HasSubstr(" -g ")) << option;
    }
    for (const std::string option : {"-g3", "-g0", "-ggdb", "-gdwarf-4"}) {
      EXPECT_THAT(command(compiler, {option, "-c", "a.cc"}), Not(HasSubstr(" -g "))) << option;
      EXPECT_THAT(command(compiler, {option, "-c", "a.cc"}), HasSubstr(" -O1 ")) << option;
    }
    EXPECT_THAT(command(compiler, {"-gcc-toolchain", "/opt", "-c", "a.cc"}), HasSubstr(" -g "));
  }
}

TEST(PlanCompile, NamesNoOptionThatAnOlderCompilerDoesNotKnow) {
  const std::string old_gcc = command({{"g++"}, Family::kGcc, 10}, {"-c", "a.cc"});
  EXPECT_THAT(old_gcc, Not(HasSubstr("-Wno-tsan")));
  EXPECT_THAT(old_gcc, Not(HasSubstr("volatile")));
  EXPECT_THAT(command({{"clang++"}, Family::kClang, 10}, {"-c", "a.cc"}), Not(HasSubstr("volatile")));
  const std::string old_clang = command({{"clang++"}, Family::kClang, 13}, {"-c", "a.cc"});
  EXPECT_THAT(old_clang, HasSubstr("-Qunused-arguments"));
  EXPECT_THAT(old_clang, Not(HasSubstr("no-unused-arguments")));
  for (const Compiler& compiler :
       {Compiler{{"g++"}, Family::kGcc, 10}, Compiler{{"c"}, Family::kClang, 16}}) {
    EXPECT_THAT(commands(plan(compiler, {"a.cc"})), Each(Not(HasSubstr("-dumpdir"))));
  }
}

TEST(PlanCompile, LeavesAssemblerAlone) {
  for (const Compiler& compiler : {kGcc, kClang}) {
    EXPECT_EQ(command(compiler, {"-c", "a.s"}), compiler.words[0] + " -c a.s");
    EXPECT_EQ(command(compiler, {"-c", "-x", "assembler-with-cpp", "a"}),
              compiler.words[0] + " -c -x assembler-with-cpp a");
  }
  EXPECT_THAT(plan(kGcc, {"-c", "a.S"}).steps[0].checks, IsEmpty());
}

TEST(PlanCompile, GivesOtherLanguagesNoOptionOfC) {
  const std::string line = command(kGcc, {"-c", "a.f90"});
  EXPECT_THAT(line, HasSubstr("-fsanitize=thread"));
  EXPECT_THAT(line, Not(HasSubstr("-fno-builtin")));
  EXPECT_THAT(line, Not(HasSubstr("-idirafter")));
}

TEST(PlanCompile, ChecksEveryObjectOfAnInstrumentedLanguage) {
  const Plan several = plan(kGcc, {"-c", "dir/a.cc", "b.s", "c.c"});
  ASSERT_EQ(several.steps[0].checks.size(), 2u);
  EXPECT_EQ(several.steps[0].checks[0].file, "a.o");
  EXPECT_EQ(several.steps[0].checks[0].source, "dir/a.cc");
  EXPECT_EQ(several.steps[0].checks[1].file, "c.o");
  EXPECT_EQ(plan(kGcc, {"-c", "a.cc", "-o", "x/y.lo"}).steps[0].checks[0].file, "x/y.lo");
  for (const std::string mode : {"-S", "-E", "-fsyntax-only"}) {
    EXPECT_THAT(plan(kGcc, {mode, "a.cc"}).steps[0].checks, IsEmpty());
  }
}

TEST(PlanLink, StaysOneCommandWithTheRuntimeFirst) {
  for (const Compiler& compiler : {kGcc, kClang}) {
    const Plan link = plan(compiler, {"-O2", "a.o", "-lfoo", "-o", "prog"});
    EXPECT_THAT(commands(link),
                ElementsAre(compiler.words[0] + kRuntimeFirst + " -O2 a.o -lfoo -o prog" + kRuntimeSettings));
    EXPECT_TRUE(link.links_runtime);
    ASSERT_EQ(link.steps[0].checks.size(), 1u);
    EXPECT_EQ(link.steps[0].checks[0].file, "prog");
    EXPECT_EQ(link.steps[0].checks[0].kind, Check::Kind::kLinked);
    EXPECT_EQ(plan(compiler, {"a.o"}).steps[0].checks[0].file, "a.out");
  }
}

TEST(PlanLink, SharedLibrariesGetTheRuntimeToo) {
  EXPECT_EQ(command(kGcc, {"-shared", "a.o", "-o", "liba.so"}),
            std::string("g++") + kRuntimeFirst + " -shared a.o -o liba.so" + kRuntimeSettings);
}

TEST(PlanLink, OneObjectFromSeveralGetsNone) {
  const Plan relocatable = plan(kGcc, {"-r", "a.o", "b.o", "-o", "c.o"});
  EXPECT_THAT(commands(relocatable), ElementsAre("g++ -r a.o b.o -o c.o"));
  EXPECT_FALSE(relocatable.links_runtime);
  EXPECT_THAT(relocatable.steps[0].checks, IsEmpty());
}

TEST(PlanLink, NeverHasTheSanitizer) {
  for (const Compiler& compiler : {kGcc, kClang}) {
    EXPECT_THAT(command(compiler, {"-fsanitize=thread", "a.o"}), Not(HasSubstr("sanitize")));
    EXPECT_THAT(commands(plan(compiler, {"-fsanitize=thread,undefined", "a.cc"})).back(),
                HasSubstr(" -fsanitize=undefined "));
  }
}

TEST(PlanLink, RuntimePathMayHaveAComma) {
  const auto made = make_plan(parse_command_line({"a.o"}, Family::kGcc), kGcc, {"/a,b", "/i"}, "");
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(commands(*made)[0], HasSubstr(" -Xlinker -rpath -Xlinker /a,b "));
}

TEST(PlanSplit, OneSourceBecomesACompilationAndALink) {
  const Plan split = plan(kGcc, {"-Wall", "a.cc", "-o", "prog"});
  EXPECT_THAT(
      commands(split),
      ElementsAre(std::string("g++ -Wall") + kGccFlags + " -dumpdir prog- -c -o /scratch/a.o a.cc",
                  std::string("g++") + kRuntimeFirst + " -Wall /scratch/a.o -o prog" + kRuntimeSettings));
  EXPECT_THAT(split.temporary_objects, ElementsAre("/scratch/a.o"));
  EXPECT_EQ(split.steps[0].kind, StepKind::kCompile);
  EXPECT_EQ(split.steps[0].checks[0].file, "/scratch/a.o");
  EXPECT_EQ(split.steps[1].kind, StepKind::kLink);
  EXPECT_EQ(split.steps[1].checks[0].file, "prog");
}

TEST(PlanSplit, ClangDoesNotComplainAboutOptionsOfTheOtherPhase) {
  const Plan split = plan(kClang, {"-Werror", "a.cc", "-o", "prog"});
  EXPECT_THAT(commands(split),
              ElementsAre(std::string("clang++ --start-no-unused-arguments -Werror") + kClangFlags +
                              " -dumpdir prog- -c -o /scratch/a.o a.cc --end-no-unused-arguments",
                          std::string("clang++") + kRuntimeFirst +
                              " --start-no-unused-arguments -Werror /scratch/a.o -o prog "
                              "--end-no-unused-arguments" +
                              kRuntimeSettings));
}

TEST(PlanSplit, ObjectsStandWhereTheirSourcesStood) {
  const Plan split = plan(kGcc, {"-La", "x.o", "a.cc", "-lone", "-Wl,--start-group", "b.c", "lib.a",
                                 "-Xlinker", "--end-group", "dir/a.cc", "-l", "two"});
  ASSERT_EQ(split.steps.size(), 4u);
  EXPECT_THAT(commands(split).back(),
              HasSubstr(" -La x.o /scratch/a.o -lone -Wl,--start-group /scratch/b.o lib.a -Xlinker "
                        "--end-group /scratch/a-2.o -l two"));
  // The linker's inputs are none of a compilation's, which would warn about them.
  for (int i = 0; i < 3; ++i) {
    for (const std::string word : {"-lone", "-Wl,", "-Xlinker", "lib.a", "x.o", "two"}) {
      EXPECT_THAT(commands(split)[i], Not(HasSubstr(word)));
    }
  }
}

TEST(PlanSplit, KeepsLanguages) {
  const std::vector<std::string> lines =
      commands(plan(kGcc, {"a.c", "-x", "c++", "b.c", "-", "-x", "none", "c.o", "d.s"}));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_THAT(lines[0], testing::EndsWith(" -c -o /scratch/a.o a.c"));
  EXPECT_THAT(lines[1], testing::EndsWith(" -c -o /scratch/b.o -x c++ b.c"));
  EXPECT_THAT(lines[2], testing::EndsWith(" -c -o /scratch/stdin.o -x c++ -"));
  EXPECT_THAT(lines[3], testing::EndsWith(" -c -o /scratch/d.o d.s"));
  EXPECT_THAT(lines[3], Not(HasSubstr("-fsanitize")));
  EXPECT_THAT(lines[4], HasSubstr(" /scratch/a.o /scratch/b.o /scratch/stdin.o c.o /scratch/d.o"));
  EXPECT_THAT(lines[4], Not(HasSubstr("-x ")));
}

TEST(PlanSplit, PrecompilesAHeaderWithoutLinkingIt) {
  const std::vector<std::string> lines = commands(plan(kGcc, {"a.cc", "list.h"}));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1], std::string("g++") + kGccFlags + " list.h");
  EXPECT_THAT(lines[2], Not(HasSubstr("list")));
}

TEST(PlanSplit, DependenciesAreNamedAsWithoutASplit) {
  const struct {
    std::vector<std::string> arguments;
    std::string names;
  } kCases[] = {
      {{"-MD", "dir/a.cc"}, " -MF a.d -MQ a.o "},
      {{"-MMD", "a.cc", "-o", "prog"}, " -MF prog.d -MQ prog "},
      {{"-MD", "a.cc", "-o", "out.d/prog.x"}, " -MF out.d/prog.d -MQ out.d/prog.x "},
      {{"-MD", "-MF", "q.d", "a.cc", "-o", "prog"}, " -MD -MF q.d "},
      {{"-MD", "-MF", "q.d", "a.cc", "-o", "prog"}, " -MQ prog "},
      {{"-MD", "-MTtarget", "a.cc", "-o", "prog"}, " -MF prog.d "},
  };
  for (const Compiler& compiler : {kGcc, kClang}) {
    for (const auto& c : kCases) {
      const std::vector<std::string> lines = commands(plan(compiler, c.arguments));
      EXPECT_THAT(lines[0], HasSubstr(c.names));
      EXPECT_THAT(lines[1], Not(HasSubstr("-M")));
    }
    EXPECT_THAT(commands(plan(compiler, {"-MD", "-MT", "t", "a.cc"}))[0], Not(HasSubstr("-MQ")));
    EXPECT_THAT(command(compiler, {"-MD", "-c", "a.cc"}), Not(HasSubstr("-MF")));
  }
}

TEST(PlanSplit, AuxiliaryFilesAreNamedAsWithoutASplit) {
  const struct {
    const Compiler& compiler;
    std::vector<std::string> arguments;
    std::string prefix;
  } kCases[] = {
      {kGcc, {"a.cc"}, " -dumpdir ./ "},
      {kGcc, {"b.cc"}, " -dumpdir a- "},
      {kGcc, {"a.cc", "b.cc"}, " -dumpdir a- "},
      {kGcc, {"a.cc", "-o", "out/a"}, " -dumpdir out/ "},
      {kGcc, {"a.cc", "-o", "out/prog.x"}, " -dumpdir out/prog.x- "},
      {kGcc, {"a.cc", "-o", "prog.exe"}, " -dumpdir prog- "},
      {kClang, {"a.cc"}, " -dumpdir a- "},
      {kClang, {"a.cc", "-o", "out/a"}, " -dumpdir out/a- "},
      {kClang, {"a.cc", "-dumpdir", "mine-"}, " -dumpdir mine- "},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(commands(plan(c.compiler, c.arguments))[0], HasSubstr(c.prefix));
  }
  const std::string line = commands(plan(kGcc, {"a.cc", "-dumpdir", "mine-"}))[0];
  EXPECT_THAT(without(line, "-dumpdir"), Not(HasSubstr("-dumpdir")));
}

TEST(PlanQuestion, PassesStraightThrough) {
  for (const Compiler& compiler : {kGcc, kClang}) {
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"--version"}, {"-v"}, {"-dumpversion"}, {"-print-search-dirs"}, {"-###"}, {"-Wl,--version"}}) {
      EXPECT_EQ(command(compiler, arguments), compiler.words[0] + " " + arguments[0]);
      EXPECT_FALSE(plan(compiler, arguments).links_runtime);
    }
  }
}

TEST(Plan, StartsEveryStepWithAllWordsOfTheCompiler) {
  const Compiler launched{{"ccache", "g++"}, Family::kGcc, 12};
  EXPECT_THAT(commands(plan(launched, {"a.cc"})), Each(StartsWith("ccache g++ ")));
}

TEST(Plan, IsRefusedWithTheReason) {
  const auto made = make_plan(parse_command_line({"-static", "a.o"}, Family::kGcc), kGcc, {"/l", "/i"}, "");
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error(), HasSubstr("-static"));
}

TEST(Plan, HasTheNotes) {
  EXPECT_THAT(plan(kGcc, {"-flto", "a.cc", "b.cc"}).notes, ElementsAre(HasSubstr("-flto left out")));
}

TEST(Plan, KnowsADryRun) {
  EXPECT_TRUE(plan(kGcc, {"-###", "a.cc"}).dry_run);
  EXPECT_FALSE(plan(kGcc, {"-v", "a.cc"}).dry_run);
}

// CMake's heddle_instrument adds these; a command that says -O and -g itself is the one that they go with.
TEST(AddedFlags, AreThoseOfThePlan) {
  for (const auto& [compiler, expected] :
       {std::pair(kGcc, std::string(kGccFlags)), std::pair(kClang, std::string(kClangFlags))}) {
    const AddedFlags flags = added_flags(compiler, {"/heddle/lib", "/heddle/include"});
    std::string compile, link;
    for (const std::string& flag : flags.compile) compile += " " + flag;
    for (const std::string& flag : flags.link) link += " " + flag;
    EXPECT_EQ(compile, without(expected, " -O1 -g"));
    EXPECT_EQ(link, std::string(kRuntimeFirst) + kRuntimeSettings);
  }
}

}  // namespace
}  // namespace heddle::compile
