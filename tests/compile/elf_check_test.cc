#include "compile/elf_check.h"

#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::compile {
namespace {

class ElfCheck : public testing::Test {
 protected:
  void compile(const std::vector<std::string>& command) {
    const Outcome outcome = workshop_.run(command);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  Instrumentation look(const std::string& file) { return instrumentation_of(workshop_.path(file)); }

  Workshop workshop_;
};

TEST_F(ElfCheck, FindsTheHooksOfObjects) {
  workshop_.write("a.c", "int x; int main(void) { return x; }");
  workshop_.write("empty.c", "");
  compile({"cc", "-c", "a.c", "-o", "plain.o"});
  compile({"cc", "-c", "-fsanitize=thread", "a.c", "-o", "hooks.o"});
  compile({"cc", "-c", "-fsanitize=thread", "empty.c", "-o", "empty.o"});
  EXPECT_EQ(look("plain.o"), Instrumentation::kAbsent);
  EXPECT_EQ(look("hooks.o"), Instrumentation::kPresent);
  EXPECT_EQ(look("empty.o"), Instrumentation::kPresent);
}

TEST_F(ElfCheck, FindsTheHooksOfProgramsAndLibrariesEvenWhenStripped) {
  workshop_.build_runtime_stand_in();
  workshop_.write("a.c", "int x; int main(void) { return x; }");
  compile({"cc", "-c", "-fPIC", "-fsanitize=thread", "a.c", "-o", "a.o"});
  compile({"cc", "-s", "a.o", "lib/libheddle.so", "-o", "hooks"});
  compile({"cc", "-s", "-shared", "a.o", "lib/libheddle.so", "-o", "hooks.so"});
  compile({"cc", "a.c", "-o", "plain"});
  EXPECT_EQ(look("hooks"), Instrumentation::kPresent);
  EXPECT_EQ(look("hooks.so"), Instrumentation::kPresent);
  EXPECT_EQ(look("plain"), Instrumentation::kAbsent);
  // It defines hooks, but calls none.
  EXPECT_EQ(look("lib/libheddle.so"), Instrumentation::kAbsent);
}

TEST_F(ElfCheck, ReadsObjectsWithMoreSectionsThanTheHeaderCanCount) {
  std::string source = ".globl first\nfirst:\n";
  for (int i = 0; i < 66000; ++i) {
    source += ".section .text.f" + std::to_string(i) + ",\"ax\"\n.byte 0\n";
  }
  workshop_.write("many.s", source);
  workshop_.write("many_hooks.s", source + ".section .data\n.quad __tsan_init\n");
  compile({"cc", "-c", "many.s"});
  compile({"cc", "-c", "many_hooks.s"});
  EXPECT_EQ(look("many.o"), Instrumentation::kAbsent);
  EXPECT_EQ(look("many_hooks.o"), Instrumentation::kPresent);
}

TEST_F(ElfCheck, DoesNotGuessAboutOtherFiles) {
  workshop_.write("text",
                  "not an object, but long enough to have a header: ................................");
  workshop_.write("empty", "");
  EXPECT_EQ(look("text"), Instrumentation::kUnknown);
  EXPECT_EQ(look("empty"), Instrumentation::kUnknown);
  EXPECT_EQ(look("missing"), Instrumentation::kUnknown);
  EXPECT_EQ(look("out"), Instrumentation::kUnknown);
  EXPECT_EQ(instrumentation_of("/dev/null"), Instrumentation::kUnknown);
}

TEST_F(ElfCheck, SurvivesDamagedFiles) {
  workshop_.write("a.c", "int x; int main(void) { return x; }");
  compile({"cc", "-c", "-fsanitize=thread", "a.c", "-o", "a.o"});
  const std::string whole = workshop_.read("a.o");
  for (std::size_t size = 1; size < whole.size(); size += 7) {
    workshop_.write("cut.o", whole.substr(0, size));
    const Instrumentation answer = look("cut.o");
    // The section headers come last: without them nothing can be known.
    if (size < whole.size() / 2) {
      EXPECT_EQ(answer, Instrumentation::kUnknown) << size;
    }
  }
  for (std::size_t i = 16; i < 64; ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(0xff);
    workshop_.write("damaged.o", damaged);
    look("damaged.o");  // any answer, but no crash
  }
}

}  // namespace
}  // namespace heddle::compile
