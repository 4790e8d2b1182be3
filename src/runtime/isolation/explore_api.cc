// heddle_explore: the boundary of include/heddle/heddle.h.
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "event/schedule_file.h"
#include "heddle/explore_abi.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/contexts.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/zygote.h"
#include "runtime/naming/load_map.h"
#include "runtime/services/debugger.h"
#include "runtime/system/real_time.h"
#include "search/belief.h"
#include "search/search.h"
#include "strategies/replay.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

constexpr std::uint64_t kRecordedSteps = 100'000;
unsigned calls = 0;  // of heddle_explore in this process

template <std::size_t kSize>
void copy_text(char (&target)[kSize], const std::string& text) {
  const std::size_t length = text.size() < kSize - 1 ? text.size() : kSize - 1;
  std::memcpy(target, text.data(), length);
  target[length] = '\0';
}

double now_seconds() {
  return static_cast<double>(real_nanoseconds()) * 1e-9;
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

bool parse_granularity(const char* text, Granularity& granularity) {
  if (std::strcmp(text, "sync") == 0) return granularity = Granularity::kSync, true;
  if (std::strcmp(text, "shared") == 0) return granularity = Granularity::kShared, true;
  if (std::strcmp(text, "all") == 0) return granularity = Granularity::kAll, true;
  return false;
}

std::string read_file(const char* path) {
  std::string text;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  char buffer[4096];
  for (ssize_t got; file >= 0 && (got = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  if (file >= 0) close(file);
  return text;
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
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
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

ScheduleFile schedule_file_of(const SearchSettings& settings, const Execution& execution,
                              const std::string& message) {
  const Module& program = load_map().table().modules.front();
  ScheduleFile file;
  file.program = program.path;
  file.build_id = program.build_id;
  file.arguments = program_arguments();
  file.in_process_call = calls;
  file.strategy = settings.strategy;
  file.seed = settings.seed;
  file.execution = execution.number;
  file.random_seed = settings.execution.random_seed;
  file.step_limit = settings.execution.step_limit;
  file.outcome = execution.failure.kind;
  file.outcome_text = message;
  file.threads = execution.threads;
  file.schedule.assign(execution.schedule.begin(), execution.schedule.end());
  const StepRecord record = record_steps(execution, kRecordedSteps);
  for (const StepKind& kind : record.kinds) {
    const Module* module = load_map().table().find(kind.site);
    RecordedStepKind recorded;
    recorded.kind = kind.kind;
    recorded.module = module != nullptr ? base_name(module->path) : "?";
    recorded.offset = module != nullptr ? module->file_address(kind.site) : 0;
    file.kinds.push_back(std::move(recorded));
  }
  file.steps = record.steps;
  return file;
}

class InProcessSearch {
 public:
  InProcessSearch(const heddle_explore_request& request, heddle_explore_result& result,
                  const SearchSettings& settings, Recording& recording)
      : request_(request),
        result_(result),
        settings_(settings),
        body_{request.body, request.argument},
        executor_(recording, body_, request.restore_globals != 0 ? &image_ : nullptr) {}

  void run() {
    Result<std::unique_ptr<Search>> made = Search::make(settings_, executor_);
    if (!made) return copy_text(result_.error, made.error());
    Search& search = **made;
    if (search.is_guided())
      return copy_text(result_.error, "strategy '" + settings_.strategy +
                                          "' is worked out by the heddle command: use `heddle run`");
    // What the zygote shares with us tells apart what we wrote to since.
    std::string problem =
        request_.restore_globals != 0 ? image_.take(__builtin_frame_address(0)) : std::string();
    const Zygote zygote_before_anything(body_);
    zygote_ = const_cast<Zygote*>(&zygote_before_anything);
    if (request_.restore_globals != 0 && problem.empty())
      problem = zygote_->works() ? image_.begin() : "no process can be forked";
    if (!problem.empty()) return copy_text(result_.error, "memory cannot be restored: " + problem);
    const double start = now_seconds();
    std::uint64_t asked = 0;
    const auto stop = [&] { return ++asked % 16 == 0 && now_seconds() - start >= request_.seconds; };
    for (;;) {
      const std::uint64_t left = request_.executions - search.totals().executions;
      const PauseReason reason = search.run(left, stop);
      result_.exhausted = reason == PauseReason::kExhausted;
      if (reason == PauseReason::kLost && search.last().end == End::kRefused)
        copy_text(result_.error, search.last().failure.text);
      if (reason != PauseReason::kFailure) break;
      if (result_.kind[0] == '\0') report(search.last());
      if (request_.stop_at_first_bug != 0) break;
    }
    result_.executions = search.totals().executions;
    result_.failed = search.totals().failed;
    result_.steps = search.totals().steps;
    result_.switches = search.totals().switches;
    result_.seconds = now_seconds() - start;
  }

  // HEDDLE_REPLAY: this schedule and nothing else.
  void replay(const ScheduleFile& file) {
    Replay strategy(file.schedule, {});
    ExecutionOptions options = settings_.execution;
    options.livelock_at_end = file.outcome == FailureKind::kLivelock;
    options.livelock = verdict_in(file.outcome_text);
    options.random_seed = file.random_seed;
    const Execution& execution = executor_.run(strategy, options);
    result_.executions = 1;
    result_.failed = execution.end == End::kFailed;
    result_.steps = execution.steps;
    result_.switches = execution.switches;
    result_.stable = execution.end == End::kFailed;
    if (execution.end == End::kDiverged)
      copy_text(result_.error, "the schedule diverged at step " +
                                   std::to_string(execution.divergence.step + 1) + ": " +
                                   execution.divergence.reason);
    if (execution.end != End::kFailed) return;
    copy_text(result_.kind, std::string(to_string(execution.failure.kind)));
    copy_text(result_.message, describe(execution.failure));
  }

 private:
  void report(const Execution& execution) {
    const Failure failure = execution.failure;
    ExecutionOptions options = settings_.execution;
    options.number = execution.number;
    options.livelock_at_end = failure.kind == FailureKind::kLivelock;
    options.livelock = verdict_in(failure.text);
    const Schedule schedule(execution.schedule.begin(), execution.schedule.end());
    const Execution* confirmed = nullptr;
    result_.stable = zygote_->works();
    for (int i = 0; i < kReplaysToBelieve && result_.stable; ++i) {
      confirmed = &zygote_->replay(schedule, options);
      result_.stable =
          confirmed->end == End::kFailed &&
          (failure.kind == FailureKind::kLivelock || confirmed->failure.signature() == failure.signature());
    }
    const std::string message = describe(failure);
    copy_text(result_.kind, std::string(to_string(failure.kind)));
    copy_text(result_.message, message);
    std::string path = request_.schedule_file;
    if (path.empty())
      path = "heddle-" + base_name(load_map().table().modules.front().path) + "-" + std::to_string(calls) +
             ".schedule";
    if (write_file(path,
                   print(schedule_file_of(settings_, result_.stable ? *confirmed : execution, message))))
      copy_text(result_.schedule_file, path);
  }

  const heddle_explore_request& request_;
  heddle_explore_result& result_;
  const SearchSettings& settings_;
  Body body_;
  Image image_;
  InProcessExecutor executor_;
  Zygote* zygote_ = nullptr;
};

}  // namespace

extern "C" void heddle_explore(const heddle_explore_request* request, heddle_explore_result* result) {
  if (hot.active) {
    // Inside a program that is explored as a whole: the body is a part of it.
    request->body(request->argument);
    result->executions = 1;
    return;
  }
  ++calls;
  SearchSettings settings;
  settings.strategy = request->strategy;
  settings.seed = request->seed;
  settings.execution.step_limit = request->step_limit;
  if (!parse_granularity(request->granularity, settings.execution.granularity))
    return copy_text(result->error, "granularity is one of sync, shared, all");
  if (!is_single_threaded())
    return copy_text(result->error, "explore must be called while no other thread runs");
  static Recording* recording = map_recording();
  const std::string problem = set_up_runtime();
  if (recording == nullptr || !problem.empty()) return copy_text(result->error, "cannot set up: " + problem);
  const SignalHandlers handlers;  // ours while the body runs, the program's own afterwards
  context_pool().fill(4);
  InProcessSearch search(*request, *result, settings, *recording);
  const char* replay = std::getenv("HEDDLE_REPLAY");
  if (replay == nullptr) return search.run();
  const Result<ScheduleFile> file = parse_schedule_file(read_file(replay));
  if (!file) return copy_text(result->error, std::string(replay) + ": " + file.error());
  if (file->in_process_call != calls) return;
  if (std::getenv(kDebuggedVariable) != nullptr) let_debugger_watch(*recording, file->schedule);
  search.replay(*file);
  forget_debugger();
}
