#include "sessions/test_session.h"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <map>

#include "host/framework_skip.h"
#include "report/formats/test_text.h"
#include "report/model/text.h"
#include "sessions/result_files.h"
#include "sessions/terminal.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

namespace {

std::string problem_of(const process::JobEnd& end) {
  if (!end.problem.empty()) return end.problem;
  if (end.ending.signal() != 0)
    return "the process that explored it was ended by a signal: " + end.ending.signal_name();
  return "the process that explored it failed";
}

}  // namespace

TestSession::TestSession(const TestPlan& plan, host::OutputFolder folder)
    : plan_(plan),
      folder_(std::move(folder)),
      executions_(plan.tests.size()),
      finished_(plan.tests.size()),
      terminal_(isatty(2) != 0) {
  for (const host::TestCase& test : plan.tests) names_.push_back(test.name);
  folders_ = report::folder_names(names_);
  const std::string& program = plan.launch.program.path;
  instructions_[program] = symbols::uncontrolled_instructions(program);
  for (std::size_t i = 0; i < plan.tests.size(); ++i)
    if (plan.tests[i].skipped.empty() && plan.tests[i].problem.empty()) explored_tests_.push_back(i);
}

void TestSession::run(report::TestRun& run) {
  const auto start = std::chrono::steady_clock::now();
  run.tests.resize(plan_.tests.size());
  for (std::size_t i = 0; i < plan_.tests.size(); ++i) {
    const host::TestCase& test = plan_.tests[i];
    run.tests[i].name = test.name;
    run.tests[i].folder = folders_[i];
    if (test.skipped.empty() && test.problem.empty()) continue;
    run.tests[i].verdict =
        test.problem.empty() ? report::TestVerdict::kSkipped : report::TestVerdict::kUncontrolled;
    run.tests[i].reason = report::visible(test.problem.empty() ? test.skipped : test.problem);
    finished_[i] = true;
  }
  done_ = plan_.tests.size() - explored_tests_.size();
  std::map<std::size_t, std::string> answers;
  process::ProcessPool pool;
  pool.at_a_time = plan_.jobs;
  pool.stopping = process::Stopping::kAsk;
  pool.work = [this](std::size_t job, const process::ProcessPool::Say& say) -> Result<bool> {
    say(explore_job(job));
    return true;
  };
  pool.said = [&answers](std::size_t job, const std::string& answer) { answers[job] = answer; };
  pool.ended = [&](std::size_t job, const process::JobEnd& end) {
    finish(explored_tests_[job], answers[job], end, run);
    answers.erase(job);
    show_finished(run);
  };
  pool.tick = [this](const std::vector<std::size_t>& jobs) { show_status(jobs); };
  pool.stop = interrupted;
  show_finished(run);
  pool.run(explored_tests_.size());
  run.interrupted = interrupted();
  std::fill(finished_.begin(), finished_.end(), true);  // the rest was not even begun
  show_finished(run);
  clear_status();
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.description.not_instrumented = libraries_;
}

std::string TestSession::explore_job(std::size_t job) const {
  const std::size_t test = explored_tests_[job];
  double seconds = plan_.description.options.seconds;
  if (plan_.time) {
    const double elapsed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - plan_.started).count();
    if (!plan_.time->has_time(elapsed)) {
      report::TestReport report;
      report.reason = "not begun: the time for all tests was over; raise --total-time";
      return encode(report);
    }
    seconds = std::min(seconds, plan_.time->of_next(elapsed, explored_tests_.size() - job));
  }
  return encode(explore(test, seconds, executions_[test]));
}

// What it finds is on disk before it is reported.
report::TestReport TestSession::explore(std::size_t test, double seconds, Executions& executions) const {
  report::TestReport report;
  report.verdict = report::TestVerdict::kUncontrolled;
  host::LaunchOptions launch = plan_.launch;
  launch.arguments = plan_.tests[test].arguments;
  const Result<host::OutputFolder> folder = host::OutputFolder::prepare(folder_.file(folders_[test]));
  if (!folder) {
    report.reason = folder.error();
    return report;
  }
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(launch);
  if (!explorer) {
    report.reason = explorer.error();
    return report;
  }
  report::RunDescription description = plan_.description;
  description.options.seconds = seconds;
  symbols::Symbolizer symbolizer;
  if (const Result<bool> found =
          find_places(plan_.places, (*explorer)->hello().modules, symbolizer, description.options.search);
      !found) {
    report.reason = found.error();
    return report;
  }
  description.arguments = launch.arguments;
  description.output_folder = folder->path();
  return explored(test, **explorer, *folder, std::move(description), executions);
}

