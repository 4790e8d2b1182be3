// heddle class: concurrent tests for a thread-safe class, generated, run and judged. Its options.
#include <filesystem>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/result_arguments.h"
#include "cli/values.h"
#include "sessions/class_run.h"
#include "strategies/registry.h"

namespace heddle::cli {

namespace {

struct ClassArguments {
  std::string header;
  std::vector<std::string> sources;
  std::string class_name;
  std::string build_folder;
  std::string algorithm = "auto";
  std::string strategy = "auto";
  std::uint64_t executions = 0;  // 0: not given
  std::uint64_t tests = 100'000;
  std::string time = "60s";
  std::string seed = "1";
  std::size_t threads = 2;
  std::vector<std::string> oracles;
  std::vector<std::string> ignored;
  std::vector<std::string> without;
  std::vector<std::string> only;
  std::vector<std::string> roles;
  std::string specification;
  std::string factory;
  std::string races = "report";
  std::string memory = "auto";
  std::string out = "heddle-out";
  std::string json;
  ResultFormats formats;
  std::string emit_tests;
  unsigned jobs = default_jobs();
  bool quiescent = false;
  bool model_only = false;
  bool quiet = false;
  bool partial = false;
  bool continues = false;
  std::size_t verify = 0;  // 0: not asked for
  std::size_t values = 2;
};

constexpr std::uint64_t kExecutions = 100;

// "spurious:try_push": the method; none: it is another word.
std::optional<std::string> method_of_oracle(const std::string& oracle, const std::string& word) {
  if (!oracle.starts_with(word + ':') || oracle.size() == word.size() + 1) return std::nullopt;
  return oracle.substr(word.size() + 1);
}

void read_oracle(const std::string& oracle, ClassRequest& request) {
  classes::JudgeOptions& judge = request.search.judge;
  if (oracle == "linearizability")
    judge.oracle = classes::Oracle::kLinearizability;
  else if (oracle == "thread-safety")
    judge.oracle = classes::Oracle::kThreadSafety;
  else if (oracle == "quiescent")
    judge.linearizability.order = classes::CallOrder::kQuiescent;
  else if (oracle == "program-order")
    judge.linearizability.order = classes::CallOrder::kProgram;
  else if (oracle == "producer-order")
    judge.holding = classes::Holding::kProducerOrder;
  else if (oracle == "bag")
    judge.holding = classes::Holding::kBag;
  else if (const std::optional<std::string> spurious = method_of_oracle(oracle, "spurious"))
    request.spurious.push_back(*spurious);
  else if (const std::optional<std::string> hint = method_of_oracle(oracle, "hint"))
    request.ignored.push_back(*hint);
  else
    throw CLI::ValidationError("--oracle: '" + oracle +
                               "' is none of linearizability, thread-safety, quiescent, program-order, "
                               "producer-order, bag, spurious:METHOD and hint:METHOD");
}

// All tests, each to its end.
void verify_all(const ClassArguments& arguments, classes::ClassSearchOptions& options) {
  if (options.schedules.memory == Memory::kCpp)
    throw CLI::ValidationError("--verify has sequentially consistent memory only: leave --memory c++ out");
  options.verification = {arguments.verify, arguments.values};
  options.schedules.memory = Memory::kSequential;
  if (options.schedules.strategy == "auto") options.schedules.strategy = "complete";
  options.schedules.executions = arguments.executions != 0 ? arguments.executions : host::kAnyNumber;
}

classes::ClassSearchOptions search_options(const ClassArguments& arguments) {
  classes::ClassSearchOptions options;
  Result<classes::Algorithm> algorithm = classes::parse_algorithm(arguments.algorithm);
  if (!algorithm) throw CLI::ValidationError("--algorithm: " + algorithm.error());
  options.algorithm = std::move(*algorithm);
  options.schedules.strategy = arguments.strategy;
  options.schedules.executions = arguments.executions != 0 ? arguments.executions : kExecutions;
  options.schedules.seed = options.seed = parse_seed(arguments.seed);
  options.schedules.races = parse_races(arguments.races);
  options.schedules.memory = parse_memory(arguments.memory);
  if (arguments.quiescent) options.judge.linearizability.order = classes::CallOrder::kQuiescent;
  options.threads = arguments.threads;
  options.tests = arguments.tests;
  options.seconds = parse_duration(arguments.time);
  if (const Result<ParsedStrategy> strategy = parse_strategy(arguments.strategy); !strategy)
    throw CLI::ValidationError(strategy.error());
  if (arguments.verify != 0) verify_all(arguments, options);
  return options;
}

// "spec.h:SequentialQueue".
std::optional<SequentialClass> parse_specification(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon + 1 == text.size())
    throw CLI::ValidationError("--specification needs a header and a class: spec.h:SequentialQueue");
  return SequentialClass{text.substr(0, colon), text.substr(colon + 1)};
}

// The same flags in every folder: what is a file or a folder here is named by its whole path.
std::vector<std::string> with_absolute_paths(std::vector<std::string> flags) {
  const auto absolute = [](const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
  };
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool is_other = i > 0 && (flags[i - 1] == "-D" || flags[i - 1] == "-U" || flags[i - 1] == "-x");
    const bool has_path = flags[i].size() > 2 && (flags[i].starts_with("-I") || flags[i].starts_with("-L"));
    if (has_path)
      flags[i] = flags[i].substr(0, 2) + absolute(flags[i].substr(2));
    else if (!is_other && !flags[i].starts_with('-') && std::filesystem::exists(flags[i]))
      flags[i] = absolute(flags[i]);
  }
  return flags;
}

