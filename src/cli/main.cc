// The `heddle` tool. Installed under the names heddle-cc and heddle-c++ it is a compiler.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/command.h"

namespace heddle::cli {

int complain(ExitStatus status, const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "heddle: %s\n", message.c_str());
  return status;
}

namespace {

int parse_and_run(std::vector<std::string> words) {
  ProgramWords program;
  const auto separator = std::find(words.begin(), words.end(), "--");
  if (separator != words.end()) {
    program.separated = true;
    program.words.assign(separator + 1, words.end());
    words.erase(separator, words.end());
  }
  CLI::App application{
      "Heddle finds the interleavings that break a C++ program, and runs them again exactly.\n"
      "Compile with 'heddle c++', then 'heddle run -- ./program'."};
  application.name("heddle");
  application.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  application.require_subcommand(1);
  application.footer(
      "Also: heddle c++ ARGUMENTS, heddle cc ARGUMENTS (your compiler, plus what Heddle needs)\n\n"
      "Example:\n"
      "  heddle c++ -g bank.cc -o bank\n"
      "  heddle run -- ./bank\n"
      "  heddle replay heddle-out/bug-1.schedule");
  const std::vector<Verb> verbs = {add_run(application, program), add_replay(application), add_strategies(application)};
  const auto is_verb = [&words](const Verb& verb) { return verb.app->get_name() == words.front(); };
  if (!words.empty() && !words.front().starts_with("-") && std::none_of(verbs.begin(), verbs.end(), is_verb))
    return complain(kWrongUse, "there is no verb '" + words.front() + "'.\nTry 'heddle --help'.");
  std::reverse(words.begin(), words.end());
  try {
    application.parse(words);
    for (const Verb& verb : verbs)
      if (verb.app->parsed()) return verb.run();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return application.exit(error);
    return complain(kWrongUse, std::string(error.what()) + "\nTry 'heddle --help'.");
  }
  return kWrongUse;
}

}  // namespace

}  // namespace heddle::cli

int main(int argc, char** argv) {
  using namespace heddle::cli;
  const std::string called_as = argc > 0 ? argv[0] : "heddle";
  const std::string name = called_as.substr(called_as.rfind('/') + 1);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (name == "heddle-cc" || name == "heddle-c++") return compile(name == "heddle-c++", words);
  if (!words.empty() && (words.front() == "cc" || words.front() == "c++"))
    return compile(words.front() == "c++", {words.begin() + 1, words.end()});
  return parse_and_run(std::move(words));
}
