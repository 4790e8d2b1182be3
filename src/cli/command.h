// A verb of the command line: its options, and what it does once they are read. What several verbs do, and
// what takes long, is in sessions/.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "sessions/exit_status.h"

namespace heddle::cli {

using namespace sessions;  // a verb reads its options, and has its session do the work

// Each adds its verb to the application; the function it returns runs the verb, if it was given, and tells
// the exit status.
using Runner = std::function<int()>;

struct Verb {
  CLI::App* app;
  Runner run;
  // Throws CLI::ValidationError for a value that makes no sense. Verbs that have it take options from
  // HEDDLE_OPTIONS and
  // --config, too.
  std::function<void()> check = {};
  // What follows the verb: "[OPTIONS] PROGRAM [ARGUMENTS]". Where a PROGRAM is the first of them,
  // the first word that is no option is one. Empty: made from the options.
  std::string usage = {};
};

class Application;

// The program and its arguments, or what follows `--`: CLI11 would read options of the program as ours.
struct ProgramWords {
  bool separated = false;  // there was a `--`
  std::vector<std::string> words;
};

Verb add_run(CLI::App& application, const ProgramWords& program);
Verb add_verify(CLI::App& application, const ProgramWords& program);
Verb add_test(CLI::App& application, const ProgramWords& program);
Verb add_class(CLI::App& application, const ProgramWords& flags);
Verb add_replay(CLI::App& application, const ProgramWords& debugger);
Verb add_shrink(CLI::App& application);
Verb add_explain(CLI::App& application);
Verb add_guarantee(CLI::App& application, const ProgramWords& program);
Verb add_report(CLI::App& application);
Verb add_coverage(CLI::App& application);
Verb add_strategies(CLI::App& application);
Verb add_doctor(CLI::App& application);
Verb add_campaign(CLI::App& application);
Verb add_study(CLI::App& application, const ProgramWords& programs);
// The words of a failure, for heddle::explore.
Verb add_tell(CLI::App& application);
// Shell completions and the manual page, made from the definitions of the verbs.
Verb add_generate(CLI::App& application, const Application& whole);

}  // namespace heddle::cli
