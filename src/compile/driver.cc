#include "compile/driver.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "compile/commands.h"
#include "compile/elf_check.h"
#include "compile/plugin.h"
#include "compile/response_file.h"
#include "compile/temporary_directory.h"

namespace heddle::compile {
namespace {

constexpr int kRefused = 2;
constexpr int kInstrumentationLost = 1;

// The kernel takes 128 KiB for one word and a few MiB for all, the environment included. Longer commands
// came from an @-file and go on in one.
constexpr std::size_t kLongestCommand = 100 * 1024;

// Set while the compiler runs. A "compiler" that turns out to be this wrapper would start itself for ever.
constexpr const char* kInsideVariable = "HEDDLE_INSIDE_COMPILER_WRAPPER";

void say(Messages& messages, std::string_view severity, std::string_view text) {
  messages.line("heddle: " + std::string(severity) + ": " + std::string(text));
}

int refuse(Messages& messages, std::string_view reason) {
  say(messages, "error", reason);
  return kRefused;
}

// One command, from its plan to its checked output.
class Run {
 public:
  Run(const Compiler& compiler, const ToolPaths& tools, Messages& messages)
      : compiler_(compiler), tools_(tools), messages_(messages) {}

  int run(const CommandLine& line) {
    std::string directory;
    if (line.must_be_split()) {
      const Result<std::string> made = temporary_.path();
      if (!made) return refuse(messages_, made.error());
      directory = *made;
    }
    const Result<Plan> plan = make_plan(line, compiler_, tools_, directory);
    if (!plan) return refuse(messages_, plan.error());
    for (const std::string& note : plan->notes) say(messages_, "note", note);
    const std::string runtime = runtime_library(tools_);
    if (plan->links_runtime && access(runtime.c_str(), R_OK) != 0) {
      return refuse(messages_, "the runtime " + runtime + " is missing: build or install Heddle completely");
    }
    return carry_out(*plan);
  }

 private:
  int carry_out(const Plan& plan) {
    // With -### the link is only shown, but its driver wants the inputs to be there.
    if (plan.dry_run) {
      for (const std::string& object : plan.temporary_objects) std::ofstream(object).flush();
    }
    int failure = 0;
    for (const Step& step : plan.steps) {
      if (step.kind == StepKind::kLink && failure != 0) break;
      const int status = run_step(step, plan.dry_run);
      if (guard_.interrupted()) return status;
      if (failure == 0) failure = status;
    }
    return failure;
  }

  int run_step(const Step& step, bool dry_run) {
    const Result<std::vector<std::string>> words = shortened(step.words);
    if (!words) return refuse(messages_, words.error());
    const Result<int> status = run_command(*words, guard_);
    if (!status) return refuse(messages_, status.error());
    if (*status != 0 || dry_run) return *status;
    int failure = 0;
    for (const Check& check : step.checks) {
      if (instrumentation_of(check.file) == Instrumentation::kAbsent) failure = complain(check);
    }
    return failure;
  }

  int complain(const Check& check) {
    if (check.kind == Check::Kind::kLinked) {
      say(messages_, "warning",
          check.file +
              " has no instrumentation: Heddle will see its synchronisation but none of its memory accesses. "
              "To change that, rebuild its objects with heddle c++ or heddle cc");
      return 0;
    }
    // As after any failed compilation, no object is left behind that a build could go on with.
    unlink(check.file.c_str());
    say(messages_, "error",
        "the object of " + check.source +
            " came out without instrumentation: the compiler lost -fsanitize=thread. Look for a compiler "
            "configuration file, a compiler launcher or an option that switches it off");
    return kInstrumentationLost;
  }

  Result<std::vector<std::string>> shortened(const std::vector<std::string>& words) {
    std::size_t length = 0;
    for (const std::string& word : words) length += word.size() + 1;
    if (length < kLongestCommand) return words;
    const Result<std::string> directory = temporary_.path();
    if (!directory) return Error{directory.error()};
    const std::string path = *directory + "/arguments-" + std::to_string(++response_files_);
    const auto arguments = words.begin() + static_cast<std::ptrdiff_t>(compiler_.words.size());
    std::ofstream file(path, std::ios::binary);
    file << response_text({arguments, words.end()});
    if (!file.flush()) return Error{"cannot write " + path};
    std::vector<std::string> shorter = compiler_.words;
    shorter.push_back("@" + path);
    return shorter;
  }

  const Compiler& compiler_;
  const ToolPaths& tools_;
  Messages& messages_;
  InterruptGuard guard_;  // before the directory: its files are gone when the guard lets a signal through
  TemporaryDirectory temporary_;
  int response_files_ = 0;
};

int find_compiler_and_run(const Request& request, Messages& messages) {
  Result<std::vector<std::string>> arguments = expand_response_files(request.arguments);
  if (!arguments) return refuse(messages, arguments.error());
  const Result<std::optional<std::string>> asked = take_compiler_option(*arguments);
  if (!asked) return refuse(messages, asked.error());
  Result<Compiler> compiler = find_compiler(request.driver, *asked);
  if (!compiler) return refuse(messages, compiler.error());
  const CommandLine line = parse_command_line(*arguments, compiler->family);
  const Plugin plugin = find_plugin(*compiler, request.tools);
  compiler->plugin = plugin.file;
  // Once for a program, not for each of its files.
  if (!plugin.problem.empty() && line.goal == Goal::kLink) say(messages, "note", plugin.problem);
  return Run(*compiler, request.tools, messages).run(line);
}

}  // namespace

std::optional<Result<std::vector<std::string>>> answer_flags_question(const Request& request) {
  using Answer = Result<std::vector<std::string>>;
  constexpr std::string_view kQuestion = "--heddle-flags=";
  std::vector<std::string> arguments = request.arguments;
  const auto asked = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const std::string& word) { return word.starts_with(kQuestion); });
  if (asked == arguments.end()) return std::nullopt;
  const std::string phase = asked->substr(kQuestion.size());
  arguments.erase(asked);
  const Result<std::optional<std::string>> name = take_compiler_option(arguments);
  if (!name) return Answer(Error{name.error()});
  if (!arguments.empty())
    return Answer(Error{"--heddle-flags goes with --compiler only, not with " + arguments[0]});
  Result<Compiler> compiler = find_compiler(request.driver, *name);
  if (!compiler) return Answer(Error{compiler.error()});
  compiler->plugin = find_plugin(*compiler, request.tools).file;
  const AddedFlags flags = added_flags(*compiler, request.tools);
  if (phase == "compile") return Answer(flags.compile);
  if (phase == "link") return Answer(flags.link);
  return Answer(Error{"--heddle-flags is one of compile, link"});
}

int run_compiler(const Request& request, Messages& messages) {
  if (std::getenv(kInsideVariable) != nullptr) {
    return refuse(messages,
                  "the compiler to use turned out to be Heddle's own wrapper: set HEDDLE_CC, HEDDLE_CXX or "
                  "--compiler to the real one");
  }
  setenv(kInsideVariable, "1", 1);
  const int status = find_compiler_and_run(request, messages);
  unsetenv(kInsideVariable);
  return status;
}

}  // namespace heddle::compile
