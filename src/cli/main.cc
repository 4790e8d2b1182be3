// The `heddle` tool. Installed under the names heddle-cc and heddle-c++ it is a compiler.
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.h"
#include "cli/compile_command.h"

int main(int argc, char** argv) {
  using namespace heddle::cli;
  const std::string called_as = argc > 0 ? argv[0] : "heddle";
  const std::string name = called_as.substr(called_as.rfind('/') + 1);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (name == "heddle-cc" || name == "heddle-c++") return compile(name == "heddle-c++", words);
  if (!words.empty() && (words.front() == "cc" || words.front() == "c++"))
    return compile(words.front() == "c++", {words.begin() + 1, words.end()});
  return run_command_line(std::move(words));
}
