#include "cli/command_line.h"

#include <algorithm>

#include "cli/application.h"
#include "cli/option_sources.h"

namespace heddle::cli {

namespace {

// What to write in place of the first word that no option takes.
std::string unexpected_word(const Verb& verb, const ProgramWords& program) {
  const std::string command = "heddle " + verb.app->get_name();
  const std::vector<std::string> words = verb.app->remaining(true);
  const auto option =
      std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("-"); });
  if (option != words.end())
    return "'" + command + "' has no option '" + *option + "'\nTry '" + command + " --help'.";
  const std::string word = words.empty() ? "" : words.front();
  const bool takes_program = verb.app->get_description().find("-- PROGRAM") != std::string::npos;
  if (takes_program && !program.separated)
    return "'" + word + "' is not an option; write -- before the program: " + command + " -- " + word;
  return "'" + command + "' does not take '" + word + "'\nTry '" + command + " --help'.";
}

}  // namespace

int run_command_line(std::vector<std::string> words) {
  ProgramWords program;
  const auto separator = std::find(words.begin(), words.end(), "--");
  if (separator != words.end()) {
    program.separated = true;
    program.words.assign(separator + 1, words.end());
    words.erase(separator, words.end());
  }
  Application application(program);
  const Verb* verb = words.empty() ? nullptr : application.find(words.front());
  if (!words.empty() && !words.front().starts_with("-") && verb == nullptr)
    return complain(kWrongUse, "there is no verb '" + words.front() + "'.\nTry 'heddle --help'.");
  if (verb != nullptr && verb->check) {
    Result<std::vector<std::string>> all = add_option_sources(words);
    if (!all) return complain(kWrongUse, all.error());
    words = std::move(*all);
  }
  try {
    application.parse(std::move(words));
    return application.given()->run();
  } catch (const CLI::ExtrasError& error) {
    return complain(kWrongUse, verb != nullptr ? unexpected_word(*verb, program)
                                               : error.what() + std::string("\nTry 'heddle --help'."));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
      return application.root().exit(error);
    return complain(kWrongUse, std::string(error.what()) + "\nTry 'heddle --help'.");
  }
}

}  // namespace heddle::cli
