#include "report/text/schedule_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/model/text.h"
#include "report/text/headline.h"

namespace heddle::report {

namespace {

// A name in the file stands on one line and is followed by "+0x".
std::string module_key(const Module& module) {
  std::string name = visible(base_name(module.path));
  for (std::size_t at = 0; (at = name.find("+0x")) != std::string::npos;) name.replace(at, 1, "\\x2b");
  return name;
}

RecordedStepKind to_recorded(const StepKind& kind, const Places& places) {
  RecordedStepKind result;
  result.kind = kind.kind;
  const Module* module = kind.site == kNoSite ? nullptr : places.modules().find(kind.site);
  if (module == nullptr) return result;
  result.module = module_key(*module);
  result.offset = module->file_address(kind.site);
  if (const Frame frame = places.frame(kind.site); frame.line > 0)
    result.place = frame.place + (frame.function.empty() ? "" : " in " + frame.function);
  return result;
}

// The program itself is found whatever its file is called by now: its build id tells that it is the same.
StepKind to_step_kind(const RecordedStepKind& kind, const ModuleTable& modules, const std::string& program) {
  if (kind.module.empty()) return {kind.kind, kNoSite};  // it had no site, as the end of main has none
  bool is_known = false;
  for (const Module& module : modules.modules) {
    const bool is_program = &module == &modules.modules.front();
    if ((is_program ? program : module_key(module)) != kind.module && module_key(module) != kind.module)
      continue;
    is_known = true;
    const std::uint64_t from_start = kind.offset - (module.start - module.bias);
    if (from_start < module.size) return {kind.kind, static_cast<SiteId>(module.first + from_start)};
  }
  // A library that the program will load by dlopen.
  if (!is_known) return {kind.kind, kAnySite};
  return {};
}

// The names stand between spaces, one for each thread of the schedule.
std::vector<std::string> thread_names(const Bug& bug) {
  std::vector<std::string> names = bug.report.threads;
  for (const Run& run : bug.report.schedule)
    if (run.thread >= names.size()) names.resize(run.thread + 1u);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty() || names[i].find_first_of(" \n") != std::string::npos)
      names[i] = fmt::format("thread-{}", i);
  return names;
}

std::string step_text(const StepKind& step, const Places& places) {
  if (step.site == kNoSite) return std::string(to_string(step.kind));
  return fmt::format("{} at {}", to_string(step.kind), places.place(step.site));
}

}  // namespace

ScheduleFile schedule_of(const Bug& bug, const RunDescription& run, const Places& places) {
  const SearchSettings& search = run.options.search;
  ScheduleFile file;
  file.program = run.program;
  if (!places.modules().modules.empty()) file.build_id = places.modules().modules.front().build_id;
  file.arguments = run.arguments;
  file.surroundings = run.surroundings;
  file.strategy = visible(search.strategy);
  file.seed = search.seed;
  file.execution = bug.execution;
  file.random_seed = search.execution.random_seed;
  file.expected_exit = search.execution.expected_exit;
  file.step_limit = search.execution.step_limit;
  file.spurious = search.execution.spurious;
  if (search.execution.stall != kAnyStall) file.stall = search.execution.stall;
  file.cpp_memory = bug.report.weak_memory;
  file.kernel_threads = search.execution.carrier == Carrier::kThreads;
  put_execution(file, bug, places);
  return file;
}

void put_execution(ScheduleFile& file, const Bug& bug, const Places& places) {
  file.outcome = bug.report.failure.kind;
  file.outcome_text = headline(bug.report.failure, places, file.expected_exit);
  // Zero where it is no race.
  file.first_access = bug.report.failure.race.first.step;
  file.second_access = bug.report.failure.race.second.step;
  file.threads = thread_names(bug);
  file.kinds.clear();
  file.steps.clear();
  for (const StepKind& kind : bug.record.kinds) file.kinds.push_back(to_recorded(kind, places));
  for (std::uint32_t step : bug.record.steps) {
    if (step >= file.kinds.size()) break;  // damaged: what lies beyond is not checked
    file.steps.push_back(step);
  }
  file.schedule = bug.report.schedule;
}

StepRecord to_step_record(const ScheduleFile& file, const ModuleTable& modules) {
  StepRecord record;
  for (const RecordedStepKind& kind : file.kinds)
    record.kinds.push_back(to_step_kind(kind, modules, visible(base_name(file.program))));
  for (std::uint32_t step : file.steps) {
    if (step >= record.kinds.size()) break;
    record.steps.push_back(step);
  }
  return record;
}

std::string divergence_text(const Divergence& divergence, const Places& places, ThreadNames threads) {
  std::string text = fmt::format("step {}", with_thousands(divergence.step + 1));
  if (divergence.thread < threads.size())
    text += fmt::format(" ({})", visible(threads[divergence.thread]));
  else if (divergence.thread != kNoThread)
    text += fmt::format(" (thread {})", divergence.thread);

  const bool has_found = divergence.found.kind != OperationKind::kNone;
  const std::string found =
      has_found ? fmt::format("the program is about to '{}'", step_text(divergence.found, places)) : "";
  if (divergence.schedule_ended)
    return text + ": the schedule ends here, but " + (has_found ? found : std::string("the program goes on"));
  const bool has_expected = divergence.expected.kind != OperationKind::kNone;
  const std::string expected =
      has_expected ? fmt::format("the schedule says '{}'", step_text(divergence.expected, places)) : "";
  if (has_found && has_expected) return fmt::format("{}: {}, {}", text, expected, found);
  if (has_found)
    return text + ": the schedule has an operation in a library that is not loaded here, " + found;
  const std::string reason =
      divergence.reason.empty() ? "the thread cannot go on" : visible(divergence.reason);
  return fmt::format("{}: {}, but {}", text, has_expected ? expected : "it is this thread's turn", reason);
}

std::string difference_text(const DifferingStep& difference, const Places& places, ThreadNames threads) {
  const auto place = [&](const StepKind& step) {
    return step.kind == OperationKind::kNone ? std::string("where it had to wait")
                                             : fmt::format("'{}'", step_text(step, places));
  };
  const std::string thread = difference.thread < threads.size() ? visible(threads[difference.thread])
                                                                : fmt::format("thread {}", difference.thread);
  const std::string after = difference.after == kNoSite ? "" : " from " + places.place(difference.after);
  return fmt::format(
      "two replays differ first at step {}: {} went on{} to {} in one and to {} in the other. Look there for "
      "what decided it",
      with_thousands(difference.step + 1), thread, after, place(difference.one), place(difference.other));
}

std::string call_text(const KernelAnswer& answer, const Places& places) {
  const auto calls = watched_calls();
  return fmt::format("{} at {}", answer.call < calls.size() ? calls[answer.call].name : "a call",
                     places.place(answer.site));
}

std::string answers_text(const std::vector<KernelAnswer>& answers, const Places& places) {
  std::vector<std::string> calls;
  for (const KernelAnswer& answer : answers) calls.push_back(call_text(answer, places));
  return fmt::format("in two replays the system answered differently to {}", fmt::join(calls, ", "));
}

}  // namespace heddle::report
