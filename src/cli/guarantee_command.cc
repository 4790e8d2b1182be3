// heddle guarantee: what pct, rpro and pctwm promise for a program.
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "host/explorer_process.h"
#include "host/hunt.h"
#include "report/text/guarantee_text.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"
#include "strategies/profile.h"

namespace heddle::cli {

namespace {

struct GuaranteeArguments {
  unsigned depth = 0;  // 0: the usual ones
  std::uint64_t radius = 10;
  double confidence = 0.95;
  std::uint64_t threads = 0, events = 0, acquisitions = 0, reads = 0;
  std::uint64_t stores = 2;
};

constexpr unsigned kMostDepth = 100;

// By the first executions of a search that needs to know it.
Result<ProgramSize> measure(const host::ProgramFile& program, const ProgramWords& words) {
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  host::LaunchOptions launch;
  launch.program = program;
  launch.arguments.assign(words.words.begin() + 1, words.words.end());
  launch.runtime_library = paths->runtime_library();
  launch.input = read_standard_input(program.reads_standard_input);
  Result<std::unique_ptr<host::ExplorerProcess>> explorer = host::ExplorerProcess::start(launch);
  if (!explorer) return Error{explorer.error()};
  host::HuntOptions options;
  options.search.strategy = "pct";
  options.search.execution.memory = Memory::kByOrders;
  options.executions = Profile::kFirstExecutions;
  options.until = host::Until::kBudget;
  options.measure_deadlocks = false;
  host::Hunt hunt(
      **explorer, options, interrupted, [](const host::HuntProgress&) {}, [](const host::HuntResult&) {});
  const host::HuntResult result = hunt.run();
  if (!result.problem.empty()) return Error{result.problem};
  if (!result.saw_threads) return Error{"the program starts no thread: there is nothing to guarantee"};
  ProgramSize size = result.size;
  if (result.totals.weak_memory == 0) size.atomic_reads = 0;  // they see the newest store
  return size;
}

int guarantee(const GuaranteeArguments& arguments, const ProgramWords& words) {
  report::GuaranteeQuestion question;
  question.radius = arguments.radius;
  question.stores = arguments.stores;
  question.confidence = arguments.confidence;
  if (arguments.depth != 0)
    question.depths = {arguments.depth};
  else
    question.depths = {1, 2, 3, 4, 5};
  if (!words.words.empty()) {
    const Result<host::ProgramFile> program = host::inspect_program(words.words.front());
    if (!program) return complain(kWrongUse, program.error());
    watch_for_interrupts();
    const Result<ProgramSize> size = measure(*program, words);
    if (!size) return complain(kNotControlled, size.error());
    question.size = *size;
    question.measured = true;
  }
  if (arguments.reads != 0) question.size.atomic_reads = arguments.reads;
  if (arguments.threads != 0) question.size.threads = arguments.threads;
  if (arguments.events != 0) question.size.sync_events = arguments.events;
  if (arguments.acquisitions != 0)
    question.size.acquisitions = arguments.acquisitions;
  else if (words.words.empty())
    question.size.acquisitions = question.size.sync_events;
  if (question.size.threads == 0 || question.size.sync_events == 0)
    return complain(kWrongUse,
                    "of which program? Write: heddle guarantee ./program, or say how large it is with "
                    "--threads N --events K");
  std::fputs(report::guarantee_text(question, output_style()).c_str(), stdout);
  return kSuccess;
}

}  // namespace

Verb add_guarantee(CLI::App& application, const ProgramWords& program) {
  CLI::App* app =
      application.add_subcommand("guarantee", "The probability with which pct, rpro and pctwm find a bug");
  auto arguments = std::make_shared<GuaranteeArguments>();
  GuaranteeArguments& a = *arguments;
  app->add_option("--depth", a.depth, "the bug's depth, 1 to 100; otherwise 1 to 5")
      ->check(CLI::Range(1u, kMostDepth));
  app->add_option("--radius", a.radius, "rpro's radius")
      ->check(CLI::Range(1ull, 1'000'000'000ull))
      ->capture_default_str();
  app->add_option("--confidence", a.confidence,
                  "the probability of triggering the bug at least once, between 0 and 1")
      ->check(CLI::Validator(
          [](const std::string& text) {
            const double value = std::strtod(text.c_str(), nullptr);
            return value > 0 && value < 1 ? std::string()
                                          : "'" + text + "' is not between 0 and 1 (0.95, 0.99)";
          },
          "FLOAT"))
      ->capture_default_str();
  app->add_option("--threads", a.threads, "n, instead of measuring it")->check(CLI::Range(1ull, 4096ull));
  app->add_option("--events", a.events, "k for pct, instead of measuring it")
      ->check(CLI::Range(1ull, 1'000'000'000ull));
  app->add_option("--acquisitions", a.acquisitions,
                  "k for rpro, instead of measuring it (otherwise as --events)")
      ->check(CLI::Range(1ull, 1'000'000'000ull));
  app->add_option("--reads", a.reads,
                  "atomic reads, k for pctwm, instead of measuring them (weak memory only)")
      ->check(CLI::Range(1ull, 1'000'000'000ull));
  app->add_option("--stores", a.stores, "h: how many of the newest stores pctwm's reads see")
      ->check(CLI::Range(1ull, 1000ull))
      ->capture_default_str();
  app->footer(
      "The bounds are Lemma 1 and Theorem 1 of the RPro paper, the strict one of its footnote, and that of "
      "pctwm.\n\n"
      "Examples:\n"
      "  heddle guarantee ./bank\n"
      "  heddle guarantee --depth 3 --radius 50 --threads 3 --events 5090");
  return {app,
          [arguments, &program] { return guarantee(*arguments, program); },
          {},
          "[OPTIONS] [PROGRAM [ARGUMENTS]]"};
}

}  // namespace heddle::cli
