// What was asked for: the facts about a run that its result does not hold.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "event/modules.h"
#include "event/surroundings.h"
#include "host/hunt.h"
#include "symbols/instructions.h"

namespace heddle::report {

// An instruction that asks the processor for the time or for a random number, past Heddle.
struct UncontrolledPlace {
  std::string instruction;
  bool random;
  SiteId site;
};

struct RunDescription {
  std::string program;
  std::vector<std::string> arguments;
  Surroundings surroundings = {};
  host::HuntOptions options;
  bool instrumented = true;                          // false: only synchronisation was seen
  std::vector<std::string> not_instrumented = {};    // libraries of which only the synchronisation was seen
  std::vector<UncontrolledPlace> uncontrolled = {};  // in the program and in libraries that Heddle built
  std::string output_folder = "heddle-out";          // as the user wrote it
};

// The file names of the libraries that were not built by Heddle, without the compiler's and libc's own.
std::vector<std::string> libraries_without_hooks(const ModuleTable& modules);

// By the path of a file: what was found in its code before.
using KnownInstructions = std::map<std::string, std::vector<symbols::UncontrolledInstruction>>;
std::vector<UncontrolledPlace> uncontrolled_places(const ModuleTable& modules,
                                                   const KnownInstructions& known = {});

// The files of a bug in the output folder.
std::string schedule_file_name(unsigned bug);  // "bug-1.schedule"
std::string output_file_name(unsigned bug);    // "bug-1.output"
std::string path_in(const RunDescription& run, const std::string& file_name);

// "1,000 executions", "60 s", "1,000 executions or 60 s", whichever was asked for.
std::string budget_text(const host::HuntOptions& options);

// As the options and results.json spell them.
std::string_view to_string(Granularity granularity);
std::string_view to_string(host::HuntEnd end);

}  // namespace heddle::report
