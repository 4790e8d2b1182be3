#include "report/model/run_description.h"

#include <fmt/format.h>

#include <cmath>

#include "report/model/text.h"
#include "symbols/instructions.h"

namespace heddle::report {

std::vector<std::string> libraries_without_hooks(const ModuleTable& modules) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < modules.modules.size(); ++i) {
    const Module& module = modules.modules[i];
    if (is_opaque(module)) names.push_back(module.path.substr(module.path.rfind('/') + 1));
  }
  return names;
}

std::vector<UncontrolledPlace> uncontrolled_places(const ModuleTable& modules,
                                                   const KnownInstructions& known) {
  std::vector<UncontrolledPlace> places;
  for (const Module& module : modules.modules) {
    if (!module.instrumented && &module != &modules.modules.front()) continue;
    const auto found = known.find(module.path);
    const std::vector<symbols::UncontrolledInstruction> instructions =
        found != known.end() ? found->second : symbols::uncontrolled_instructions(module.path);
    for (const symbols::UncontrolledInstruction& each : instructions) {
      const std::uint64_t offset = each.address + module.bias - module.start;
      // Like a return address: symbols are looked up one before.
      if (module.start != 0 && offset < module.size)
        places.push_back({each.name, each.random, static_cast<SiteId>(module.first + offset + 1)});
    }
  }
  return places;
}

std::string schedule_file_name(unsigned bug) {
  return "bug-" + std::to_string(bug) + ".schedule";
}

std::string output_file_name(unsigned bug) {
  return "bug-" + std::to_string(bug) + ".output";
}

std::string path_in(const RunDescription& run, const std::string& file_name) {
  if (run.output_folder.empty()) return file_name;
  return run.output_folder.ends_with('/') ? run.output_folder + file_name
                                          : run.output_folder + "/" + file_name;
}

std::string budget_text(const host::HuntOptions& options) {
  const std::string time = std::isfinite(options.seconds) ? fmt::format("{:g} s", options.seconds) : "";
  if (options.executions == host::kAnyNumber) return time;
  const std::string executions = counted(options.executions, "execution");
  return time.empty() ? executions : executions + " or " + time;
}

std::string_view to_string(Granularity granularity) {
  switch (granularity) {
    case Granularity::kSync:
      return "sync";
    case Granularity::kShared:
      return "shared";
    case Granularity::kAll:
      return "all";
  }
  return "unknown";
}

std::string_view to_string(host::HuntEnd end) {
  switch (end) {
    case host::HuntEnd::kBudget:
      return "budget";
    case host::HuntEnd::kFirstBug:
      return "first-bug";
    case host::HuntEnd::kMaxBugs:
      return "max-bugs";
    case host::HuntEnd::kExhausted:
      return "exhausted";
    case host::HuntEnd::kSaturated:
      return "saturated";
    case host::HuntEnd::kInterrupted:
      return "interrupted";
    case host::HuntEnd::kUncontrolled:
      return "uncontrolled";
  }
  return "unknown";
}

}  // namespace heddle::report
