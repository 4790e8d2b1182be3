#include "host/doctor.h"

#include <sys/auxv.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>

#include "compile/temporary_directory.h"
#include "host/explorer_process.h"
#include "host/hunt.h"
#include "host/output_folder.h"
#include "host/program_file.h"
#include "process/collect.h"

namespace heddle::host {

namespace {

// Without an argument two threads lose an update under some schedules; with one they do nothing but
// synchronise, so often.
constexpr char kPatient[] = R"(#include <atomic>
#include <cstdlib>
#include <thread>
int counter = 0;
std::atomic<int> together{0};
void add() { counter = counter + 1; }
int main(int argc, char** argv) {
  if (argc > 1) {
    const auto work = [n = std::atoi(argv[1])] { for (int i = 0; i < n; ++i) together.fetch_add(1); };
    std::thread first(work), second(work);
    first.join();
    second.join();
    return 0;
  }
  std::thread first(add), second(add);
  first.join();
  second.join();
  return counter == 2 ? 0 : 1;
}
)";
constexpr int kLongRun = 200'000;
constexpr std::uint64_t kManyExecutions = 1000;

// In a child, so that nothing of it stays with us.
process::Ending try_in_child(std::function<int()> test) {
  process::ChildOptions options;
  options.body = std::move(test);
  Result<process::Child> child = process::Child::start(options);
  return child ? child->wait() : process::Ending::lost();
}

bool addresses_can_be_fixed() {
  return try_in_child([] { return process::fix_addresses() ? 0 : 1; }).is_success();
}

bool may_trace() {
  return try_in_child([] {
           if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) return 1;
           raise(SIGSTOP);
           return 0;
         })
      .is_stopped();
}

ThreadPointer thread_pointer() {
#if defined(__x86_64__)
  constexpr unsigned long kFsgsbase = 2;
  return (getauxval(AT_HWCAP2) & kFsgsbase) != 0 ? ThreadPointer::kInstruction : ThreadPointer::kSystemCall;
#else
  return ThreadPointer::kRegister;
#endif
}

struct Said {
  int status = -1;
  std::string text;
};

