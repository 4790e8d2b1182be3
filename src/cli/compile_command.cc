#include "cli/compile_command.h"

#include <cstdio>

#include "compile/driver.h"
#include "sessions/exit_status.h"
#include "sessions/tool_paths.h"

namespace heddle::cli {

using namespace sessions;

namespace {

class StandardError : public compile::Messages {
 public:
  void line(std::string_view text) override {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
  }
};

constexpr char kHelp[] =
    "Usage: heddle %s [--compiler NAME] ARGUMENTS OF THE COMPILER...\n"
    "\n"
    "Compiles and links with your own compiler, so that 'heddle run' can control the program's threads.\n"
    "A drop-in for gcc, g++, clang and clang++; it is installed as heddle-cc and heddle-c++ too.\n"
    "\n"
    "  --compiler NAME             the compiler to use; else HEDDLE_CC or HEDDLE_CXX, else gcc or g++\n"
    "  --heddle-flags=compile      print what would be added to a compilation, a flag a line; or to a link:\n"
    "  --heddle-flags=link         for build systems that call the compiler themselves\n"
    "\n"
    "-O1 and -g are added if you give neither. -fsanitize=thread and -flto of your own are removed with a "
    "note;\n"
    "-fsanitize=address, -fsanitize=memory and -static are refused.\n"
    "\n"
    "Examples:\n"
    "  heddle c++ -g bank.cc -o bank\n"
    "  heddle c++ --compiler clang++-19 -O2 -c queue.cc\n"
    "  cmake -DCMAKE_CXX_COMPILER=heddle-c++ ..\n";

}  // namespace

int compile(bool cxx, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments == std::vector<std::string>{"--help"}) {
    std::printf(kHelp, cxx ? "c++" : "cc");
    return arguments.empty() ? kWrongUse : kSuccess;
  }
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return complain(kNotControlled, paths.error());
  compile::Request request;
  request.driver = cxx ? compile::Driver::kCxx : compile::Driver::kC;
  request.arguments = arguments;
  request.tools = {paths->library_folder, paths->include_folder, paths->share_folder + "/gcc-plugin"};
  if (const auto answer = compile::answer_flags_question(request)) {
    if (!*answer) return complain(kWrongUse, answer->error());
    for (const std::string& flag : **answer) std::printf("%s\n", flag.c_str());
    return kSuccess;
  }
  StandardError messages;
  return run_compiler(request, messages);
}

}  // namespace heddle::cli
