#include "sessions/saved_schedule.h"

#include <filesystem>

#include "event/schedule_line.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "report/text/schedule_text.h"
#include "search/repeat.h"
#include "sessions/tool_paths.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

bool is_seen_from_a_folder(const std::string& program) {
  return !program.starts_with('/') && program.find('/') != std::string::npos;
}

// Where the program ran when the schedule was recorded; empty: that is not known, it is gone, or the schedule
// was taken elsewhere.
std::string recorded_folder(const std::string& schedule, const ScheduleFile& file) {
  if (file.folder.empty()) return "";
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::absolute(schedule).parent_path() / file.folder, error);
  if (error || !fs::is_directory(folder, error)) return "";
  if (is_seen_from_a_folder(file.program) && !fs::exists(folder / file.program, error)) return "";
  return folder.string();
}

std::string recorded_program(const ScheduleFile& file, const std::string& folder) {
  if (folder.empty() || !is_seen_from_a_folder(file.program)) return file.program;
  return (fs::path(folder) / file.program).lexically_normal().string();
}

Result<host::LaunchOptions> launch_options(const SavedScheduleArguments& arguments,
                                           const ScheduleFile& file) {
  host::LaunchOptions launch;
  launch.folder = recorded_folder(arguments.file, file);
  std::string name = arguments.program;
  if (name.empty() && !arguments.words.empty()) name = arguments.words.front();
  if (name.empty()) name = recorded_program(file, launch.folder);
  if (name.empty())
    return Error{"of which program? A schedule in a line does not say: heddle replay 'h2:...' -- ./program"};
  Result<host::ProgramFile> program = host::inspect_program(name);
  if (!program) return Error{program.error()};
  launch.program = *program;
  launch.arguments = file.arguments;
  if (!arguments.words.empty()) launch.arguments.assign(arguments.words.begin() + 1, arguments.words.end());
  launch.surroundings = file.surroundings;
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  launch.runtime_library = paths->runtime_library();
  if (!file.input.empty()) {
    const fs::path beside = fs::path(arguments.file).parent_path() / file.input;
    Result<std::string> input = host::read_file(beside.string());
    if (!input) return Error{"the schedule needs its standard input: " + input.error()};
    launch.input = std::move(*input);
  }
  return launch;
}

}  // namespace

std::string folder_to_record(const std::string& program, const std::string& schedule_folder) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return "";
  if (!is_seen_from_a_folder(program)) return here.string();
  const fs::path seen = fs::proximate(here, fs::absolute(schedule_folder, error), error);
  return error ? "" : seen.string();
}

Result<ScheduleFile> read_schedule(const std::string& path) {
  if (is_schedule_line(path)) return parse_schedule_line(path);
  Result<std::string> text = host::read_file(path);
  if (!text) return Error{text.error()};
  Result<ScheduleFile> file = parse_schedule_file(*text);
  if (!file) return Error{path + ": " + file.error()};
  return file;
}

Result<SavedSchedule> open_schedule(const SavedScheduleArguments& arguments, ScheduleFile file) {
  Result<host::LaunchOptions> launch = launch_options(arguments, file);
  if (!launch) return Error{launch.error()};
  symbols::Symbolizer symbolizer;
  const std::string build_id = symbolizer.build_id(launch->program.path).value_or("");
  const bool in_line = is_schedule_line(arguments.file);
  if ((in_line ? short_build_id(build_id) : build_id) != file.build_id && !arguments.force)
    return Error{"'" + launch->program.path + "' is not the program that was recorded (build id " + build_id +
                 ", recorded " + file.build_id +
                 "): it was built again. Try 'heddle replay --near' with the schedule, 'heddle run' again, "
                 "or --force"};
  return SavedSchedule{std::move(file), std::move(*launch)};
}

ExecutionOptions execution_options(const ScheduleFile& file) {
  ExecutionOptions options;
  options.number = file.execution;
  options.random_seed = file.random_seed;
  options.expected_exit = file.expected_exit;
  options.spurious = file.spurious;
  options.stall = file.stall.value_or(kAnyStall);
  options.unjoined = file.outcome == FailureKind::kThreadLeak ? Unjoined::kFail : Unjoined::kNote;
  options.memory = file.cpp_memory ? Memory::kCpp : Memory::kSequential;
  options.carrier = file.kernel_threads ? Carrier::kThreads : Carrier::kContexts;
  return options;
}

ReplayRequest replay_request_of(const ScheduleFile& file, const ModuleTable& modules) {
  ReplayRequest request = replay_request(execution_options(file), file);
  request.record = report::to_step_record(file, modules);
  return request;
}

}  // namespace heddle::sessions