// Compilers take a source file wherever it stands; here it is not a flag.
void expect_no_sources(const std::vector<std::string>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool belongs_to_flag = i > 0 && (flags[i - 1] == "-include" || flags[i - 1] == "-imacros");
    for (const char* const ending : {".cc", ".cpp", ".cxx", ".C", ".c++"})
      if (!belongs_to_flag && !flags[i].starts_with('-') && flags[i].ends_with(ending))
        throw CLI::ValidationError("name '" + flags[i] + "' before '--', behind the header");
  }
}

// Throws CLI::ValidationError for a value that makes no sense.
ClassRequest class_request(const ClassArguments& arguments, const std::vector<std::string>& flags) {
  ClassRequest request;
  request.header = arguments.header;
  request.sources = arguments.sources;
  request.class_name = arguments.class_name;
  request.build_folder = arguments.build_folder;
  expect_no_sources(flags);
  request.flags = with_absolute_paths(flags);
  request.search = search_options(arguments);
  for (const std::string& role : arguments.roles) request.roles.push_back(CLI::detail::split(role, ','));
  request.ignored = arguments.ignored;
  for (const std::string& oracle : arguments.oracles) read_oracle(oracle, request);
  request.partial = arguments.partial;
  request.continues = arguments.continues;
  request.methods = {arguments.only, arguments.without};
  request.specification = parse_specification(arguments.specification);
  request.factory = arguments.factory;
  request.out = arguments.out;
  request.json = arguments.json;
  request.formats = arguments.formats;
  request.emit_tests = arguments.emit_tests;
  request.jobs = arguments.jobs;
  request.model_only = arguments.model_only;
  request.quiet = arguments.quiet;
  return request;
}

}  // namespace

