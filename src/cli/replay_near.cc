#include "cli/replay_near.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "event/schedule_line.h"
#include "host/explorer_process.h"
#include "host/near_replay.h"
#include "host/output_folder.h"
#include "report/model/text.h"
#include "report/text/failure_text.h"
#include "report/text/headline.h"
#include "report/text/schedule_text.h"
#include "search/repeat.h"
#include "sessions/exit_status.h"
#include "sessions/terminal.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

using namespace sessions;

namespace {

namespace fs = std::filesystem;

// Lines and numbers change with every edit. What a file is called depends on the folder, too.
std::string words_alone(const std::string& text) {
  constexpr std::string_view kAt = " at ";
  std::string rest;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::string_view(text).substr(i).starts_with(kAt))
      i = std::min(text.find(' ', i + kAt.size()), text.size() - 1);
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) rest += text[i];
  }
  return rest;
}

// Two assertions are two bugs. What else a failure is called depends on where threads were, and the same
// kind is enough.
bool has_words_of_its_own(FailureKind kind) {
  return kind == FailureKind::kAssertion || kind == FailureKind::kUncaughtException;
}

// "bug-1.schedule" becomes "bug-1.near.schedule".
std::string near_file(const SavedScheduleArguments& saved, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  fs::path path(is_schedule_line(saved.file) ? "heddle.schedule" : saved.file);
  const fs::path extension = path.extension();
  path.replace_extension(".near");
  path += extension;
  return path.string();
}

class NearSession {
 public:
  NearSession(const SavedScheduleArguments& saved, ScheduleFile file, const NearArguments& near)
      : saved_(saved), file_(std::move(file)), near_(near) {}

  int run() {
    if (file_.in_process_call != 0)
      return complain(kWrongUse,
                      "this schedule belongs to a heddle::explore(): call heddle::replay() with it, which "
                      "follows it as far as it goes");
    saved_.force = true;
    const Result<SavedSchedule> opened = open_schedule(saved_, file_);
    if (!opened) return complain(kWrongUse, opened.error());
    watch_for_interrupts();
    Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(opened->launch);
    if (!explorer) return complain(kNotControlled, explorer.error());
    const report::Places places((*explorer)->hello().modules, symbolizer_);
    const ExecutionOptions options = execution_options(file_);
    host::NearReplay near(
        file_, **explorer, {options, near_.executions, near_.seed},
        [&places](SiteId site) { return places.frame(site).function; },
        [&](const Failure& failure) { return is_same(failure, places); }, interrupted);
    const host::NearResult result = near.run();
    if (interrupted()) return kInterrupted;
    if (!result.problem.empty()) return complain(kNotControlled, result.problem);
    if (result.verdict != host::NearVerdict::kStillThere) return tell_absence(result);
    return tell_presence(result, **explorer, options, places, opened->launch.program.path);
  }

 private:
  bool is_same(const Failure& failure, const report::Places& places) const {
    if (failure.kind != file_.outcome) return false;
    if (!has_words_of_its_own(failure.kind) || is_schedule_line(saved_.file)) return true;
    return words_alone(headline(failure, places, file_.expected_exit)) == words_alone(file_.outcome_text);
  }

  static int tell_absence(const host::NearResult& result) {
    const std::string places = report::with_thousands(result.found) + " of " +
                               report::counted(result.places, "place") +
                               " at which the schedule switches threads " +
                               (result.found == 1 ? "is" : "are") + " in the program as it is now";
    if (result.verdict == host::NearVerdict::kGone) {
      std::fputs(report::wrapped("Gone in " + report::counted(result.executions, "execution") +
                                 " near it: " + places + ".")
                     .c_str(),
                 stdout);
      return kSuccess;
    }
    std::fputs(report::wrapped("Cannot be followed from here: " + places +
                               ". 'heddle run' searches all of the program.")
                   .c_str(),
               stdout);
    return kNotControlled;
  }

  int tell_presence(const host::NearResult& result, host::ExplorerProcess& explorer,
                    const ExecutionOptions& options, const report::Places& places,
                    const std::string& program) {
    const report::Style style = output_style();
    const Failure& failure = result.report->failure;
    std::fputs(failure_text(failure, places, style, file_.expected_exit).c_str(), stdout);
    const std::string order = result.executions == 1
                                  ? "the first execution"
                                  : "execution " + report::with_thousands(result.executions);
    std::fputs(("\n" + report::wrapped("Still there: " + order + " near the schedule failed.")).c_str(),
               stdout);
    Result<Replayed> again = explorer.replay(replay_request(options, result.report->schedule, failure));
    if (!again || again->report.end != End::kFailed || !same_failure(failure, again->report.failure)) {
      std::fputs(report::wrapped("Its schedule could not be repeated.").c_str(), stdout);
      return kBugFound;
    }
    Bug bug;
    bug.report = std::move(again->report);
    bug.record = std::move(again->record);
    bug.preemptions = std::move(again->preemptions);
    report::put_execution(file_, bug, places);
    file_.build_id = symbolizer_.build_id(program).value_or("");
    if (!saved_.words.empty()) {
      file_.program = saved_.words.front();
      file_.arguments.assign(saved_.words.begin() + 1, saved_.words.end());
    } else if (!saved_.program.empty()) {
      file_.program = saved_.program;
    }
    const std::string out = near_file(saved_, near_.out);
    if (const Result<bool> written = host::write_file(out, print(file_)); !written)
      return complain(kNotControlled, written.error());
    std::printf("  schedule:  %s\n", report::visible(out).c_str());
    std::printf("  run again: %s\n",
                style.bold("heddle replay " + report::visible(report::shell_quoted(out))).c_str());
    return kBugFound;
  }

  SavedScheduleArguments saved_;
  ScheduleFile file_;
  NearArguments near_;
  symbols::Symbolizer symbolizer_;
};

}  // namespace

int replay_near(const SavedScheduleArguments& saved, ScheduleFile file, const NearArguments& near) {
  return NearSession(saved, std::move(file), near).run();
}

}  // namespace heddle::cli
