// heddle class: concurrent tests for a thread-safe class, generated, run and judged.
#include <fnmatch.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <regex>

#include "classes/driver_source.h"
#include "classes/method_pairs.h"
#include "classes/model_json.h"
#include "classes/model_text.h"
#include "classes/reproducer.h"
#include "classes/run/class_search.h"
#include "classes/run/model_program.h"
#include "classes/run/reproduction.h"
#include "cli/class_drivers.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/tool_paths.h"
#include "cli/values.h"
#include "compile/process.h"
#include "event/time_limit.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "report/class_document.h"
#include "report/class_text.h"
#include "report/headline.h"
#include "report/places.h"
#include "report/text.h"
#include "schedule/registry.h"
#include "symbols/symbolizer.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

struct ClassArguments {
  std::string header;
  std::string class_name;
  std::string build_folder;
  std::string algorithm = "auto";
  std::string strategy = "random";
  std::uint64_t executions = 100;
  std::uint64_t tests = 100'000;
  std::string time = "60s";
  std::string seed = "1";
  std::size_t threads = 2;
  std::string oracle = "linearizability";
  std::vector<std::string> ignored;
  std::vector<std::string> without;
  std::vector<std::string> only;
  std::vector<std::string> roles;
  std::string specification;
  std::string factory;
  std::string races = "report";
  std::string out = "heddle-out";
  std::string json;
  std::string emit_tests;
  bool quiescent = false;
  bool model_only = false;
  bool quiet = false;
};

classes::Oracle parse_oracle(const std::string& name) {
  if (name == "linearizability") return classes::Oracle::kLinearizability;
  if (name == "thread-safety") return classes::Oracle::kThreadSafety;
  throw CLI::ValidationError("--oracle: '" + name + "' is neither linearizability nor thread-safety");
}

classes::ClassSearchOptions search_options(const ClassArguments& arguments) {
  classes::ClassSearchOptions options;
  Result<classes::Algorithm> algorithm = classes::parse_algorithm(arguments.algorithm);
  if (!algorithm) throw CLI::ValidationError("--algorithm: " + algorithm.error());
  options.algorithm = std::move(*algorithm);
  options.schedules.strategy = arguments.strategy;
  options.schedules.executions = arguments.executions;
  options.schedules.seed = options.seed = parse_seed(arguments.seed);
  options.schedules.races = parse_races(arguments.races);
  options.judge.oracle = parse_oracle(arguments.oracle);
  if (arguments.quiescent) options.judge.linearizability.order = classes::CallOrder::kQuiescent;
  options.threads = arguments.threads;
  options.tests = arguments.tests;
  options.seconds = parse_duration(arguments.time);
  if (Result<std::unique_ptr<Strategy>> strategy = make_strategy(arguments.strategy); !strategy)
    throw CLI::ValidationError(strategy.error());
  return options;
}

// The types T for which the user's header has a heddle::Factory<T>.
std::vector<std::string> factories_in(const std::string& text) {
  static const std::regex pattern(R"(struct\s+(?:heddle::)?Factory<\s*([^{]+?)\s*>\s*\{)");
  std::vector<std::string> types;
  for (std::sregex_iterator each(text.begin(), text.end(), pattern), end; each != end; ++each)
    types.push_back((*each)[1]);
  return types;
}

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

// "spec.h:SequentialQueue".
struct Specification {
  std::string header;
  std::string class_name;
};

std::optional<Specification> parse_specification(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t colon = text.find(':');
  if (colon == text.npos || colon + 1 == text.size())
    throw CLI::ValidationError("--specification needs a header and a class: spec.h:SequentialQueue");
  return Specification{text.substr(0, colon), text.substr(colon + 1)};
}

class ClassRun {
 public:
  ClassRun(const ClassArguments& arguments, const std::vector<std::string>& flags)
      : arguments_(arguments), flags_(flags), style_(output_style()) {}

