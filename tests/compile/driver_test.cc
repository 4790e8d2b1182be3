// The wrapper with real compilers. Each test has a folder of its own and leaves nothing in TMPDIR.
#include "compile/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "compile/elf_check.h"
#include "workshop.h"

namespace heddle::compile {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* kCounter = "int counter;\nint next(void) { return ++counter; }\n";
constexpr const char* kMain = "int next(void);\nint main() { return next() == 1 ? 7 : 1; }\n";

class DriverTest : public testing::Test {
 protected:
  void SetUp() override { workshop_.build_runtime_stand_in(); }
  void TearDown() override { EXPECT_THAT(workshop_.leftovers(), IsEmpty()); }

  bool instrumented(const std::string& file) const {
    return instrumentation_of(workshop_.path(file)) == Instrumentation::kPresent;
  }
  // The lines of `readelf -d` that matter to the runtime.
  std::string dynamic_section(const std::string& file) const {
    return workshop_.run({"readelf", "-d", "-W", file}).out;
  }

  Workshop workshop_;
};

struct Toolchain {
  const char* name;
  const char* cc;
  const char* cxx;
};

void PrintTo(const Toolchain& toolchain, std::ostream* stream) {
  *stream << toolchain.name;
}

class WithToolchain : public DriverTest, public testing::WithParamInterface<Toolchain> {
 protected:
  void SetUp() override {
    if (!is_installed(GetParam().cxx)) GTEST_SKIP() << GetParam().cxx << " is not installed";
    DriverTest::SetUp();
    workshop_.set_variable("HEDDLE_CC", GetParam().cc);
    workshop_.set_variable("HEDDLE_CXX", GetParam().cxx);
  }
};

INSTANTIATE_TEST_SUITE_P(Compilers, WithToolchain,
                         testing::Values(Toolchain{"gcc", "gcc", "g++"},
                                         Toolchain{"clang", "clang-19", "clang++-19"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(WithToolchain, BuildsAProgramFromOneSource) {
  workshop_.write("a.cc", std::string(kCounter) + "int main() { return next() == 1 ? 7 : 1; }");
  const Outcome built = workshop_.cxx({"-Wall", "-Wextra", "-Werror", "a.cc", "-o", "out/prog"});
  EXPECT_EQ(built.status, 0);
  EXPECT_EQ(built.err, "");
  EXPECT_EQ(workshop_.run({"out/prog"}).status, 7);
  EXPECT_TRUE(instrumented("out/prog"));
  const std::string dynamic = dynamic_section("out/prog");
  EXPECT_THAT(dynamic, HasSubstr("[libheddle.so]"));
  EXPECT_THAT(dynamic, Not(HasSubstr("libtsan")));
  EXPECT_THAT(dynamic, HasSubstr(workshop_.path("lib")));
  EXPECT_THAT(dynamic, HasSubstr("BIND_NOW"));
  // Before the C++ library, so that its calls reach the runtime.
  const std::size_t standard = dynamic.find("libstdc++");
  if (standard != std::string::npos) {
    EXPECT_LT(dynamic.find("[libheddle.so]"), standard);
  }
  EXPECT_THAT(workshop_.list("out"), testing::ElementsAre("prog"));
}

TEST_P(WithToolchain, BuildsAProgramFromSeveralSourcesAndALibrary) {
  workshop_.write("counter.cc", kCounter);
  workshop_.write("main.cc", "int next(); int half(int); int main() { return half(next() * 14); }");
  workshop_.write("half.cc", "int half(int x) { return x / 2; }");
  ASSERT_EQ(workshop_.cxx({"-c", "half.cc"}).status, 0);
  ASSERT_EQ(workshop_.run({"ar", "rcs", "libhalf.a", "half.o"}).status, 0);
  const Outcome built = workshop_.cxx({"main.cc", "counter.cc", "-L.", "-lhalf", "-o", "prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, CompilesAndLinksSeparatelyInC) {
  workshop_.write("counter.c", kCounter);
  workshop_.write("main.c", kMain);
  ASSERT_EQ(workshop_.cc({"-c", "counter.c", "main.c"}).status, 0);
  EXPECT_TRUE(instrumented("counter.o"));
  EXPECT_TRUE(instrumented("main.o"));
  const Outcome linked = workshop_.cc({"-o", "prog", "main.o", "counter.o"});
  EXPECT_EQ(linked.status, 0);
  EXPECT_EQ(linked.err, "");
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, TakesCAsThePlainCompilerDoes) {
  workshop_.write(
      "language.c",
      "#ifdef __cplusplus\nint main() { return 2; }\n#else\nint main(void) { return 1; }\n#endif");
  ASSERT_EQ(workshop_.cc({"language.c", "-o", "c"}).status, 0);
  ASSERT_EQ(workshop_.cxx({"language.c", "-o", "cxx"}).status, 0);
  ASSERT_EQ(workshop_.cxx({"-x", "c", "language.c", "-o", "forced"}).status, 0);
  EXPECT_EQ(workshop_.run({"./c"}).status, 1);
  EXPECT_EQ(workshop_.run({"./cxx"}).status, 2);
  EXPECT_EQ(workshop_.run({"./forced"}).status, 1);
}

TEST_P(WithToolchain, LinksSharedLibraries) {
  workshop_.write("counter.c", kCounter);
  workshop_.write("main.c", kMain);
  const Outcome library = workshop_.cc({"-shared", "-fPIC", "counter.c", "-o", "libcounter.so"});
  EXPECT_EQ(library.status, 0) << library.err;
  EXPECT_TRUE(instrumented("libcounter.so"));
  EXPECT_THAT(dynamic_section("libcounter.so"), HasSubstr("[libheddle.so]"));
  ASSERT_EQ(workshop_.cc({"main.c", "-L.", "-lcounter", "-Wl,-rpath,.", "-o", "prog"}).status, 0);
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, KeepsTheUsersOptimisationLevel) {
  workshop_.write(
      "a.c",
      "#ifdef __OPTIMIZE__\nint main(void) { return 1; }\n#else\nint main(void) { return 0; }\n#endif");
  const std::pair<const char*, int> kLevels[] = {{"-O0", 0}, {"-O2", 1}, {"-DDEFAULT", 1}};
  for (const auto& [option, expected] : kLevels) {
    ASSERT_EQ(workshop_.cc({option, "a.c", "-o", "prog"}).status, 0);
    EXPECT_EQ(workshop_.run({"./prog"}).status, expected) << option;
    EXPECT_TRUE(instrumented("prog")) << option;
  }
}

TEST_P(WithToolchain, PreprocessesToStandardOutput) {
  workshop_.write("a.c", "int before; THING after;\n");
  const Outcome preprocessed = workshop_.cc({"-E", "-P", "-DTHING=long", "a.c"});
  EXPECT_EQ(preprocessed.status, 0);
  EXPECT_THAT(preprocessed.out, HasSubstr("long after;"));
  EXPECT_EQ(preprocessed.err, "");
  const Outcome macros = workshop_.cc({"-E", "-dM", "-x", "c", "-"}, "#define MINE 3\n");
  EXPECT_THAT(macros.out, HasSubstr("#define MINE 3"));
}

TEST_P(WithToolchain, CompilesStandardInput) {
  const Outcome built = workshop_.cxx({"-x", "c++", "-", "-o", "prog"}, "int main() { return 7; }");
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, ReadsResponseFiles) {
  workshop_.write("two words.cc", "#include TEXT\nint main() { return VALUE; }");
  workshop_.write("value.h", "#define VALUE 7");
  workshop_.write("arguments", "'-DTEXT=\"value.h\"' \"two words.cc\"\n-o prog");
  const Outcome built = workshop_.cxx({"@arguments"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, PassesVeryLongCommandsOn) {
  workshop_.write("value.cc", "int value() { return 7; }");
  workshop_.write("main.cc", "int value(); int main() { return value(); }");
  ASSERT_EQ(workshop_.cxx({"-c", "value.cc"}).status, 0);
  ASSERT_EQ(workshop_.run({"ar", "rcs", "libvalue.a", "value.o"}).status, 0);
  // Longer than the kernel takes in one word and than what is passed on without a file.
  std::string winding;
  while (winding.size() < 3000) winding += "out/../";
  std::string arguments = "main.cc -o prog\n";
  for (int i = 0; i < 100; ++i) arguments += winding + "libvalue.a\n";
  workshop_.write("arguments", arguments);
  const Outcome built = workshop_.cxx({"@arguments"});
  EXPECT_EQ(built.status, 0) << built.err.substr(0, 1000);
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, AssemblesWithoutInstrumentation) {
  workshop_.write("value.s", ".globl value\n.data\nvalue: .byte 7\n.section .note.GNU-stack,\"\"\n");
  workshop_.write("main.c", "extern char value; int main(void) { return value; }");
  const Outcome object = workshop_.cc({"-Werror", "-c", "value.s"});
  EXPECT_EQ(object.status, 0) << object.err;
  EXPECT_EQ(object.err, "");
  const Outcome built = workshop_.cc({"-Werror", "main.c", "value.s", "-o", "prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, NamesDependenciesAsThePlainCompilerDoes) {
  workshop_.write("a.cc", "#include \"a.h\"\nint main() { return 0; }");
  workshop_.write("a.h", "");
  const std::vector<std::string> kLines[] = {
      {"-MD", "a.cc"},
      {"-MMD", "a.cc", "-o", "out/prog.x"},
      {"-MD", "-MF", "out/dep", "a.cc", "-o", "out/prog"},
      {"-MD", "-MT", "target", "a.cc", "-o", "out/prog"},
      {"-MD", "-MP", "-c", "a.cc", "-o", "out/a.o"},
  };
  for (std::vector<std::string> line : kLines) {
    const auto dependencies = [&] {
      std::map<std::string, std::string> contents;
      for (const std::string file : {"a.d", "out/prog.d", "out/dep", "out/a.d"}) {
        if (workshop_.exists(file)) contents[file] = workshop_.read(file);
        unlink(workshop_.path(file).c_str());
      }
      return contents;
    };
    ASSERT_EQ(workshop_.cxx(line).status, 0);
    const auto ours = dependencies();
    line.insert(line.begin(), GetParam().cxx);
    ASSERT_EQ(workshop_.run(line).status, 0);
    EXPECT_EQ(ours, dependencies()) << testing::PrintToString(line);
    EXPECT_EQ(ours.size(), 1u);
  }
}

TEST_P(WithToolchain, KeepsCoverageNotesAndSplitDebugInformation) {
  workshop_.write("a.cc", "int main() { return 0; }");
  const Outcome built = workshop_.cxx({"--coverage", "-g", "-gsplit-dwarf", "a.cc", "-o", "out/prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_THAT(workshop_.list("out"), Contains("prog-a.gcno"));
  EXPECT_THAT(workshop_.list("out"), Contains("prog-a.dwo"));
}

TEST_P(WithToolchain, FindsThePublicHeader) {
  workshop_.write("include/heddle/heddle.h", "#define ANSWER 7\n");
  workshop_.write("a.cc", "#include <heddle/heddle.h>\n#include <cstdlib>\nint main() { return ANSWER; }");
  const Outcome built = workshop_.cxx({"a.cc", "-o", "prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, FencesDoNotBreakWarningsAsErrors) {
  workshop_.write("a.cc",
                  "#include <atomic>\nint main() { std::atomic_thread_fence(std::memory_order_seq_cst); }");
  const Outcome built = workshop_.cxx({"-Wall", "-Wextra", "-Werror", "a.cc", "-lm", "-o", "prog"});
  EXPECT_EQ(built.status, 0);
  EXPECT_EQ(built.err, "");
}

TEST_P(WithToolchain, MemoryFunctionsKeepTheirHooks) {
  workshop_.write(
      "a.c", "#include <string.h>\nextern char *from, *to;\nvoid copy(void) { memcpy(to, from, 32); }\n");
  for (const std::string fortify : {"-DX", "-D_FORTIFY_SOURCE=2", "-Wp,-D_FORTIFY_SOURCE=2"}) {
    ASSERT_EQ(workshop_.cc({"-O2", "-c", fortify, "a.c"}).status, 0);
    // A call that the runtime sees, under the C library's name or the hook's.
    EXPECT_THAT(workshop_.run({"nm", "-u", "a.o"}).out, HasSubstr("memcpy")) << fortify;
  }
}

TEST_P(WithToolchain, TheReadOfAnIncrementHasAHook) {
  workshop_.write("a.c", "extern int n; void increment(void) { n++; }");
  ASSERT_EQ(workshop_.cc({"-c", "a.c"}).status, 0);
  const std::string symbols = workshop_.run({"nm", "-u", "a.o"}).out;
  EXPECT_THAT(symbols, HasSubstr("__tsan_read4"));
  EXPECT_THAT(symbols, HasSubstr("__tsan_write4"));
}

TEST_P(WithToolchain, LeavesLinkTimeOptimisationOut) {
  workshop_.write("a.cc", "int x; int main() { return x; }");
  const Outcome built = workshop_.cxx({"-Werror", "-flto", "-O2", "a.cc", "-o", "prog"});
  EXPECT_EQ(built.status, 0);
  EXPECT_THAT(built.err, StartsWith("heddle: note: -flto left out: "));
  EXPECT_EQ(std::count(built.err.begin(), built.err.end(), '\n'), 1);
  EXPECT_TRUE(instrumented("prog"));
}

TEST_P(WithToolchain, ReplacesTheUsersThreadSanitizer) {
  workshop_.write("a.cc", "int x; int main() { return x; }");
  ASSERT_EQ(workshop_.cxx({"-fsanitize=thread", "-c", "a.cc"}).status, 0);
  const Outcome linked = workshop_.cxx({"-fsanitize=thread", "a.o", "-o", "prog"});
  EXPECT_EQ(linked.status, 0);
  EXPECT_THAT(linked.err, StartsWith("heddle: note: -fsanitize=thread left out: "));
  EXPECT_THAT(dynamic_section("prog"), Not(HasSubstr("libtsan")));
}

TEST_P(WithToolchain, InstrumentsAgainstASwitch) {
  workshop_.write("a.cc", "int x; int main() { return x; }");
  for (const std::string option : {"-fno-sanitize=thread", "-fno-sanitize=all"}) {
    EXPECT_EQ(workshop_.cxx({option, "-c", "a.cc"}).status, 0) << option;
    EXPECT_TRUE(instrumented("a.o")) << option;
  }
}

TEST_P(WithToolchain, WarnsAboutAProgramWithoutInstrumentation) {
  workshop_.write("a.cc", "int x; int main() { return x; }");
  ASSERT_EQ(workshop_.run({GetParam().cxx, "-c", "a.cc"}).status, 0);
  const Outcome linked = workshop_.cxx({"a.o", "-o", "prog"});
  EXPECT_EQ(linked.status, 0);
  EXPECT_THAT(linked.err, StartsWith("heddle: warning: prog has no instrumentation: "));
  EXPECT_TRUE(workshop_.exists("prog"));
}

TEST_P(WithToolchain, GivesTheCompilersStatusAndWords) {
  workshop_.write("good.cc", "int good() { return 0; }");
  workshop_.write("bad.cc", "int bad() { return nothing; }\n");
  const Outcome failed = workshop_.cxx({"bad.cc", "good.cc", "-o", "prog"});
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.err, HasSubstr("bad.cc:1"));
  EXPECT_FALSE(workshop_.exists("prog"));
  // No main(): the link fails.
  EXPECT_NE(workshop_.cxx({"good.cc", "-o", "prog"}).status, 0);
  EXPECT_NE(workshop_.cxx({"--no-such-option", "-c", "good.cc"}).status, 0);
}

TEST_P(WithToolchain, AnswersQuestionsAsThePlainCompilerDoes) {
  const std::vector<std::string> kQuestions[] = {{"--version"},           {"-dumpversion"},
                                                 {"-dumpmachine"},        {"-print-search-dirs"},
                                                 {"-print-prog-name=ld"}, {"-Wl,--version"}};
  for (std::vector<std::string> question : kQuestions) {
    const Outcome ours = workshop_.cc(question);
    question.insert(question.begin(), GetParam().cc);
    const Outcome plain = workshop_.run(question);
    EXPECT_EQ(ours.status, plain.status) << question.back();
    EXPECT_EQ(ours.out, plain.out) << question.back();
    // gcc shows the linker's command, with a temporary file's name in it.
    if (question.back() != "-Wl,--version") {
      EXPECT_EQ(ours.err, plain.err) << question.back();
    }
  }
}

TEST_P(WithToolchain, ShowsItsCommandsWithoutRunningThem) {
  workshop_.write("a.cc", "int main() { return 0; }");
  const Outcome shown = workshop_.cxx({"-###", "a.cc", "-o", "prog"});
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.err, HasSubstr("-fsanitize=thread"));
  EXPECT_THAT(shown.err, HasSubstr("libheddle.so"));
  EXPECT_FALSE(workshop_.exists("prog"));
}

TEST_P(WithToolchain, LinksWithLld) {
  if (!is_installed("ld.lld")) GTEST_SKIP() << "lld is not installed";
  workshop_.write("a.cc", "int x; int main() { return x; }");
  const Outcome built = workshop_.cxx({"-fuse-ld=lld", "a.cc", "-o", "prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(built.err, "");
  EXPECT_EQ(workshop_.run({"./prog"}).status, 0);
  EXPECT_TRUE(instrumented("prog"));
}

TEST_P(WithToolchain, LinksOneObjectFromSeveral) {
  workshop_.write("a.c", kCounter);
  workshop_.write("b.c", "int b;");
  const Outcome built = workshop_.cc({"-r", "-nostdlib", "a.c", "b.c", "-o", "both.o"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_TRUE(instrumented("both.o"));
}

TEST_P(WithToolchain, PrecompilesHeaders) {
  workshop_.write("list.h", "#define SIZE 7\n");
  workshop_.write("a.cc", "#include \"list.h\"\nint main() { return SIZE; }");
  const std::string precompiled = std::string(GetParam().name) == "gcc" ? "list.h.gch" : "list.h.pch";
  ASSERT_EQ(workshop_.cxx({"-x", "c++-header", "list.h", "-o", precompiled}).status, 0);
  EXPECT_TRUE(workshop_.exists(precompiled));
  const Outcome built =
      workshop_.cxx({"-include", "list.h", "-Winvalid-pch", "-Werror", "a.cc", "-o", "prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_P(WithToolchain, MakesNoObjectWhereNoneIsWanted) {
  workshop_.write("a.cc", "int main() { return 0; }");
  EXPECT_EQ(workshop_.cxx({"-c", "a.cc", "-o", "/dev/null"}).status, 0);
  EXPECT_EQ(workshop_.cxx({"-fsyntax-only", "a.cc"}).status, 0);
  EXPECT_EQ(workshop_.cxx({"-S", "a.cc"}).status, 0);
  EXPECT_THAT(workshop_.read("a.s"), HasSubstr("__tsan_init"));
  EXPECT_FALSE(workshop_.exists("a.o"));
}

// --- What does not depend on the compiler ---

TEST_F(DriverTest, RefusesWithStatusTwo) {
  workshop_.write("a.cc", "int main() { return 0; }");
  for (const std::string option : {"-fsanitize=address", "-static", "-static-pie"}) {
    const Outcome refused = workshop_.cxx({option, "a.cc", "-o", "prog"});
    EXPECT_EQ(refused.status, 2) << option;
    EXPECT_THAT(refused.err, StartsWith("heddle: error: " + option + " cannot be combined with Heddle"));
    EXPECT_FALSE(workshop_.exists("prog"));
  }
}

TEST_F(DriverTest, TakesTheCompilerThatIsAskedFor) {
  workshop_.write_script("my-gcc", "#!/bin/sh\necho mine >> used\nexec gcc \"$@\"\n");
  workshop_.write("a.c", "int x;");
  workshop_.set_variable("HEDDLE_CC", "/nowhere/compiler");
  for (const std::vector<std::string>& option : {std::vector<std::string>{"--compiler=./my-gcc"},
                                                 std::vector<std::string>{"--compiler", "./my-gcc"}}) {
    std::vector<std::string> arguments = option;
    arguments.insert(arguments.end(), {"-c", "a.c"});
    const Outcome built = workshop_.cc(arguments);
    EXPECT_EQ(built.status, 0) << built.err;
  }
  EXPECT_THAT(workshop_.read("used"), HasSubstr("mine"));
  const Outcome missing = workshop_.cc({"-c", "a.c"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("'/nowhere/compiler' (from HEDDLE_CC) was not found"));
}

TEST_F(DriverTest, TakesALauncherBeforeTheCompiler) {
  workshop_.set_variable("HEDDLE_CC", "env gcc");
  workshop_.write("a.c", "int main(void) { return 7; }");
  const Outcome built = workshop_.cc({"a.c", "-o", "prog"});
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(workshop_.run({"./prog"}).status, 7);
}

TEST_F(DriverTest, SaysWhatToSetWithoutAnyCompiler) {
  workshop_.set_variable("PATH", workshop_.path("out"));
  const Outcome missing = workshop_.cxx({"-c", "a.cc"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("tried g++, c++, clang++): install one, or set HEDDLE_CXX"));
}

TEST_F(DriverTest, DoesNotStartItself) {
  workshop_.set_variable("HEDDLE_INSIDE_COMPILER_WRAPPER", "1");
  const Outcome refused = workshop_.cxx({"--version"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("Heddle's own wrapper"));
}

TEST_F(DriverTest, AnObjectThatLostItsInstrumentationIsAnError) {
  workshop_.write_script("forgetful", R"(#!/bin/sh
for word; do shift; [ "$word" = -fsanitize=thread ] || set -- "$@" "$word"; done
exec gcc "$@"
)");
  workshop_.write("a.c", "int main(void) { return 0; }");
  workshop_.set_variable("HEDDLE_CC", "./forgetful");
  const Outcome object = workshop_.cc({"-c", "a.c"});
  EXPECT_EQ(object.status, 1);
  EXPECT_THAT(object.err, StartsWith("heddle: error: the object of a.c came out without instrumentation"));
  EXPECT_FALSE(workshop_.exists("a.o"));
  EXPECT_EQ(workshop_.cc({"a.c", "-o", "prog"}).status, 1);
  EXPECT_FALSE(workshop_.exists("prog"));
}

TEST_F(DriverTest, SaysThatTheRuntimeIsMissing) {
  ASSERT_EQ(unlink(workshop_.path("lib/libheddle.so").c_str()), 0);
  workshop_.write("a.c", "int main(void) { return 0; }");
  const Outcome refused = workshop_.cc({"a.c"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("libheddle.so is missing"));
  EXPECT_EQ(workshop_.cc({"-c", "a.c"}).status, 0);
}

TEST_F(DriverTest, ReportsTheSignalThatEndedTheCompiler) {
  workshop_.write_script("dying", "#!/bin/sh\n[ \"$1\" = --version ] && exec gcc --version\nkill -SEGV $$\n");
  workshop_.set_variable("HEDDLE_CC", "./dying");
  EXPECT_EQ(workshop_.cc({"-c", "a.c"}).status, 128 + SIGSEGV);
}

TEST_F(DriverTest, AnInterruptedCommandEndsByTheSignalAndCleansUp) {
  workshop_.write_script("slow", R"(#!/bin/sh
[ "$1" = --version ] && exec g++ --version
: > started
exec sleep 600
)");
  workshop_.set_variable("HEDDLE_CXX", "./slow");
  workshop_.write("a.cc", "int main() { return 0; }");
  const pid_t wrapper = workshop_.start_cxx({"a.cc", "-o", "prog"});
  while (!workshop_.exists("started")) usleep(1000);
  EXPECT_THAT(workshop_.leftovers(), Contains(StartsWith("heddle-cc-")));
  kill(wrapper, SIGTERM);
  EXPECT_EQ(workshop_.finish(wrapper).status, 128 + SIGTERM);
}

}  // namespace
}  // namespace heddle::compile
