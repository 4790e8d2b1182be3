#include "sessions/class_run.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <regex>

#include "classes/model_json.h"
#include "classes/model_text.h"
#include "classes/run/driver_build.h"
#include "classes/run/model_program.h"
#include "host/program_file.h"
#include "report/formats/class_document.h"
#include "report/model/places.h"
#include "report/model/text.h"
#include "report/text/class_text.h"
#include "report/text/class_verdict.h"
#include "report/text/headline.h"
#include "sessions/class_drivers.h"
#include "sessions/class_reproducer.h"
#include "sessions/exit_status.h"
#include "sessions/terminal.h"
#include "symbols/library_code.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

// The types T for which the user's header has a heddle::Factory<T>.
std::vector<std::string> factories_in(const std::string& text) {
  static const std::regex pattern(R"(struct\s+(?:heddle::)?Factory<\s*([^{]+?)\s*>\s*\{)");
  std::vector<std::string> types;
  for (std::sregex_iterator each(text.begin(), text.end(), pattern), end; each != end; ++each)
    types.push_back((*each)[1]);
  return types;
}

constexpr const char* kMissingDefinitions =
    "\nWhat is not defined in the header is missing. Name the source file that has it, 'heddle class HEADER "
    "SOURCE "
    "--class NAME',\nor its library, '-- -lNAME', or leave the methods out, '--without METHOD'.";

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

int print_model(const classes::ClassModel& model, const std::string& json) {
  std::fputs(model_table(model).c_str(), stdout);
  std::fputs(report::pairs_text(group_method_pairs(model), model).c_str(), stdout);
  if (json.empty()) return kSuccess;
  const Result<bool> written = write_output(json, to_json(model));
  return written ? kSuccess : complain(kNotControlled, written.error());
}

// On standard error: one line that changes on a terminal, a line every few seconds elsewhere.
class ClassProgress {
 public:
  explicit ClassProgress(bool quiet) : quiet_(quiet), is_terminal_(isatty(STDERR_FILENO) != 0) {}

  void say(const std::string& text) const {
    if (!quiet_ && is_terminal_) std::fprintf(stderr, "%s...\n", text.c_str());
  }

  void show(const classes::ClassSearchProgress& progress) {
    if (quiet_ || progress.seconds < next_line_) return;
    const std::string tests = progress.all_tests ? report::with_thousands(progress.tests) + " of " +
                                                       report::counted(*progress.all_tests, "test")
                                                 : report::counted(progress.tests, "test");
    const std::string text =
        tests + ", " + report::counted(progress.executions, "execution") + ", " +
        (progress.all_tests ? ""
         : progress.iroots_exposed
             ? report::counted(*progress.iroots_exposed, "interleaving root") + " exposed, "
             : std::to_string(progress.pairs_covered) + " pairs covered, ") +
        report::clock_text(progress.seconds) +
        (progress.is_shrinking ? ", making the failing test smaller" : "");
    std::fprintf(stderr, is_terminal_ ? "\r\033[K%s" : "%s\n", text.c_str());
    next_line_ = progress.seconds + (is_terminal_ ? 0.2 : 5);
    has_line_ = is_terminal_;
  }

  void clear() {
    if (has_line_) std::fputs("\r\033[K", stderr);
    has_line_ = false;
  }

 private:
  bool quiet_;
  bool is_terminal_;
  double next_line_ = 1;
  bool has_line_ = false;
};

class ClassRun {
 public:
  explicit ClassRun(const ClassRequest& request)
      : request_(request), options_(request.search), style_(output_style()), progress_(request.quiet) {}

  int run() {
    if (const Result<bool> claimed =
            claim_standard_output({request_.json, request_.formats.junit, request_.formats.sarif});
        !claimed)
      return complain(kWrongUse, claimed.error());
    for (const std::string& file : files())
      if (!fs::is_regular_file(file)) return complain(kWrongUse, "there is no file '" + file + "'");
    const Result<ToolPaths> paths = find_installation();
    if (!paths) return complain(kNotControlled, paths.error());
    paths_ = *paths;
    Result<classes::ClassModel> model =
        classes::ask_for_model({paths_.class_model_program(), request_.header, request_.sources,
                                request_.class_name, request_.build_folder, request_.flags});
    if (!model) return complain(kWrongUse, model.error());
    if (request_.model_only) return print_model(*model, request_.json);
    if (const Result<bool> chosen = choose(std::move(*model)); !chosen)
      return complain(kWrongUse, chosen.error());
    if (request_.continues)
      if (const Result<std::string> before = host::read_file(request_.out + "/results.json"))
        options_.known = report::known_violations(*before);
    Result<host::OutputFolder> folder = host::OutputFolder::prepare(request_.out);
    if (!folder) return complain(kWrongUse, folder.error());
    folder_.emplace(std::move(*folder));
    watch_for_interrupts();
    if (const Result<bool> started = start(); !started) return complain(kNotControlled, started.error());
    if (operations_->constructors().empty() || operations_->methods().empty())
      return tell_that_nothing_is_called();
    Result<classes::ClassSearchResult> result = search();
    progress_.clear();
    if (!result) return complain(kNotControlled, result.error());
    return tell(*result);
  }

