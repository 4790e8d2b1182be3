// heddle_explore_4: the boundary of include/heddle/heddle.h.
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "event/schedule_file.h"
#include "event/schedule_line.h"
#include "heddle/explore_abi.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/contexts.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/in_process_search.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/told_by_tool.h"
#include "runtime/naming/load_map.h"
#include "runtime/services/debugger.h"
#include "runtime/system/whole_files.h"
#include "search/search.h"
#include "search/stall.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

unsigned calls = 0;  // of heddle::explore in this process

template <std::size_t kSize>
void copy_text(char (&target)[kSize], const std::string& text) {
  const std::size_t length = text.size() < kSize - 1 ? text.size() : kSize - 1;
  std::memcpy(target, text.data(), length);
  target[length] = '\0';
}

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string place_of(SiteId site) {
  const Module* module = load_map().table().find(site);
  if (module == nullptr) return "an unknown place";
  char text[32];
  std::snprintf(text, sizeof text, "+0x%llx",
                static_cast<unsigned long long>(module->file_address(site) - 1));
  return base_name(module->path) + text;
}

// Without the tool: places by module and offset.
std::string describe(const Failure& failure) {
  std::string text(to_string(failure.kind));
  for (char c : failure.text.empty() ? std::string() : ": " + failure.text) {
    if (c == '\n')
      text += ": ";  // between the type of an exception and its text
    else
      text += c;
  }
  if (failure.thread < failure.threads.size())
    text += " (thread " + failure.threads[failure.thread].name + ")";
  return text + " at " + place_of(failure.site);
}

// The search pauses at each race, to see how long it is to go on.
bool parse_races(const char* text, Races& races) {
  if (std::strcmp(text, "ignore") == 0) return races = Races::kIgnore, true;
  if (std::strcmp(text, "report") == 0) return races = Races::kStop, true;
  return false;
}

bool parse_granularity(const char* text, Granularity& granularity) {
  if (std::strcmp(text, "sync") == 0) return granularity = Granularity::kSync, true;
  if (std::strcmp(text, "shared") == 0) return granularity = Granularity::kShared, true;
  if (std::strcmp(text, "all") == 0) return granularity = Granularity::kAll, true;
  return false;
}

bool parse_memory(const char* text, Memory& memory) {
  if (std::strcmp(text, "auto") == 0) return memory = Memory::kByOrders, true;
  if (std::strcmp(text, "c++") == 0) return memory = Memory::kCpp, true;
  if (std::strcmp(text, "sc") == 0) return memory = Memory::kSequential, true;
  return false;
}

