// heddle-class-model HEADER [SOURCES] --class NAME [-p BUILD_DIR] [-- FLAGS]: prints the model of a class as
// JSON. A program of its own, so that Heddle itself needs neither Clang's libraries nor the time that they
// take to load.
#include <cstdio>
#include <string>

#include "classes/clang/parse.h"
#include "classes/model_json.h"

int main(int argc, char** argv) {
  heddle::classes::ParseRequest request;
  bool is_usable = true;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--") {
      request.flags.assign(argv + i + 1, argv + argc);
      break;
    }
    if ((argument == "--class" || argument == "-p") && i + 1 < argc)
      (argument == "-p" ? request.build_folder : request.class_name) = argv[++i];
    else if (!argument.starts_with("-") && request.header.empty())
      request.header = argument;
    else if (!argument.starts_with("-"))
      request.sources.push_back(argument);
    else
      is_usable = false;
  }
  if (!is_usable || request.header.empty() || request.class_name.empty()) {
    std::fputs("usage: heddle-class-model HEADER [SOURCES] --class NAME [-p BUILD_DIR] [-- FLAGS]\n", stderr);
    return 2;
  }
  const auto model = heddle::classes::parse_class(request);
  if (!model) {
    std::fprintf(stderr, "%s\n", model.error().c_str());
    return 2;
  }
  std::fputs((heddle::classes::to_json(*model) + "\n").c_str(), stdout);
  return 0;
}
