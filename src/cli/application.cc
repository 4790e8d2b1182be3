#include "cli/application.h"

#include <algorithm>
#include <cstdlib>

#include "cli/help_text.h"
#include "report/model/text.h"
#include "sessions/terminal.h"

namespace heddle::cli {

namespace {

void add_width(CLI::App& verb) {
  const std::string range = std::to_string(report::kNarrowest) + " to " + std::to_string(report::kWidest);
  verb.add_option_function<std::string>(
      "--width",
      [range](const std::string& text) {
        const std::size_t columns = std::strtoul(text.c_str(), nullptr, 10);
        if (columns < report::kNarrowest || columns > report::kWidest)
          throw CLI::ValidationError("--width: '" + text + "' is not a number from " + range);
        use_width(columns);
      },
      "lines of so many columns, from " + range + " (the terminal's width; elsewhere " +
          std::to_string(report::kUsualWidth) + ")");
}

}  // namespace

Application::Application(const ProgramWords& program)
    : root_(
          "Heddle finds the interleavings that break a C or C++ program, and replays them exactly. "
          "Compile with 'heddle c++', then 'heddle run ./program'.") {
  root_.name("heddle");
  root_.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  root_.require_subcommand(1);
  // What is said last counts: the command line comes after HEDDLE_OPTIONS, and that after a configuration
  // file.
  root_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  root_.formatter(std::make_shared<HelpText>(verbs_));
  root_.footer(
      "Example:\n"
      "  heddle c++ -g bank.cc -o bank\n"
      "  heddle run ./bank\n"
      "  heddle replay heddle-out/bug-1.schedule");
  verbs_ = {add_run(root_, program),   add_verify(root_, program), add_test(root_, program),
            add_class(root_, program), add_replay(root_, program), add_shrink(root_),
            add_explain(root_),        add_report(root_),          add_guarantee(root_, program),
            add_coverage(root_),       add_campaign(root_),        add_study(root_, program),
            add_strategies(root_),     add_doctor(root_),          add_tell(root_),
            add_generate(root_, *this)};
  for (const Verb& verb : verbs_) {
    verb.app->set_version_flag("--version", "heddle " HEDDLE_VERSION);
    add_width(*verb.app);
    group_options(*verb.app);
    for (CLI::App* const part : verb.app->get_subcommands({})) group_options(*part);
    group_verb(*verb.app);
  }
  group_options(root_);
}

const Verb* Application::find(const std::string& name) const {
  const auto found = std::find_if(verbs_.begin(), verbs_.end(),
                                  [&name](const Verb& verb) { return verb.app->get_name() == name; });
  return found == verbs_.end() ? nullptr : &*found;
}

void Application::parse(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());
  root_.parse(words);
}

const Verb* Application::given() const {
  const auto found =
      std::find_if(verbs_.begin(), verbs_.end(), [](const Verb& verb) { return verb.app->parsed(); });
  return found == verbs_.end() ? nullptr : &*found;
}

std::vector<std::string> Application::verb_names() const {
  std::vector<std::string> names = {"c++", "cc", "help", "version"};
  for (const Verb& verb : verbs_)
    if (!verb.app->get_group().empty()) names.push_back(verb.app->get_name());
  return names;
}

}  // namespace heddle::cli
