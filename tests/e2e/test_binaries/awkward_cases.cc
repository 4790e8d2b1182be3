// Tests that are hard to run: one does not get to its end, one prints what no document may hold, and main()
// is the program's own.
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>

#include "scenarios.h"

// An entry of a procedure linkage table as the linker makes it, but its function is the entry itself.
extern "C" void entry_that_calls_itself();
asm(".text\n"
    "entry_that_calls_itself:\n"
#if defined(__x86_64__)
    "  jmp *function_of_the_entry(%rip)\n"
#else
    "  adrp x16, function_of_the_entry\n"
    "  ldr x17, [x16, :lo12:function_of_the_entry]\n"
    "  add x16, x16, :lo12:function_of_the_entry\n"
    "  br x17\n"
#endif
    ".data\n"
    ".balign 8\n"
    "function_of_the_entry: .quad entry_that_calls_itself\n"
    ".text\n");

namespace {

using namespace scenarios;

// A loop that no tool can see into.
TEST(Awkward, NeverComesToAPoint) {
  volatile unsigned long round = 0;
  in_two_threads([] {},
                 [&] {
                   while (std::getenv("HEDDLE_TEST_NEVER_SET") == nullptr) asm volatile("" ::: "memory");
                 });
  EXPECT_EQ(round, 0u);
}

TEST(Awkward, NeverLeavesTheLinkageTable) {
  in_two_threads([] {}, [] { entry_that_calls_itself(); });
}

// Under `heddle test` as under `heddle run`, where Ctrl-C of the user does not reach the program.
TEST(Awkward, InterruptsItself) {
  in_two_threads([] {}, [] { std::raise(SIGINT); });
}

TEST(Awkward, PrintsAnything) {
  std::printf("bell \a escape \033[31m null ");
  std::fwrite("\0", 1, 1, stdout);
  std::printf(" latin \xe9 no character \xef\xbf\xbf cdata ]]> <tag> & \"quote\"\n");
  EXPECT_EQ(count_to_two(Code::kBuggy), 2) << "control \x01, latin \xe9, ]]>, <b> & 100% of it";
}

TEST(Awkward, Passes) {
  EXPECT_EQ(count_to_two(Code::kCorrect), 2);
}

}  // namespace

int main(int argc, char** argv) {
  if (std::getenv("HEDDLE_TEST_HANGING_LIST") != nullptr)
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  std::printf("A program with words of its own.\n  They are indented.\n");
  ::testing::InitGoogleTest(&argc, argv);
  if (argc > 1 && std::strcmp(argv[1], "--refuse") == 0) return 9;
  return RUN_ALL_TESTS();
}
