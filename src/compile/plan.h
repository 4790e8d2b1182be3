// From the user's command to the compiler's: pure, so that every rule can be tested without a compiler.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/command_line.h"
#include "compile/compiler.h"
#include "event/result.h"

namespace heddle::compile {

// Where Heddle's own files are.
struct ToolPaths {
  std::string runtime_library_dir;     // holds libheddle.so
  std::string include_dir;             // holds heddle/heddle.h
  std::string plugin_source_dir = {};  // holds instrument/gcc_plugin.cc
};

// An output whose instrumentation is looked at once its step has succeeded.
struct Check {
  enum class Kind { kObject, kLinked } kind;
  std::string file;
  std::string source;  // of an object
};

enum class StepKind {
  kCompile,  // a failure does not stop the other compilations, as in gcc
  kLink,     // not run after a failure
};

struct Step {
  StepKind kind;
  std::vector<std::string> words;  // the command, the compiler first
  std::vector<Check> checks;
};

struct Plan {
  std::vector<Step> steps;
  std::vector<std::string> temporary_objects;
  std::vector<std::string> notes;
  bool links_runtime = false;
  bool dry_run = false;  // -###: the compiler only shows what it would do
};

std::string runtime_library(const ToolPaths& tools);

// What the wrapper adds to a command that says -O and -g itself, for build systems that call the compiler
// themselves.
struct AddedFlags {
  std::vector<std::string> compile;
  std::vector<std::string> link;
};
AddedFlags added_flags(const Compiler& compiler, const ToolPaths& tools);

// Temporary objects go to `temporary_directory`, which only lines that must_be_split() need. The error is a
// refusal.
Result<Plan> make_plan(CommandLine line, const Compiler& compiler, const ToolPaths& tools,
                       const std::string& temporary_directory);

}  // namespace heddle::compile