  int run() {
    classes::ClassSearchOptions options = search_options(arguments_);
    const std::optional<Specification> specification = parse_specification(arguments_.specification);
    if (!fs::is_regular_file(arguments_.header))
      return complain(kWrongUse, "there is no header '" + arguments_.header + "'");
    if (specification && !fs::is_regular_file(specification->header))
      return complain(kWrongUse, "there is no header '" + specification->header + "'");
    const Result<ToolPaths> paths = find_installation();
    if (!paths) return complain(kNotControlled, paths.error());
    paths_ = *paths;
    Result<classes::ClassModel> model =
        classes::ask_for_model({paths_.class_model_program(), arguments_.header, arguments_.class_name,
                                arguments_.build_folder, flags_});
    if (!model) return complain(kWrongUse, model.error());
    if (arguments_.model_only) return print_model(*model);

    includes_ = {absolute(arguments_.header)};
    std::vector<std::string> factories;
    if (!arguments_.factory.empty()) {
      const Result<std::string> text = host::read_file(arguments_.factory);
      if (!text) return complain(kWrongUse, text.error());
      factories = factories_in(*text);
      includes_.push_back(absolute(arguments_.factory));
    }
    if (const Result<bool> left_out = leave_out(*model); !left_out)
      return complain(kWrongUse, left_out.error());
    operations_.emplace(std::move(*model), std::move(factories));
    for (const std::string& name : arguments_.ignored)
      if (!ignore(name, options.judge.linearizability.ignored))
        return complain(kWrongUse, "--ignore: there is no method '" + name + "' that tests call");

    if (arguments_.roles.size() > options.threads)
      return complain(kWrongUse, "there are more roles than threads (--threads)");
    options.roles = roles();

    Result<host::OutputFolder> folder = host::OutputFolder::prepare(arguments_.out);
    if (!folder) return complain(kWrongUse, folder.error());
    folder_.emplace(std::move(*folder));
    watch_for_interrupts();
    say("Compiling the tests of " + operations_->model().name);
    Result<std::unique_ptr<classes::DriverProcess>> driver =
        start_driver("driver", *operations_, includes_, MayLeaveOut::kMethods);
    if (!driver) return complain(kNotControlled, driver.error());
    std::unique_ptr<classes::DriverProcess> specified;
    if (specification) {
      classes::Operations same = *operations_;
      same.rename_class(specification->class_name);
      std::vector<std::string> includes = includes_;
      includes.push_back(absolute(specification->header));
      Result<std::unique_ptr<classes::DriverProcess>> made =
          start_driver("specification", same, includes, MayLeaveOut::kNothing);
      if (!made) return complain(kNotControlled, made.error());
      specified = std::move(*made);
    }
    classes::DriverProcess& judged_by = specified ? *specified : **driver;

    classes::ClassSearch search(
        **driver, judged_by, *operations_, options,
        [this](const classes::ClassSearchProgress& progress) { return show(progress); });
    Result<classes::ClassSearchResult> result = search.run();
    clear();
    if (!result) return complain(kNotControlled, result.error());
    return tell(*result, **driver, judged_by, options);
  }

 private:
  int print_model(const classes::ClassModel& model) {
    std::fputs(model_table(model).c_str(), stdout);
    std::fputs(report::pairs_text(group_method_pairs(model), model).c_str(), stdout);
    if (arguments_.json.empty()) return kSuccess;
    const Result<bool> written = host::write_file(arguments_.json, to_json(model));
    return written ? kSuccess : complain(kNotControlled, written.error());
  }