 private:
  std::vector<std::string> files() const {
    std::vector<std::string> all = {request_.header};
    all.insert(all.end(), request_.sources.begin(), request_.sources.end());
    if (request_.specification) all.push_back(request_.specification->header);
    return all;
  }

  // What tests call, and how it is made.
  Result<bool> choose(classes::ClassModel model) {
    includes_ = {absolute(request_.header)};
    std::vector<std::string> factories;
    if (!request_.factory.empty()) {
      const Result<std::string> text = host::read_file(request_.factory);
      if (!text) return Error{text.error()};
      factories = factories_in(*text);
      includes_.push_back(absolute(request_.factory));
    }
    classes::MethodChoice methods = request_.methods;
    for (const classes::NamePatterns& role : request_.roles)
      methods.named.insert(methods.named.end(), role.begin(), role.end());
    Result<classes::ClassModel> chosen = leave_out(std::move(model), methods);
    if (!chosen) return Error{chosen.error()};
    operations_.emplace(std::move(*chosen), std::move(factories));
    if (const Result<std::set<std::uint32_t>> ignored = operations_named(*operations_, request_.ignored);
        !ignored)
      return Error{"--ignore: " + ignored.error()};
    if (const Result<std::set<std::uint32_t>> named = operations_named(*operations_, request_.spurious);
        !named)
      return Error{"--oracle: " + named.error()};
    if (options_.judge.holding && !is_container(*operations_))
      return Error{"--oracle: producer-order and bag are for classes with methods that put and that take"};
    if (request_.roles.size() > options_.threads)
      return Error{"there are more roles than threads (--threads)"};
    return true;
  }

  // Methods that do not compile are gone by now, perhaps one of these; the others have other numbers.
  void number_methods() {
    options_.judge.operations = &*operations_;
    for (const std::string& name : request_.ignored)
      if (const Result<std::set<std::uint32_t>> methods = operations_named(*operations_, {name}))
        options_.judge.linearizability.ignored.insert(methods->begin(), methods->end());
    for (const std::string& name : request_.spurious)
      if (const Result<std::set<std::uint32_t>> methods = operations_named(*operations_, {name}))
        options_.judge.linearizability.spurious.insert(methods->begin(), methods->end());
    for (std::uint32_t i = 0; i < operations_->methods().size(); ++i) {
      const classes::Method& method = operations_->method_of(operations_->methods()[i]);
      if (method.is_const) options_.judge.looking.insert(i);
      if (may_act_before_waiting(method)) options_.judge.linearizability.acting_first.insert(i);
    }
    options_.roles = roles_of(*operations_, request_.roles);
  }

  // The program that runs the tests, and the one that says what is right if that is another.
  Result<bool> start() {
    progress_.say("Compiling the tests of " + operations_->model().name);
    Result<std::unique_ptr<classes::DriverProcess>> driver =
        start_driver("driver", *operations_, includes_, classes::MayLeaveOut::kMethods);
    if (!driver) return Error{driver.error()};
    driver_ = std::move(*driver);
    number_methods();
    if (!request_.specification) return true;
    classes::Operations same = *operations_;
    same.rename_class(request_.specification->class_name);
    std::vector<std::string> includes = includes_;
    includes.push_back(absolute(request_.specification->header));
    Result<std::unique_ptr<classes::DriverProcess>> specified =
        start_driver("specification", same, includes, classes::MayLeaveOut::kNothing);
    if (!specified) return Error{specified.error()};
    specified_ = std::move(*specified);
    return true;
  }

  Result<std::unique_ptr<classes::DriverProcess>> start_driver(const std::string& name,
                                                               classes::Operations& operations,
                                                               const std::vector<std::string>& includes,
                                                               classes::MayLeaveOut may_leave_out) const {
    const std::string program = folder_->file(name);
    const Result<std::string> words =
        build_driver({program + ".cpp", program, includes, operations.model().flags, may_leave_out},
                     operations, heddle_compiler(paths_));
    if (!words) return Error{words.error()};
    if (!words->empty())
      return Error{"the tests do not compile:\n" + *words +
                   (classes::lacks_definitions(*words) ? kMissingDefinitions : "")};
    const Result<host::ProgramFile> inspected = host::inspect_program(fs::absolute(program).string());
    if (!inspected) return Error{inspected.error()};
    host::LaunchOptions launch;
    launch.program = *inspected;
    launch.runtime_library = paths_.runtime_library();
    return classes::DriverProcess::start(launch, request_.jobs);
  }

  classes::DriverProcess& judged_by() const { return specified_ ? *specified_ : *driver_; }

