#include "cli/command_line.h"

#include <algorithm>
#include <cstdio>

#include "cli/application.h"
#include "cli/compile_command.h"
#include "cli/option_sources.h"
#include "cli/program_words.h"
#include "cli/suggestion.h"
#include "report/model/text.h"
#include "sessions/terminal.h"

namespace heddle::cli {

namespace {

std::string help_of(const Verb* verb) {
  return verb == nullptr ? "\nTry 'heddle --help'." : "\nTry 'heddle " + verb->app->get_name() + " --help'.";
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// What to write in place of the first word that no option takes.
std::string unexpected_word(const Verb& verb) {
  const std::string command = "heddle " + verb.app->get_name();
  const std::vector<std::string> words = verb.app->remaining(true);
  const auto option =
      std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("-"); });
  if (option != words.end()) {
    const std::string name = option->substr(0, option->find('='));
    return "'" + command + "' has no option '" + name + "'" + did_you_mean(name, option_names(*verb.app)) +
           help_of(&verb);
  }
  const std::string word = words.empty() ? "" : words.front();
  return "'" + command + "' does not take '" + word + "'" + help_of(&verb);
}

// `heddle help VERB` is `heddle VERB --help`; words that already mean something else are left alone.
void translate(std::vector<std::string>& words) {
  if (words.empty()) return;
  if (words.front() == "version") words.front() = "--version";
  if (words.front() != "help") return;
  words.erase(words.begin());
  words.emplace_back("--help");
}

int complain_about_verb(const Application& application, const std::string& word) {
  return complain(kWrongUse, "there is no verb '" + word + "'" +
                                 did_you_mean(word, application.verb_names()) + help_of(nullptr));
}

int run_verb(Application& application, const Verb* verb, std::vector<std::string> words) {
  try {
    application.parse(std::move(words));
    return application.given()->run();
  } catch (const CLI::ExtrasError& error) {
    return complain(kWrongUse, verb != nullptr ? unexpected_word(*verb) : error.what() + help_of(nullptr));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
      return application.root().exit(error);
    return complain(kWrongUse, error.what() + help_of(verb));
  }
}

}  // namespace

int run_command_line(std::vector<std::string> words) {
  follow_width();
  if (words.empty())
    return complain(kWrongUse, "which verb? For example: heddle run ./program" + help_of(nullptr));
  translate(words);
  if (words.front() == "cc" || words.front() == "c++") return compile(words.front() == "c++", {"--help"});
  ProgramWords program;
  Application application(program);
  const Verb* verb = application.find(words.front());
  if (verb == nullptr && !words.front().starts_with("-"))
    return complain_about_verb(application, words.front());
  program = take_program_words(words, verb);
  if (verb != nullptr && takes_program(*verb))
    if (const std::string option = misplaced_option(program, *verb); !option.empty())
      return complain(kWrongUse, "'" + option + "' stands behind the program. For heddle, write it before '" +
                                     program.words.front() + "'; for the program, write '-- " +
                                     program.words.front() + "'");
  if (verb != nullptr && verb->check) {
    Result<std::vector<std::string>> all = add_option_sources(words);
    if (!all) return complain(kWrongUse, all.error());
    words = std::move(*all);
  }
  return run_verb(application, verb, std::move(words));
}

}  // namespace heddle::cli
