// heddle test: every test of a binary of a test framework, each explored on its own.
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "cli/command.h"
#include "cli/hunt_arguments.h"
#include "cli/result_arguments.h"
#include "cli/values.h"
#include "host/test_filter.h"
#include "report/formats/annotations.h"
#include "report/formats/test_json.h"
#include "report/formats/test_text.h"
#include "sessions/output_files.h"
#include "sessions/terminal.h"
#include "sessions/test_session.h"
#include "sessions/tool_paths.h"

namespace heddle::cli {

namespace {

struct TestArguments : HuntArguments {
  std::vector<std::string> filters;
  std::vector<std::string> excluded;
  std::string framework = "auto";
  std::optional<std::string> total_time;
  ResultFormats formats;
  std::string code_quality;
  std::string annotations = "none";
  std::string known;
  bool update_known = false;
  bool hidden = false;
  bool list = false;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

// A suite has many tests, and most of them need few executions: those of tests/e2e/test_binaries that fail
// did so within 62, with any of eight seeds. For a single bug there is `heddle run`, which takes twelve times
// as long.
constexpr double kTestSeconds = 5;

constexpr std::size_t kBugsOfATest = 20;  // known ones among them; a search must end

host::HuntOptions test_options(const TestArguments& arguments) {
  host::HuntOptions options = hunt_options(arguments, kTestSeconds);
  options.until = host::Until::kFirstBug;
  options.max_bugs = kBugsOfATest;
  options.ends_without_threads = true;
  options.time_covers_all = true;
  return options;
}

std::optional<host::TestFramework> framework_named(const std::string& name) {
  if (name == "gtest") return host::TestFramework::kGoogleTest;
  if (name == "catch2") return host::TestFramework::kCatch2;
  if (name == "catch3") return host::TestFramework::kCatch3;
  if (name == "doctest") return host::TestFramework::kDoctest;
  if (name == "boost") return host::TestFramework::kBoostTest;
  return std::nullopt;
}

void check(const TestArguments& arguments) {
  test_options(arguments);
  surroundings(arguments);
  if (arguments.total_time) parse_duration(*arguments.total_time);
  if (arguments.annotations != "github" && arguments.annotations != "gitlab" &&
      arguments.annotations != "none")
    throw CLI::ValidationError("--annotations is github, gitlab or none, not '" + arguments.annotations +
                               "'");
  if (arguments.framework != "auto" && !framework_named(arguments.framework))
    throw CLI::ValidationError(
        "--framework is auto, gtest, catch2 (version 2), catch3, doctest or boost, not '" +
        arguments.framework + "'");
  if (arguments.update_known && arguments.known.empty())
    throw CLI::ValidationError("--update-known needs the file: --known heddle-known.json");
  if (arguments.annotations == "gitlab" && arguments.code_quality.empty())
    throw CLI::ValidationError("--annotations gitlab needs a file for the report: --codequality FILE");
}

Result<host::TestFramework> framework_of(const TestArguments& arguments, const host::ProgramFile& program) {
  if (const auto named = framework_named(arguments.framework)) return *named;
  return host::detect_framework(program);
}

Result<report::KnownBugs> read_known(const TestArguments& arguments) {
  if (arguments.known.empty()) return report::KnownBugs();
  // The first --update-known makes the file.
  if (arguments.update_known && !std::filesystem::exists(arguments.known)) return report::KnownBugs();
  const Result<std::string> text = host::read_file(arguments.known);
  if (!text) return Error{text.error() + "; --update-known makes it"};
  Result<report::KnownBugs> known = report::KnownBugs::parse(*text);
  if (!known) return Error{arguments.known + " " + known.error()};
  return known;
}

int exit_status(const report::TestRun& run) {
  const report::TestCounts counts = count(run.tests);
  if (run.interrupted) return kInterrupted;
  if (counts.failed != 0) return kBugFound;
  // Without an interrupt, there was no time for what is not done.
  return counts.uncontrolled + counts.interrupted != 0 ? kNotControlled : kSuccess;
}

// Everything that was asked for; the error is the first that could not be written.
Result<bool> write_reports(const TestArguments& arguments, const report::TestRun& run,
                           const report::KnownBugs& known, const host::OutputFolder& folder) {
  Result<bool> written = folder.write("results.json", test_results_json(run));
  const auto write = [&written](const std::string& file, const auto& contents) {
    if (file.empty()) return;
    Result<bool> outcome = write_output(file, contents());
    if (!outcome && written) written = std::move(outcome);
  };
  write(arguments.json, [&] { return test_results_json(run); });
  if (Result<bool> outcome = write_formats(arguments.formats, run); !outcome && written)
    written = std::move(outcome);
  write(arguments.code_quality, [&] { return code_quality_json(run); });
  if (arguments.update_known) write(arguments.known, [&] { return known.updated(run.tests).print(); });
  return written;
}

// With what the frameworks say of each.
int print_list(const std::vector<host::TestCase>& tests) {
  for (const host::TestCase& test : tests) {
    const std::string& why = test.problem.empty() ? test.skipped : test.problem;
    std::printf("%s%s\n", test.name.c_str(), why.empty() ? "" : ("  (" + why + ")").c_str());
  }
  return kSuccess;
}

int run_tests(const TestArguments& arguments, const TestPlan& plan, host::TestFramework framework) {
  Result<host::OutputFolder> folder = host::OutputFolder::prepare(arguments.out);
  if (!folder) return complain(kWrongUse, folder.error());
  report::TestRun run;
  run.description = plan.description;
  run.framework = host::to_string(framework);
  run.jobs = plan.jobs;
  run.total_seconds = plan.time ? plan.time->seconds : 0;
  run.known_file = arguments.known;
  note_surroundings(run);
  run.tests.resize(plan.tests.size());
  if (arguments.seed == "random")
    std::printf("seed %llu\n", static_cast<unsigned long long>(plan.description.options.search.seed));
  if (!arguments.quiet) std::fputs((test_heading(run) + "\n").c_str(), stdout);
  TestSession(plan, *folder).run(run);
  run.not_seen = plan.known.not_seen(run.tests);
  const Result<bool> written = write_reports(arguments, run, plan.known, *folder);
  std::fputs(test_summary(run, arguments.verbose, output_style()).c_str(), stdout);
  if (arguments.annotations == "github") std::fputs(github_annotations(run).c_str(), stdout);
  if (!written) return complain(kNotControlled, written.error());
  if (arguments.update_known) std::printf("Written: %s.\n", arguments.known.c_str());
  // With --update-known, known bugs are not reported as such.
  const int status = exit_status(run);
  return arguments.update_known && status == kBugFound ? static_cast<int>(kSuccess) : status;
}

int test(const TestArguments& arguments, const ProgramWords& words) {
  check(arguments);
  if (words.words.empty())
    return complain(kWrongUse, words.separated
                                   ? "there is no program behind '--'"
                                   : "which tests? Write: heddle test [options] ./test_binary arguments");
  if (const Result<bool> claimed = claim_standard_output(
          {arguments.json, arguments.formats.junit, arguments.formats.sarif, arguments.code_quality});
      !claimed)
    return complain(kWrongUse, claimed.error());
  TestPlan plan;
  plan.started = std::chrono::steady_clock::now();
  plan.description.program = words.words.front();
  plan.description.options = test_options(arguments);
  plan.description.surroundings = plan.launch.surroundings = surroundings(arguments);
  plan.description.output_folder = arguments.out;
  plan.places = place_choices(arguments);
  Result<host::ProgramFile> program = host::inspect_program(words.words.front());
  if (!program) return complain(kWrongUse, program.error());
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return complain(kNotControlled, paths.error());
  if (!arguments.suppressions.empty()) {
    Result<report::Suppressions> given = read_suppressions(arguments.suppressions);
    if (!given) return complain(kWrongUse, given.error());
    plan.suppressions = std::move(*given);
  }
  Result<report::KnownBugs> known = read_known(arguments);
  if (!known) return complain(kWrongUse, known.error());
  plan.known = std::move(*known);

  host::clear_framework_environment();
  const Result<host::TestFramework> framework = framework_of(arguments, *program);
  if (!framework) return complain(kWrongUse, framework.error());
  host::TestListOptions listing;
  listing.arguments.assign(words.words.begin() + 1, words.words.end());
  listing.hidden = arguments.hidden;
  Result<std::vector<host::TestCase>> tests = host::list_tests(*program, *framework, listing);
  if (!tests) return complain(kNotControlled, tests.error());
  if (tests->empty()) return complain(kWrongUse, "'" + words.words.front() + "' has no tests");
  const host::TestFilter filter(arguments.filters, arguments.excluded);
  std::erase_if(*tests, [&filter](const host::TestCase& each) { return !filter(each.name); });
  if (tests->empty())
    return complain(kWrongUse, "no test matches the filter; 'heddle test --list -- " + words.words.front() +
                                   "' shows their names");
  if (arguments.list) return print_list(*tests);

  watch_for_interrupts();
  plan.launch.program = *program;
  plan.launch.runtime_library = paths->runtime_library();
  plan.description.arguments = listing.arguments;
  plan.description.instrumented = program->instrumented;
  plan.framework = *framework;
  plan.tests = std::move(*tests);
  plan.jobs = arguments.jobs;
  if (arguments.total_time)
    plan.time = host::TimeShare{parse_duration(*arguments.total_time), arguments.jobs};
  plan.quiet = arguments.quiet;
  return run_tests(arguments, plan, *framework);
}

void add_test_options(CLI::App& app, TestArguments& a) {
  app.add_option("--filter", a.filters,
                 "the tests to explore: patterns with * and ?, separated by ':'; those after a '-' are left "
                 "out: --filter 'Queue.*:-*Slow*'. May be repeated")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--exclude", a.excluded, "the tests to leave out: patterns as above. May be repeated")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--hidden", a.hidden,
               "also explore what the framework leaves out: DISABLED_ tests of GoogleTest, [.] of Catch2, "
               "skip() of doctest, disabled() of Boost.Test");
  app.add_flag("--list", a.list, "print the names of the tests, and explore nothing");
  app.add_option("--framework", a.framework,
                 "auto (found in the file), gtest, catch2 (version 2), catch3 (version 3), doctest or boost")
      ->capture_default_str();
  app.add_option("--total-time", a.total_time,
                 "for all tests together: 10m; each gets a share of what is left, and no more than --time");
  app.add_option("--jobs", a.jobs, "number of tests at a time (default: the number of cores)")
      ->check(positive());
  app.add_option(
      "--known", a.known,
      "a file of known bugs, to be kept with the code: they are reported, but do not fail the run");
  app.add_flag("--update-known", a.update_known,
               "write the bugs of this run to that file, and remove those that tests no longer show");
  add_formats(app, a.formats);
  app.add_option("--codequality", a.code_quality,
                 "write the bugs to this file as GitLab's Code Quality JSON");
  app.add_option("--annotations", a.annotations,
                 "github: also print the bugs as commands that show them beside the code; gitlab: needs "
                 "--codequality; none")
      ->capture_default_str();
}

}  // namespace

Verb add_test(CLI::App& application, const ProgramWords& program) {
  CLI::App* app = application.add_subcommand(
      "test", "Explore every test of a GoogleTest, Catch2, doctest or Boost.Test program");
  auto arguments = std::make_shared<TestArguments>();
  arguments->snapshot = "first-thread";
  add_test_options(*app, *arguments);
  add_hunt_options(
      *app, *arguments,
      {"for each test: at most N executions; without --time, there is no time limit",
       "for each test, shrinking included: time budget: 30s, 5m (5s, unless --executions is given)",
       "no line for each test, only the summary", "the whole report of each bug"});
  app->footer(
      "Every test is explored on its own, until its first bug or the end of its budget. A test that starts "
      "no "
      "threads\n"
      "passes after one execution. Existing tests need no change: build them by 'heddle c++', or use the "
      "existing binary (then\nonly synchronisation is seen). Tests get an empty standard input.\n\nOptions "
      "in the environment variable HEDDLE_OPTIONS are read before those of the command line.\n\n"
      "Exit status: 0 no new bug, 1 new bug, 2 usage error, 3 a test could not be controlled, 130 "
      "interrupted.\n\n"
      "Examples:\n"
      "  heddle test ./queue_test\n"
      "  heddle test --filter 'Queue.*:-*Slow*' --executions 10000 --time 1m ./queue_test\n"
      "  heddle test --junit junit.xml --sarif heddle.sarif --known heddle-known.json ./queue_test\n"
      "  heddle test --known heddle-known.json --update-known ./queue_test");
  return {app, [arguments, &program] { return test(*arguments, program); },
          [arguments] { check(*arguments); }, "[OPTIONS] PROGRAM [ARGUMENTS]"};
}

}  // namespace heddle::cli