  Result<classes::ClassSearchResult> search() {
    classes::ClassSearch search(*driver_, judged_by(), *operations_, options_,
                                [this](const classes::ClassSearchProgress& progress) {
                                  progress_.show(progress);
                                  return interrupted();
                                });
    const double before = seconds();
    Result<classes::ClassSearchResult> result = search.run();
    if (result) result->seconds_to_first_test = before;
    return result;
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  int tell(classes::ClassSearchResult& result) {
    count_class_as_own();
    const ClassReproducer reproducer(*folder_, paths_, includes_, judged_by(), style_);
    if (result.verification) std::fputs((class_verdict_text(result, claim(), style_) + "\n").c_str(), stdout);
    if (!result.violation) std::fputs(report::untested_text(result.untested).c_str(), stdout);
    report::ReproducerFiles files;
    classes::Operations described = *operations_;
    if (result.violation) {
      described = operations_->with_objects(operations_->objects_of(result.violation->test));
      const Reproduced reproduced = reproducer.reproduce(*result.violation, described);
      files = reproduced.files;
      print_violation(*result.violation, described, files.schedule.empty());
      std::fputs(reproduced.text.c_str(), stdout);
    }
    if (!request_.emit_tests.empty())
      if (const Result<bool> emitted = reproducer.emit(result.kept, *operations_, request_.emit_tests);
          !emitted)
        return complain(kNotControlled, emitted.error());
    if (result.violation)
      std::fputs(report::next_steps_text(*result.violation, described, !request_.roles.empty()).c_str(),
                 stdout);
    if (result.violation) std::fputs(report::untested_text(result.untested).c_str(), stdout);
    if (!result.verification || result.violation)
      std::fputs(report::class_summary(result, *operations_).c_str(), stdout);
    for (const std::string& note : operations_->model().notes)
      std::fputs(report::wrapped(report::visible(note)).c_str(), stdout);
    if (!result.violation)
      for (const std::string& note : operations_->notes())
        std::fputs(report::wrapped("not called: " + report::visible(note), 2, 4).c_str(), stdout);
    const std::string json = report::class_results_json(result, described, options_, files);
    Result<bool> written = folder_->write("results.json", json);
    if (written) written = write_output(request_.json, json);
    if (written && request_.formats.any())
      written = write_formats(request_.formats, as_test_run(result, described, files));
    if (!written) return complain(kNotControlled, written.error());
    if (result.violation) return kBugFound;
    if (result.interrupted) return kInterrupted;
    if (const std::string reason = uncontrolled(result); !reason.empty())
      return complain(kNotControlled, reason);
    const bool is_undecided =
        result.verification && report::answer_of(result, claim()) != report::Verdict::kVerified;
    return is_undecided ? kUndecided : kSuccess;
  }

  report::ClassClaim claim() const {
    return {*operations_, options_,
            request_.specification ? request_.specification->class_name : std::string(), request_.partial};
  }

  // Steps inside a class that is installed among the system's headers are shown at its own lines.
  void count_class_as_own() const {
    const fs::path file = operations_->model().file;
    if (file.empty() || file.string().find("/c++/") != std::string::npos) return;
    const fs::path folder = file.parent_path();
    const bool is_shared = folder == "/usr/include" || folder == "/usr/local/include";
    symbols::count_as_own(is_shared ? file.string() : folder.string() + "/");
  }

  // Why what found nothing must not look like a success; empty: it may.
  std::string uncontrolled(const classes::ClassSearchResult& result) const {
    if (const std::string reason = report::why_nothing_is_known(result); !reason.empty()) return reason;
    if (result.untested.empty() || request_.partial || result.verification) return "";
    return "main methods were not tested (first lines of the result). --partial accepts that";
  }

  report::TestRun as_test_run(const classes::ClassSearchResult& result, const classes::Operations& operations,
                              const report::ReproducerFiles& files) const {
    report::RunDescription description;
    description.program = operations.model().name;
    description.output_folder = request_.out;
    description.options.search.strategy = options_.schedules.strategy;
    description.options.search.seed = options_.seed;
    description.instrumented = true;
    return run_of_one(
        "class", description,
        class_report(result, operations, absolute(request_.header), files, uncontrolled(result)));
  }

  int tell_that_nothing_is_called() const {
    const char* const what = operations_->methods().empty() ? "method" : "constructor";
    std::string text = std::string("there is no ") + what + " that a test can call";
    for (const std::string& note : operations_->notes()) text += "\n  not called: " + report::visible(note);
    return complain(kNotControlled, text);
  }

  // The explanation of the reproducer's schedule begins with where it failed: it is printed once.
  void print_violation(const classes::Violation& violation, const classes::Operations& operations,
                       bool says_where) const {
    std::fputs(report::violation_text(violation, operations, style_).c_str(), stdout);
    if (violation.failure && says_where) {
      symbols::Symbolizer symbolizer;
      const report::Places places(driver_->modules(), symbolizer);
      std::fputs(("\n" + report::wrapped(report::headline(*violation.failure, places))).c_str(), stdout);
    }
    std::fputs("\n", stdout);
  }

  const ClassRequest& request_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  classes::ClassSearchOptions options_;
  report::Style style_;
  ClassProgress progress_;
  ToolPaths paths_;
  std::vector<std::string> includes_;
  std::optional<classes::Operations> operations_;
  std::optional<host::OutputFolder> folder_;
  std::unique_ptr<classes::DriverProcess> driver_;
  std::unique_ptr<classes::DriverProcess> specified_;
};

}  // namespace

int run_class(const ClassRequest& request) {
  return ClassRun(request).run();
}

}  // namespace heddle::sessions