  // Methods that tests do not call: those that say so themselves, and those that the user names.
  Result<bool> leave_out(classes::ClassModel& model) const {
    std::set<std::string> unused(arguments_.without.begin(), arguments_.without.end());
    unused.insert(arguments_.only.begin(), arguments_.only.end());
    const auto is_named = [&](const std::vector<std::string>& patterns, const std::string& name) {
      bool any = false;
      for (const std::string& pattern : patterns)
        if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) {
          unused.erase(pattern);
          any = true;
        }
      return any;
    };
    for (classes::Method& method : model.methods) {
      if (method.is_constructor) continue;
      const bool is_chosen = is_named(arguments_.only, method.name);
      const bool is_without = is_named(arguments_.without, method.name);
      if (!method.not_callable.empty()) continue;
      if (is_without || (!arguments_.only.empty() && !is_chosen))
        method.not_callable = "left out, as you said";
      else if (!is_chosen && is_named({"*unsafe*", "*unsynchronized*", "*unsynchronised*"}, method.name))
        method.not_callable = "its name says that threads must not share it (--only calls it all the same)";
    }
    if (!unused.empty()) return Error{"there is no method '" + *unused.begin() + "'"};
    return true;
  }

  classes::Roles roles() const {
    std::vector<std::set<std::uint32_t>> by_thread;
    for (const std::string& role : arguments_.roles) {
      by_thread.emplace_back();
      for (const std::string& pattern : CLI::detail::split(role, ','))
        for (std::uint32_t i = 0; i < operations_->methods().size(); ++i)
          if (fnmatch(pattern.c_str(), operations_->methods()[i].name.c_str(), 0) == 0)
            by_thread.back().insert(i);
    }
    return classes::Roles(std::move(by_thread));
  }

  bool ignore(const std::string& name, std::set<std::uint32_t>& ignored) const {
    bool any = false;
    for (std::uint32_t i = 0; i < operations_->methods().size(); ++i)
      if (operations_->methods()[i].name == name) {
        ignored.insert(i);
        any = true;
      }
    return any;
  }

  // Of what the compiler does not like.
  enum class MayLeaveOut { kNothing, kMethods };

  Result<std::unique_ptr<classes::DriverProcess>> start_driver(const std::string& name,
                                                               classes::Operations& operations,
                                                               const std::vector<std::string>& includes,
                                                               MayLeaveOut may_leave_out) {
    constexpr int kAttempts = 4;
    const std::string file = name + ".cpp", program = folder_->file(name);
    for (int attempt = 1;; ++attempt) {
      const classes::DriverSource source = driver_source(operations, {includes});
      if (Result<bool> written = folder_->write(file, source.text); !written) return Error{written.error()};
      const Result<std::string> words =
          compile_program(folder_->file(file), program, operations.model().flags, paths_);
      if (!words) return Error{words.error()};
      if (words->empty()) break;
      const std::set<std::size_t> blamed = source.blamed(*words, file);
      if (blamed.empty() || attempt == kAttempts || may_leave_out == MayLeaveOut::kNothing)
        return Error{"the tests do not compile:\n" + *words};
      operations = operations.without(blamed, "a program that calls it does not compile");
    }
    const Result<host::ProgramFile> inspected = host::inspect_program(fs::absolute(program).string());
    if (!inspected) return Error{inspected.error()};
    host::LaunchOptions launch;
    launch.program = *inspected;
    launch.runtime_library = paths_.runtime_library();
    return classes::DriverProcess::start(launch);
  }

  void say(const std::string& text) {
    if (!arguments_.quiet && isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "%s...\n", text.c_str());
  }

  bool show(const classes::ClassSearchProgress& progress) {
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    if (!arguments_.quiet && progress.seconds >= next_line_) {
      const std::string text =
          report::counted(progress.tests, "test") + ", " + report::counted(progress.executions, "execution") +
          ", " +
          (progress.iroots_exposed
               ? report::counted(*progress.iroots_exposed, "interleaving root") + " exposed, "
               : std::to_string(progress.pairs_covered) + " pairs covered, ") +
          report::clock_text(progress.seconds) +
          (progress.is_shrinking ? ", making the failing test smaller" : "");
      std::fprintf(stderr, is_terminal ? "\r\033[K%s" : "%s\n", text.c_str());
      next_line_ = progress.seconds + (is_terminal ? 0.2 : 5);
      has_line_ = is_terminal;
    }
    return interrupted();
  }

  void clear() {
    if (has_line_) std::fputs("\r\033[K", stderr);
    has_line_ = false;
  }

  int tell(const classes::ClassSearchResult& result, const classes::DriverProcess& driver,
           classes::DriverProcess& judged_by, const classes::ClassSearchOptions& options) {
    report::ReproducerFiles files;
    classes::Operations described = *operations_;
    if (result.violation) {
      described = operations_->with_objects(operations_->objects_of(result.violation->test));
      std::fputs(report::violation_text(*result.violation, described, style_).c_str(), stdout);
      if (result.violation->failure) {
        symbols::Symbolizer symbolizer;
        const report::Places places(driver.modules(), symbolizer);
        std::fputs(("\n" + report::wrapped(report::headline(*result.violation->failure, places))).c_str(),
                   stdout);
      }
      std::fputs("\n", stdout);
      files = reproduce(*result.violation, described, judged_by);
    }
    if (!arguments_.emit_tests.empty())
      if (const Result<bool> emitted = emit(result, judged_by); !emitted)
        return complain(kNotControlled, emitted.error());
    std::fputs(report::class_summary(result, *operations_).c_str(), stdout);
    if (!result.violation)
      for (const std::string& note : operations_->notes())
        std::fputs(report::wrapped("not called: " + report::visible(note), 2, 4).c_str(), stdout);
    const std::string json = report::class_results_json(result, described, options, files);
    Result<bool> written = folder_->write("results.json", json);
    if (written && !arguments_.json.empty()) written = host::write_file(arguments_.json, json);
    if (!written) return complain(kNotControlled, written.error());
    if (result.violation) return kBugFound;
    return result.interrupted ? kInterrupted : kSuccess;
  }

  // Tests that pass: one for each pair of methods that overlapped.
  Result<bool> emit(const classes::ClassSearchResult& result, classes::DriverProcess& judged_by) {
    std::vector<classes::EmittedTest> tests;
    for (const auto& [test, prefix_threw] : result.kept) {
      classes::Reproduction expected = expectation_of(test, *operations_, judged_by);
      std::string name;
      for (const classes::CallSequence& suffix : test.suffixes)
        name += (name.empty() ? "" : "_with_") + operations_->methods()[suffix.front().operation].name;
      for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
      tests.push_back({name + "_" + std::to_string(tests.size() + 1), test, std::move(expected.check),
                       std::move(expected.may_throw), prefix_threw});
    }
    std::error_code error;
    fs::create_directories(arguments_.emit_tests, error);
    classes::ReproducerOptions options;
    options.includes = includes_;
    options.comment = {"Tests of " + operations_->model().name +
                           ", written by heddle class: for each pair of methods "
                           "one in which the two overlap.",
                       "Any test runner runs them; 'heddle test' or 'heddle run' tries their schedules."};
    const std::string file = (fs::path(arguments_.emit_tests) / "class_test.cc").string();
    Result<bool> written = host::write_file(file, test_file_source(*operations_, tests, options));
    if (written)
      std::printf("%s in %s\n", report::counted(tests.size(), "test").c_str(), report::visible(file).c_str());
    return written;
  }

  // Standard output of this very tool, run again; its errors are not for anybody.
  std::string ask_heddle(std::vector<std::string> words) const {
    words.insert(words.begin(), paths_.tool);
    const Result<std::string> output = compile::output_of(words);
    return output ? *output : std::string();
  }

  // The failing test as a program, with a schedule of its own, shrunk and explained.
  report::ReproducerFiles reproduce(const classes::Violation& violation,
                                    const classes::Operations& operations,
                                    classes::DriverProcess& judged_by) {
    const classes::Reproduction reproduction = reproduction_of(violation, operations, judged_by);
    classes::ReproducerOptions options;
    options.includes = includes_;
    options.prefix_threw = violation.told.prefix_threw;
    options.may_throw = reproduction.may_throw;
    options.comment = {
        report::violation_headline(violation, operations) + ". Written by heddle class.", "",
        "  g++ " + flags_text() + "-g -pthread reproducer.cpp -o reproducer     # fails now and then",
        "  heddle c++ " + flags_text() + "-O0 -g reproducer.cpp -o reproducer",
        "  heddle replay bug-1.schedule                    # fails every time"};
    report::ReproducerFiles files;
    files.source = folder_->file("reproducer.cpp");
    const std::string program = folder_->file("reproducer");
    if (!folder_->write("reproducer.cpp",
                        reproducer_source(operations, violation.test, reproduction.check, options)))
      return files;
    const Result<std::string> words =
        compile_program(files.source, program, unoptimised(operations.model().flags), paths_);
    if (!words || !words->empty()) {
      std::fputs(report::wrapped("The test as a program, " + files.source + ", does not compile.").c_str(),
                 stdout);
      return files;
    }
    const std::string run = folder_->file("run");
    const std::string races = violation.kind == FailureKind::kDataRace ? "stop" : "ignore";
    ask_heddle({"run", "--quiet", "--races", races, "--time", "20s", "--execution-timeout", "2s",
                "--executions", "100000", "--out", run, "--", fs::absolute(program).string()});
    std::error_code error;
    if (!fs::exists(run + "/bug-1.schedule", error)) {
      std::fputs(report::wrapped("The test as a program is " + files.source +
                                 "; by itself it did not fail within 20 seconds.")
                     .c_str(),
                 stdout);
      return files;
    }
    files.schedule = folder_->file("bug-1.schedule");
    fs::copy_file(run + "/bug-1.schedule", files.schedule, fs::copy_options::overwrite_existing, error);
    // One that went on until its time was up is too long to be shown.
    const Result<std::string> schedule = host::read_file(files.schedule);
    if (schedule && schedule->find(kTimeLimit) == schedule->npos)
      std::fputs(ask_heddle({"explain", files.schedule}).c_str(), stdout);
    std::printf(
        "\n  the test:  %s\n  run again: %s\n  as a page: %s\n\n", report::visible(files.source).c_str(),
        style_.bold("heddle replay " + report::visible(report::shell_quoted(files.schedule))).c_str(),
        style_.bold("heddle report " + report::visible(report::shell_quoted(arguments_.out))).c_str());
    return files;
  }

  // A compiler that sees which object a call is about may know what it returns.
  static std::vector<std::string> unoptimised(std::vector<std::string> flags) {
    flags.emplace_back("-O0");
    return flags;
  }

  std::string flags_text() const {
    std::string text;
    for (const std::string& flag : operations_->model().flags) text += report::shell_quoted(flag) + ' ';
    return text;
  }

  const ClassArguments& arguments_;
  const std::vector<std::string>& flags_;
  report::Style style_;
  ToolPaths paths_;
  std::vector<std::string> includes_;
  std::optional<classes::Operations> operations_;
  std::optional<host::OutputFolder> folder_;
  double next_line_ = 1;
  bool has_line_ = false;
};

}  // namespace