report::TestReport TestSession::explored(std::size_t test, host::ExplorerProcess& explorer,
                                         const host::OutputFolder& folder, report::RunDescription description,
                                         Executions& executions) const {
  const std::string& name = names_[test];
  symbols::Symbolizer symbolizer;
  const auto places = [&] { return report::Places(explorer.hello().modules, symbolizer); };
  host::HuntOptions& options = description.options;
  options.is_suppressed = [&](const Failure& race) { return plan_.suppressions.match(race, places()); };
  options.is_known = [&](const Bug& bug) {
    return plan_.known.contains(known_bug(name, test_bug(bug, description, places())));
  };
  options.lines.is_in_library = [&](SiteId site) { return places().is_in_library(site); };
  options.lines.line = [&](SiteId site) { return places().place(site); };
  const auto save = [&](const host::HuntResult& result) {
    return write_results(folder, result, description, places(), plan_.launch.input, "");
  };
  host::Hunt hunt(
      explorer, options, interrupted,
      [&executions](const host::HuntProgress& now) {
        executions.store(now.executions, std::memory_order_relaxed);
      },
      [&save](const host::HuntResult& result) {
        static_cast<void>(save(result));  // what cannot be written is tried again at the end
      });
  const host::HuntResult result = hunt.run();
  description.not_instrumented = report::libraries_without_hooks(explorer.hello().modules);
  description.uncontrolled = report::uncontrolled_places(explorer.hello().modules, instructions_);
  report::TestReport report = test_report(name, result, description, places(), output_style());
  report.libraries = description.not_instrumented;
  if (const auto why = host::why_it_skipped(plan_.framework, name, result.first_output))
    note_skip(report, *why);
  if (const Result<bool> written = save(result); !written) report.reason = written.error();
  return report;
}

void TestSession::finish(std::size_t test, const std::string& answer, const process::JobEnd& end,
                         report::TestRun& run) {
  report::TestReport& report = run.tests[test];
  finished_[test] = true;
  ++done_;
  if (end.is_success()) {
    Result<report::TestReport> sent = report::decode_test_report(answer);
    if (sent) {
      report = std::move(*sent);
    } else {
      report.reason = sent.error();
      report.verdict = report::TestVerdict::kUncontrolled;
    }
  } else if (!interrupted()) {
    report.reason = problem_of(end);
    report.verdict = report::TestVerdict::kUncontrolled;
  }
  report.name = names_[test];
  report.folder = folders_[test];
  plan_.known.mark(report);
  if (report.verdict == report::TestVerdict::kFailed) ++failed_;
  for (const std::string& library : report.libraries)
    if (std::find(libraries_.begin(), libraries_.end(), library) == libraries_.end())
      libraries_.push_back(library);
}

void TestSession::show_finished(const report::TestRun& run) {
  if (plan_.quiet) return;
  const std::size_t columns = report::name_column(names_);
  const report::Style style = output_style();
  for (; shown_ < finished_.size() && finished_[shown_]; ++shown_) {
    clear_status();
    std::fputs(test_line(run.tests[shown_], columns, style).c_str(), stdout);
  }
  std::fflush(stdout);
}

void TestSession::show_status(const std::vector<std::size_t>& jobs) {
  if (plan_.quiet || !terminal_ || jobs.empty()) return;
  std::vector<report::RunningTest> running;
  for (const std::size_t job : jobs) {
    const std::size_t test = explored_tests_[job];
    running.push_back({names_[test], executions_[test].load(std::memory_order_relaxed)});
  }
  const std::string line =
      report::test_status(done_, names_.size(), failed_, running, terminal_columns() - 1);
  std::fprintf(stderr, "\r%s\033[K", line.c_str());
  std::fflush(stderr);
  status_shown_ = true;
}

void TestSession::clear_status() {
  if (!status_shown_) return;
  std::fprintf(stderr, "\r\033[K");
  std::fflush(stderr);
  status_shown_ = false;
}

}  // namespace heddle::sessions
