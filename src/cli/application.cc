#include "cli/application.h"

#include <algorithm>

namespace heddle::cli {

Application::Application(const ProgramWords& program)
    : root_(
          "Heddle finds the interleavings that break a C or C++ program, and replays them exactly.\n"
          "Compile with 'heddle c++', then 'heddle run -- ./program'.") {
  root_.name("heddle");
  root_.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  root_.require_subcommand(1);
  // What is said last counts: the command line comes after HEDDLE_OPTIONS, and that after a configuration
  // file.
  root_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  root_.footer(
      "Also: heddle c++ ARGUMENTS, heddle cc ARGUMENTS (your compiler, plus what Heddle needs)\n\n"
      "Example:\n"
      "  heddle c++ -g bank.cc -o bank\n"
      "  heddle run -- ./bank\n"
      "  heddle replay heddle-out/bug-1.schedule");
  verbs_ = {add_run(root_, program),   add_test(root_, program),
            add_class(root_, program), add_replay(root_, program),
            add_shrink(root_),         add_explain(root_),
            add_report(root_),         add_guarantee(root_, program),
            add_coverage(root_),       add_campaign(root_),
            add_study(root_, program), add_strategies(root_),
            add_doctor(root_),         add_tell(root_),
            add_generate(root_, *this)};
  for (const Verb& verb : verbs_) verb.app->set_version_flag("--version", "heddle " HEDDLE_VERSION);
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

}  // namespace heddle::cli