Said run_and_listen(const std::vector<std::string>& words) {
  process::ChildOptions options;
  options.words = words;
  options.search_path = true;
  options.input = process::Stream::nowhere();
  Result<process::Collected> collected = process::collect(options, process::Keep::kBothAsOne);
  if (!collected) return {-1, "cannot start '" + words.front() + "': " + collected.error()};
  return {collected->ending.exit_status().value_or(-1), std::move(collected->output)};
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// What `heddle c++` had to say.
std::string note_in(const std::string& text) {
  constexpr std::string_view kBegin = "heddle: note: ";
  const std::size_t at = text.find(kBegin);
  return at == std::string::npos ? std::string() : first_line(text.substr(at + kBegin.size()));
}

Result<HuntResult> explore(const DoctorPlaces& places, const std::string& program,
                           const std::vector<std::string>& arguments, const HuntOptions& options,
                           bool must_be_instrumented) {
  LaunchOptions launch;
  Result<ProgramFile> file = inspect_program(program);
  if (!file) return Error{file.error()};
  if (must_be_instrumented && !file->instrumented) return Error{"what it compiled is not instrumented"};
  launch.program = *file;
  launch.arguments = arguments;
  launch.runtime_library = places.library;
  Result<std::unique_ptr<ExplorerProcess>> explorer = ExplorerProcess::start(launch);
  if (!explorer) return Error{explorer.error()};
  HuntResult result =
      Hunt(
          **explorer, options, [] { return false; }, [](const HuntProgress&) {}, [](const HuntResult&) {})
          .run();
  if (result.end == HuntEnd::kUncontrolled) return Error{result.problem};
  return result;
}

HuntOptions options_for(std::uint64_t executions, Until until) {
  HuntOptions options;
  options.search.strategy = "random";
  options.search.execution.timeout_milliseconds = 10'000;
  options.executions = executions;
  options.seconds = 10;
  options.until = until;
  return options;
}

// Heddle itself is a program that was not rebuilt.
std::string try_without_compiler(const DoctorPlaces& places) {
  Result<HuntResult> result =
      explore(places, places.tool, {"--version"}, options_for(2, Until::kBudget), false);
  if (!result) return result.error();
  if (result->totals.executions == 0) return "no execution came to its end";
  return result->bugs.empty() ? "" : "a program that works failed under control";
}

std::string try_program(const DoctorPlaces& places, const std::string& program) {
  Result<HuntResult> result =
      explore(places, program, {}, options_for(kManyExecutions, Until::kFirstBug), true);
  if (!result) return result.error();
  if (result->bugs.empty()) return "a lost update was not found: its memory accesses are not seen";
  return result->bugs.front().stable
             ? ""
             : "a failure could not be repeated: " + result->bugs.front().unstable_reason;
}

void measure(const DoctorPlaces& places, const std::string& program, DoctorFacts& facts) {
  const Result<HuntResult> many =
      explore(places, program, {}, options_for(kManyExecutions, Until::kBudget), true);
  if (many && many->seconds > 0)
    facts.executions_per_second = static_cast<double>(many->totals.executions) / many->seconds;
  const Result<HuntResult> one =
      explore(places, program, {std::to_string(kLongRun)}, options_for(1, Until::kBudget), true);
  if (one && one->totals.steps > 0)
    facts.nanoseconds_per_step = one->seconds * 1e9 / static_cast<double>(one->totals.steps);
}

std::vector<std::string> compilers_on_path() {
  std::vector<std::string> names;
  const auto is_there = [](const std::string& name) { return find_in_path(name) != name; };
  for (const char* name : {"g++", "clang++"})
    if (is_there(name)) names.emplace_back(name);
  // A distribution may have clang under the name of its version only; the newest stands for all.
  constexpr int kNewest = 30, kOldest = 11;
  for (int version = kNewest;
       version >= kOldest && std::find(names.begin(), names.end(), "clang++") == names.end(); --version) {
    const std::string name = "clang++-" + std::to_string(version);
    if (!is_there(name)) continue;
    names.push_back(name);
    break;
  }
  return names;
}

void examine_compilers(const DoctorPlaces& places, DoctorFacts& facts) {
  compile::TemporaryDirectory temporary;
  const Result<std::string> folder = temporary.path();
  bool measured = false;
  for (const std::string& name : compilers_on_path()) {
    CompilerFacts compiler{name, first_line(run_and_listen({name, "--version"}).text), {}, {}};
    const std::string source = folder ? *folder + "/patient.cc" : "";
    const std::string program = folder ? *folder + "/patient-" + name : "";
    if (!folder) {
      compiler.problem = folder.error();
    } else if (const Result<bool> written = write_file(source, kPatient); !written) {
      compiler.problem = written.error();
    } else {
      const Said said =
          run_and_listen({places.tool, "c++", "--compiler", name, "-O1", "-g", source, "-o", program});
      compiler.problem =
          said.status == 0 ? try_program(places, program) : "it does not compile: " + first_line(said.text);
      compiler.hidden = note_in(said.text);
    }
    if (compiler.problem.empty() && !measured) {
      measured = true;
      measure(places, program, facts);
    }
    facts.compilers.push_back(std::move(compiler));
  }
}

}  // namespace

DoctorFacts examine_machine(const DoctorPlaces& places) {
  DoctorFacts facts;
  facts.library = places.library;
  facts.addresses_can_be_fixed = addresses_can_be_fixed();
  std::ifstream("/proc/sys/vm/overcommit_memory") >> facts.overcommit;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    facts.address_space_limit = limit.rlim_cur;
  facts.thread_pointer = thread_pointer();
  facts.may_trace = may_trace();
  if (find_in_path("gdb") != "gdb") facts.debugger = first_line(run_and_listen({"gdb", "--version"}).text);
  if (facts.library.empty()) return facts;
  facts.control_problem = try_without_compiler(places);
  if (facts.control_problem.empty()) examine_compilers(places, facts);
  return facts;
}

bool can_control(const DoctorFacts& facts) {
  if (facts.library.empty() || !facts.control_problem.empty()) return false;
  const auto works = [](const CompilerFacts& compiler) { return compiler.problem.empty(); };
  return facts.compilers.empty() || std::any_of(facts.compilers.begin(), facts.compilers.end(), works);
}

}  // namespace heddle::host
