// Memory that the compiler does not show: containers of the C++ library, and what programs say to ThreadSanitizer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Reimplemented : public ::testing::TestWithParam<const char*> {};

// What Heddle does in place of libc's and libstdc++'s code gives the same results.
TEST_P(Reimplemented, DoesTheSame) {
  for (const char* granularity : {"shared", "all", "sync"}) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle(
        {"run", "--executions", "5", "--time", "10m", "--granularity", granularity, "--", program(GetParam())});
    EXPECT_EQ(search.status, 0) << describe(search) << workplace.read("heddle-out/bug-1.output");
    EXPECT_EQ(workplace.results().at("executions"), 5);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Reimplemented, ::testing::Values("memory_functions", "node_surgery"),
                         [](const auto& each) { return std::string(each.param); });

std::string first_line(const Outcome& outcome) { return outcome.out.substr(0, outcome.out.find('\n')); }

// Every function that the compilers' headers for ThreadSanitizer declare.
std::set<std::string> declared_functions() {
  std::set<std::string> names;
  const std::string folders[] = {first_line(run({{"gcc", "-print-file-name=include"}})),
                                 first_line(run({{"clang-19", "-print-resource-dir"}})) + "/include"};
  const std::regex declaration("\\b(__tsan_\\w+)\\s*\\(");
  const Workplace workplace;
  for (const std::string& folder : folders)
    for (const char* name : {"/sanitizer/tsan_interface.h", "/sanitizer/tsan_interface_atomic.h"}) {
      if (!fs::exists(folder + name)) continue;
      fs::copy_file(folder + name, workplace.path("header.h"), fs::copy_options::overwrite_existing);
      const std::string text = std::regex_replace(workplace.read("header.h"), std::regex("//[^\n]*"), "");
      for (std::sregex_iterator each(text.begin(), text.end(), declaration), end; each != end; ++each)
        names.insert((*each)[1]);
    }
  for (const char* name :
       {"AnnotateHappensBefore", "AnnotateHappensAfter", "AnnotateRWLockCreate", "AnnotateRWLockCreateStatic",
        "AnnotateRWLockDestroy", "AnnotateRWLockAcquired", "AnnotateRWLockReleased", "AnnotateBenignRace",
        "AnnotateBenignRaceSized", "AnnotateIgnoreReadsBegin", "AnnotateIgnoreReadsEnd", "AnnotateIgnoreWritesBegin",
        "AnnotateIgnoreWritesEnd", "AnnotateIgnoreSyncBegin", "AnnotateIgnoreSyncEnd", "AnnotateNewMemory",
        "AnnotateCondVarSignal", "AnnotateCondVarWait", "AnnotateThreadName", "AnnotateFlushState",
        "AnnotateEnableRaceDetection", "AnnotateMutexIsNotPHB", "AnnotateExpectRace", "RunningOnValgrind",
        "ValgrindSlowdown", "__tsan_testonly_barrier_init", "__tsan_testonly_barrier_wait"})
    names.insert(name);
  return names;
}

TEST(ThreadSanitizerInterface, IsThereAsAWhole) {
  const std::set<std::string> names = declared_functions();
  ASSERT_TRUE(names.contains("__tsan_acquire") && names.contains("__tsan_mutex_post_lock")) << "no header was found";
  std::string declarations = "int puts(const char *);\n", table = "void (*functions[])(void) = {\n";
  for (const std::string& name : names) {
    declarations += "void " + name + "(void);\n";
    table += "  " + name + ",\n";
  }
  const Workplace workplace;
  workplace.write("all.c", declarations + table +
                               "};\nint main(void) {\n"
                               "  for (unsigned i = 0; i < sizeof functions / sizeof *functions; ++i)\n"
                               "    if (!functions[i]) return 1;\n"
                               "  puts(\"all there\");\n  return 0;\n}\n");
  // -fno-builtin: some of them are known to the compiler with other parameters.
  const Outcome built = workplace.run_heddle({"cc", "-w", "-fno-builtin", "all.c", "-o", "all"});
  ASSERT_EQ(built.status, 0) << describe(built);
  const Outcome ran = run({{workplace.path("all")}});
  EXPECT_EQ(ran.status, 0) << describe(ran);
  EXPECT_EQ(ran.out, "all there\n");
}

TEST(Fibers, AreRefused) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--executions", "50", "--", program("fibers")});
  EXPECT_EQ(search.status, 3) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("The program could not be controlled: the program switches between fibers"));
  EXPECT_THAT(search.out, HasSubstr("fibers.cc:11"));
  EXPECT_THAT(std::string(workplace.results().at("problem")), HasSubstr("fibers"));
}

TEST(Fibers, AreNobodysBusinessOutsideControl) {
  EXPECT_EQ(run({{program("fibers")}}).status, 0);
}

}  // namespace
}  // namespace heddle::e2e