Verb add_class(CLI::App& application, const ProgramWords& flags) {
  CLI::App* app = application.add_subcommand("class",
                                             "Generate concurrent tests for a thread-safe class: heddle "
                                             "class HEADER --class NAME [OPTIONS] [-- FLAGS]");
  auto arguments = std::make_shared<ClassArguments>();
  ClassArguments& a = *arguments;
  app->add_option("HEADER", a.header, "the header that defines the class")->required();
  app->add_option("--class", a.class_name, "the class, with template arguments: 'Queue<int>'")->required();
  app->add_option("-p", a.build_folder,
                  "a build folder with compile_commands.json, for the compiler's flags");
  std::string names;
  for (const classes::AlgorithmInfo& each : classes::class_algorithms())
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  app->add_option("--algorithm", a.algorithm,
                  "which tests to try: " + names +
                      "; those by pairs with :groups=on or :groups=off, the last four with :n=N")
      ->capture_default_str();
  app->add_option("--strategy", a.strategy,
                  "how to search the schedules of each test; 'heddle strategies' lists them")
      ->capture_default_str();
  app->add_option("--executions", a.executions, "schedules of each test")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--tests", a.tests, "at most so many tests")->check(positive())->capture_default_str();
  app->add_option("--time", a.time, "at most so long: 30s, 5m, 1h")->capture_default_str();
  app->add_option("--seed", a.seed, "of everything random; 'random' draws one")->capture_default_str();
  app->add_option("--threads", a.threads, "of each test")->check(CLI::Range(2, 8))->capture_default_str();
  app->add_option(
         "--oracle", a.oracle,
         "what is right: linearizability (results, exceptions and the final state are those of some order of "
         "the calls) or thread-safety (crashes, deadlocks and exceptions alone)")
      ->capture_default_str();
  app->add_flag(
      "--quiescent", a.quiescent,
      "calls must keep their order only where nobody was in a call in between (quiescent consistency)");
  app->add_option("--without", a.without,
                  "methods that tests do not call, separated by commas; * stands for anything")
      ->delimiter(',');
  app->add_option("--only", a.only, "the methods that tests call, likewise")->delimiter(',');
  app->add_option(
         "--role", a.roles,
         "methods that one thread alone may call, separated by commas; the first --role is thread 1's, the "
         "second thread 2's. Methods in no role are everybody's")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--ignore", a.ignored, "methods whose results do not count, separated by commas")
      ->delimiter(',');
  app->add_option(
      "--specification", a.specification,
      "HEADER:CLASS, a class without threads with the same methods that says what is right; otherwise it is "
      "the class itself");
  app->add_option("--factory", a.factory,
                  "a header with structs heddle::Factory<T> that make arguments: static T make(int number)");
  app->add_option("--races", a.races, "data races: report or ignore")->capture_default_str();
  app->add_flag(
      "--model-only", a.model_only,
      "print what each method touches under which locks, and the pairs of methods; with --json as JSON, too");
  app->add_option("--out", a.out, "folder for the results; a former one becomes NAME.old")
      ->capture_default_str();
  app->add_option(
      "--emit-tests", a.emit_tests,
      "write tests that pass into this folder as a GoogleTest file, one for each pair of methods that "
      "overlapped");
  app->add_option("--json", a.json, "write results.json (with --model-only: the model) to this file, too");
  app->add_flag("--quiet", a.quiet, "no progress");
  app->footer(
      "The tests are generated: calls before the threads, then calls of each thread, run under many "
      "schedules. A test\n"
      "fails when it crashes, deadlocks, races, or returns what no order of its calls returns one after the "
      "other.\n\n"
      "Exit status: 0 no violation, 1 violation found, 2 wrong use, 3 it could not be controlled, 130 "
      "interrupted.\n\n"
      "Examples:\n"
      "  heddle class queue.h --class 'BoundedQueue<int>'\n"
      "  heddle class queue.h --class BoundedQueue --model-only\n"
      "  heddle class map.h --class Map --algorithm bc-contest --time 5m -- -std=c++17 -Iinclude");
  return {app, [arguments, &flags] { return ClassRun(*arguments, flags.words).run(); },
          [arguments] {
            search_options(*arguments);
            parse_specification(arguments->specification);
          }};
}

}  // namespace heddle::cli