Verb add_class(CLI::App& application, const ProgramWords& flags) {
  CLI::App* app = application.add_subcommand("class", "Generate concurrent tests for a thread-safe class");
  auto arguments = std::make_shared<ClassArguments>();
  ClassArguments& a = *arguments;
  app->add_option("HEADER", a.header, "the header that defines the class")->required();
  app->add_option("SOURCES", a.sources, "source files that define what the header declares, if any");
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
                  "how to search the schedules of each test; 'heddle strategies' lists them. auto: random, "
                  "pct and pos "
                  "take turns, test by test")
      ->capture_default_str();
  app->add_option("--memory", a.memory,
                  "what atomic operations may do: sc (a load sees the newest store; calls are ordered by "
                  "time), c++ (what the C++ memory model allows; calls are ordered by what happens before "
                  "what) or auto (sc, and once the class has shown an atomic operation weaker than seq_cst "
                  "c++ in every second test)")
      ->capture_default_str();
  app->add_option("--verify", a.verify,
                  "run all tests in which each thread makes at most N calls, each of them in every behaviour "
                  "(strategy complete), and say the verdict first: verified, refuted or undecided")
      ->check(CLI::Range(1, 8))
      ->type_name("N");
  app->add_option("--values", a.values, "with --verify: how many different values each argument has")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  app->add_option("--executions", a.executions,
                  "schedules of each test (100; with --verify as many as there are)")
      ->check(positive());
  app->add_option("--tests", a.tests, "at most N tests")->check(positive())->capture_default_str();
  app->add_option("--time", a.time, "time budget: 30s, 5m, 1h")->capture_default_str();
  add_jobs(*app, a.jobs, "tests at the same time, if the algorithm goes by pairs of methods");
  app->add_option("--seed", a.seed, "the seed of all randomness; 'random' draws one")->capture_default_str();
  app->add_option("--threads", a.threads, "threads of each test")
      ->check(CLI::Range(2, 8))
      ->capture_default_str();
  app->add_option(
         "--oracle", a.oracles,
         "what counts as correct, separated by commas: linearizability (default: results, exceptions and "
         "the final state match some order of the calls), thread-safety (only crashes, deadlocks and "
         "exceptions count); weaker orders: quiescent, program-order; of containers: "
         "producer-order (values keep the order of the thread that put them), bag (no order); "
         "spurious:METHOD: it may fail although it could succeed; hint:METHOD: its result does not count; * "
         "in METHOD matches anything")
      ->delimiter(',');
  app->add_flag("--quiescent", a.quiescent,
                "calls keep their order only if no call was running in between (quiescent consistency)");
  app->add_option("--without", a.without,
                  "methods that tests do not call, separated by commas; * matches anything")
      ->delimiter(',');
  app->add_option("--only", a.only, "the only methods that tests call, in the same form")->delimiter(',');
  app->add_option("--role", a.roles,
                  "methods that only one thread may call, separated by commas; the first --role is for "
                  "thread 1, the second for thread 2. All threads may call methods in no role")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->add_option("--ignore", a.ignored, "methods whose results do not count, separated by commas")
      ->delimiter(',');
  app->add_option("--specification", a.specification,
                  "HEADER:CLASS, a sequential class with the same methods that defines the correct results "
                  "(default: the class itself)");
  app->add_option("--factory", a.factory,
                  "a header with structs heddle::Factory<T> that make arguments: static T make(int number)");
  app->add_option("--races", a.races, "data races: report or ignore")->capture_default_str();
  app->add_flag("--model-only", a.model_only,
                "print what each method accesses under which locks, and the pairs of methods; with --json "
                "also as JSON");
  app->add_option("--out", a.out, "folder for the results; an earlier one becomes NAME.old")
      ->capture_default_str();
  app->add_option(
      "--emit-tests", a.emit_tests,
      "write tests that pass into this folder as a GoogleTest file, one for each pair of methods that "
      "overlapped");
  app->add_option(
      "--json", a.json,
      "also write results.json (with --model-only: the model) to this file; - is standard output");
  add_formats(*app, a.formats);
  app->add_flag("--continue", a.continues, "leave out the bugs that the results in the --out folder report");
  app->add_flag("--partial", a.partial,
                "exit status 0 although main methods of the class could not be tested");
  app->add_flag("--quiet", a.quiet, "no progress");
  app->footer(
      "Tests are generated: calls before the threads start, then calls of each thread, run under many "
      "schedules. A\ntest fails if it crashes, deadlocks, has a data race, or returns what no sequential "
      "order of its calls returns.\n\n"
      "Exit status: 0 no violation, 1 violation found, 2 usage error, 3 the class could not be controlled, "
      "or main methods\nwere not tested, 4 undecided (--verify), 130 interrupted.\n\n"
      "Examples:\n"
      "  heddle class queue.h --class 'BoundedQueue<int>'\n"
      "  heddle class account.h account.cc --class Account\n"
      "  heddle class queue.h --class BoundedQueue --model-only\n"
      "  heddle class queue.h --class BoundedQueue --verify 2 --time 10m\n"
      "  heddle class map.h --class Map --algorithm bc-contest --time 5m -- -std=c++17 -Iinclude");
  return {app, [arguments, &flags] { return run_class(class_request(*arguments, flags.words)); },
          [arguments, &flags] { class_request(*arguments, flags.words); },
          "HEADER [SOURCES] --class NAME [OPTIONS] [-- FLAGS OF THE COMPILER]"};
}

}  // namespace heddle::cli
