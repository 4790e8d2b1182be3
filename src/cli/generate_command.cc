// heddle generate: what an installation needs and the definitions of the command line know. Not for users, so
// not in the help.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/application.h"
#include "cli/completion_text.h"
#include "cli/manual_text.h"
#include "strategies/registry.h"

namespace heddle::cli {

namespace {

std::vector<std::string> values_of(const std::string& verb, const std::string& option) {
  if (option == "--granularity") return {"sync", "shared", "all"};
  if (option == "--races") return {"report", "stop", "ignore"};
  if (option == "--volatile") return {"plain", "atomic"};
  if (option == "--until") return {"first-bug", "budget", "saturation"};
  if (option == "--stall") return {"none", "any"};
  if (option == "--unjoined") return {"note", "fail", "ignore"};
  if (option == "--isolation") return {"restore", "fork"};
  if (option == "--snapshot") return {"start", "first-thread", "start-here", "at:"};
  if (option == "--region") return {"marked"};
  if (option == "--carrier") return {"contexts", "threads"};
  if (option == "--oracle") return {"linearizability", "thread-safety"};
  if (option == "--seed" && (verb == "run" || verb == "test")) return {"random"};
  if (option == "--annotations") return {"github", "gitlab", "none"};
  if (option == "--framework") return {"auto", "gtest", "catch2", "catch3", "doctest", "boost"};
  std::vector<std::string> names;
  if (option == "--strategy")
    for (const StrategyInfo& info : all_strategies()) names.emplace_back(info.name);
  return names;
}

VerbDescription describe(const CLI::App& app) {
  VerbDescription verb;
  verb.name = app.get_name();
  verb.description = app.get_description();
  verb.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    if (option->get_lnames().empty()) {
      verb.argument = option->get_name();
      continue;
    }
    const std::string name = "--" + option->get_lnames().front();
    verb.options.push_back({name, option->get_description(), option->get_default_str(),
                            option->get_items_expected_max() > 0, values_of(verb.name, name)});
  }
  return verb;
}

// A verb whose first word says which of several things it does: one description for each.
std::vector<VerbDescription> describe_apart(const CLI::App& app) {
  std::vector<VerbDescription> parts;
  for (const CLI::App* part : app.get_subcommands({})) {
    parts.push_back(describe(*part));
    parts.back().name = app.get_name() + " " + part->get_name();
  }
  return parts;
}

// The same in one description, with the options of all of them: shells look at the verb only.
VerbDescription describe_together(const CLI::App& app) {
  VerbDescription verb = describe(app);
  for (const CLI::App* part : app.get_subcommands({})) {
    verb.argument_values.push_back(part->get_name());
    for (const OptionDescription& option : describe(*part).options)
      if (std::none_of(verb.options.begin(), verb.options.end(),
                       [&option](const OptionDescription& known) { return known.name == option.name; }))
        verb.options.push_back(option);
  }
  return verb;
}

std::vector<VerbDescription> describe(const Application& whole, bool apart) {
  std::vector<VerbDescription> verbs;
  for (const Verb& verb : whole.verbs()) {
    if (verb.app->get_group().empty()) continue;
    const std::vector<VerbDescription> parts = describe_apart(*verb.app);
    if (apart && !parts.empty())
      verbs.insert(verbs.end(), parts.begin(), parts.end());
    else
      verbs.push_back(describe_together(*verb.app));
  }
  // These two take their arguments untouched and are no verbs of the parser.
  verbs.push_back({"cc", "Your C compiler, plus what Heddle needs", "", {}, {}, ""});
  verbs.push_back({"c++", "Your C++ compiler, plus what Heddle needs", "", {}, {}, ""});
  return verbs;
}

}  // namespace

Verb add_generate(CLI::App& application, const Application& whole) {
  CLI::App* app = application.add_subcommand("generate", "Print a shell's completions, or the manual page");
  app->group("");
  auto what = std::make_shared<std::string>();
  app->add_option("WHAT", *what, "bash, zsh, fish or man")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}));
  return {app, [what, &whole] {
            const std::vector<VerbDescription> verbs = describe(whole, *what == "man");
            const std::string text = *what == "bash"   ? bash_completion(verbs)
                                     : *what == "zsh"  ? zsh_completion(verbs)
                                     : *what == "fish" ? fish_completion(verbs)
                                                       : manual_page(verbs);
            std::fputs(text.c_str(), stdout);
            return static_cast<int>(kSuccess);
          }};
}

}  // namespace heddle::cli