// Other kernel threads would call interposed functions behind the scheduler's back. qemu-user (7.2) has a
// thread of its own, which /proc/self/status counts; the number in its /proc/self/stat is 0.
bool is_single_threaded() {
  const std::string stat = read_file("/proc/self/stat");
  const std::size_t name_end = stat.rfind(')');  // the name may hold anything
  long threads = 1;
  if (name_end == std::string::npos ||
      std::sscanf(stat.c_str() + name_end,
                  ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld", &threads) != 1)
    return true;
  if (threads != 0) return threads == 1;
  const std::string status = read_file("/proc/self/status");
  const std::size_t line = status.find("\nThreads:");
  return line == std::string::npos || std::atol(status.c_str() + line + std::strlen("\nThreads:")) == 2;
}

bool write_file(const std::string& path, const std::string& text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return false;
  const bool written = write_all(file, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  return close(file) == 0 && written;
}

// Without the program's name.
std::vector<std::string> program_arguments() {
  const std::string words = read_file("/proc/self/cmdline");
  std::vector<std::string> arguments;
  for (std::size_t start = words.find('\0'); start != std::string::npos && start + 1 < words.size();) {
    const std::size_t end = words.find('\0', start + 1);
    arguments.push_back(words.substr(start + 1, end - start - 1));
    start = end;
  }
  return arguments;
}

ScheduleFile schedule_file_of(const SearchSettings& settings, const Bug& bug, const ModuleTable& modules,
                              const std::string& message) {
  const Module& program = modules.modules.front();
  ScheduleFile file;
  file.program = program.path;
  file.build_id = program.build_id;
  file.arguments = program_arguments();
  file.in_process_call = calls;
  file.strategy = settings.strategy;
  file.seed = settings.seed;
  file.execution = bug.execution;
  file.random_seed = settings.execution.random_seed;
  file.step_limit = settings.execution.step_limit;
  file.cpp_memory = bug.report.weak_memory;
  if (settings.execution.stall != kAnyStall) file.stall = settings.execution.stall;
  file.outcome = bug.report.failure.kind;
  file.outcome_text = message;
  if (file.outcome == FailureKind::kDataRace) {
    file.first_access = bug.report.failure.race.first.step;
    file.second_access = bug.report.failure.race.second.step;
  }
  file.threads = bug.report.threads;
  file.schedule = bug.report.schedule;
  for (const StepKind& kind : bug.record.kinds) {
    const Module* module = modules.find(kind.site);
    RecordedStepKind recorded;
    recorded.kind = kind.kind;
    recorded.module = module != nullptr ? base_name(module->path) : "?";
    recorded.offset = module != nullptr ? module->file_address(kind.site) : 0;
    file.kinds.push_back(std::move(recorded));
  }
  file.steps = bug.record.steps;
  return file;
}

void tell_coverage(const CoverageReport& coverage, heddle_explore_result& result) {
  for (std::size_t i = 0; i < coverage.metrics.size() && i < std::size(result.coverage); ++i) {
    const MetricReport& metric = coverage.metrics[i];
    copy_text(result.coverage[i].metric, std::string(to_string(metric.metric)));
    result.coverage[i].expected = metric.items.size();
    for (const CoverageItem& item : metric.items) result.coverage[i].covered += item.covered ? 1 : 0;
  }
}

std::string tell_bug(const Bug& bug, const ModuleTable& modules, heddle_explore_result& result) {
  Replayed told;
  told.report = bug.report;
  told.modules = modules;
  std::optional<ToldFailure> words = told_by_tool(told);
  if (!words) {
    const std::string text = describe(bug.report.failure);
    words = {text, text + "\n"};
  }
  copy_text(result.kind, std::string(to_string(bug.report.failure.kind)));
  copy_text(result.message, words->headline);
  copy_text(result.report, words->report);
  result.stable = bug.stable;
  copy_text(result.unstable_reason, bug.unstable_reason);
  result.context_switches = static_cast<int>(context_switches_of(bug));
  return words->headline;
}

std::string tell(const InProcessFindings& findings, heddle_explore_result& result) {
  result.executions = findings.totals.executions;
  result.failed = findings.totals.failed;
  result.races = findings.races;
  result.steps = findings.totals.steps;
  result.switches = findings.totals.switches;
  result.seconds = findings.seconds;
  result.exhausted = findings.exhausted;
  copy_text(result.error, findings.error);
  tell_coverage(findings.coverage, result);
  return findings.bug ? tell_bug(*findings.bug, findings.modules, result) : std::string();
}

void explore(const heddle_explore_request& request, const SearchSettings& settings, InProcessSearch& search,
             heddle_explore_result& result) {
  const InProcessFindings findings = search.run({.executions = request.executions,
                                                 .seconds = request.seconds,
                                                 .stop_at_first_bug = request.stop_at_first_bug != 0,
                                                 .shrink = request.shrink != 0});
  const std::string message = tell(findings, result);
  if (!findings.bug) return;
  std::string path = request.schedule_file;
  if (path.empty())
    path = "heddle-" + base_name(findings.modules.modules.front().path) + "-" + std::to_string(calls) +
           ".schedule";
  if (write_file(path, print(schedule_file_of(settings, *findings.bug, findings.modules, message))))
    copy_text(result.schedule_file, path);
}

// What is wrong with the request; empty: nothing.
std::string read_settings(const heddle_explore_request& request, SearchSettings& settings) {
  settings.strategy = request.strategy;
  settings.seed = request.seed;
  settings.execution.step_limit = request.step_limit;
  const std::optional<std::uint64_t> stall = stall_in(request.stall);
  if (!stall) return "stall is a duration such as 100ms, none or any";
  settings.execution.stall = *stall;
  if (!parse_granularity(request.granularity, settings.execution.granularity))
    return "granularity is one of sync, shared, all";
  if (!parse_memory(request.memory, settings.execution.memory)) return "memory is one of auto, c++, sc";
  if (!parse_races(request.races, settings.races)) return "races is one of report, ignore";
  const Result<std::uint32_t> metrics = parse_metrics(request.coverage);
  if (!metrics) return "coverage: " + metrics.error();
  settings.coverage.metrics = *metrics;
  expect_what_strategy_expects(settings.strategy, settings.coverage);
  return {};
}

}  // namespace

namespace {

// Everything that an exploration or a replay needs; `use` is given the search.
template <typename Use>
void with_search(const heddle_explore_request& request, heddle_explore_result& result, Use use) {
  SearchSettings settings;
  if (const std::string problem = read_settings(request, settings); !problem.empty())
    return copy_text(result.error, problem);
  if (!is_single_threaded())
    return copy_text(result.error, "explore must be called while no other thread runs");
  static Recording* recording = map_recording();
  const std::string problem = set_up_runtime();
  if (recording == nullptr || !problem.empty()) return copy_text(result.error, "cannot set up: " + problem);
  const SignalHandlers handlers;  // ours while the body runs, the program's own afterwards
  context_pool().fill(4);
  InProcessSearch search(settings, {request.body, request.argument}, request.restore_globals != 0,
                         *recording);
  use(search, settings, *recording);
}

// A file, or the schedule itself in a line.
Result<ScheduleFile> schedule_named(const std::string& name) {
  if (is_schedule_line(name)) return parse_schedule_line(name);
  Result<ScheduleFile> file = parse_schedule_file(read_file(name));
  if (!file) return Error{name + ": " + file.error()};
  return file;
}

// Inside a program that is explored as a whole the body is a part of it.
bool is_part_of_a_program(const heddle_explore_request& request, heddle_explore_result& result) {
  if (!hot.active) return false;
  request.body(request.argument);
  result.executions = 1;
  return true;
}

}  // namespace

extern "C" void heddle_explore_4(const heddle_explore_request* request, heddle_explore_result* result) {
  if (is_part_of_a_program(*request, *result)) return;
  ++calls;
  with_search(*request, *result,
              [&](InProcessSearch& search, const SearchSettings& settings, Recording& recording) {
                const char* replay = std::getenv("HEDDLE_REPLAY");
                if (replay == nullptr) return explore(*request, settings, search, *result);
                const Result<ScheduleFile> file = schedule_named(replay);
                if (!file) return copy_text(result->error, file.error());
                if (file->in_process_call != calls) return;
                if (std::getenv(kDebuggedVariable) != nullptr) let_debugger_watch(recording, file->schedule);
                tell(search.replay(*file, InProcessSearch::Follow::kExactly), *result);
                forget_debugger();
              });
}

extern "C" void heddle_replay_2(const char* schedule, const heddle_explore_request* request,
                                heddle_explore_result* result) {
  if (is_part_of_a_program(*request, *result)) return;
  const Result<ScheduleFile> file = schedule_named(schedule);
  if (!file) return copy_text(result->error, file.error());
  with_search(*request, *result, [&](InProcessSearch& search, const SearchSettings&, Recording&) {
    tell(search.replay(*file, InProcessSearch::Follow::kAsFarAsItGoes), *result);
  });
}
