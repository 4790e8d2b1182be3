// Why there is no plugin for a compiler.
#include "compile/plugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::compile {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// A compiler that says of itself that it compiles for this machine, and has no headers for plugins.
Compiler compiler_for(const Workshop& workshop, const std::string& machine) {
  workshop.write_script(
      "g++", "#!/bin/sh\ncase $1 in -dumpmachine) echo " + machine + ";; *) echo nowhere;; esac\n");
  return {.words = {workshop.path("g++")}, .major_version = 13, .version = "13.2.0"};
}

ToolPaths tools_of(const Workshop& workshop) {
  return {
      .runtime_library_dir = workshop.path("lib"), .include_dir = "", .plugin_source_dir = workshop.path("")};
}

TEST(GccPlugin, NeedsHeaders) {
  const Workshop workshop;
  const std::string machine = workshop.run({"uname", "-m"}).out;
  const Compiler own = compiler_for(workshop, machine.substr(0, machine.size() - 1) + "-linux-gnu");
  EXPECT_THAT(find_plugin(own, tools_of(workshop)).problem, HasSubstr("install gcc-13-plugin-dev"));
}

TEST(GccPlugin, IsNotForCrossCompilers) {
  const Workshop workshop;
  EXPECT_THAT(
      find_plugin(compiler_for(workshop, "riscv64-linux-gnu"), tools_of(workshop)).problem,
      EndsWith("are not seen: Heddle has no plugin for compilers of other machines (riscv64-linux-gnu)"));
}

TEST(GccPlugin, IsNotForOldCompilers) {
  const Workshop workshop;
  EXPECT_THAT(find_plugin({.words = {"g++"}, .major_version = 9}, tools_of(workshop)).problem,
              EndsWith("gcc-9 is too old for Heddle's plugin; use clang++"));
}

}  // namespace
}  // namespace heddle::compile
