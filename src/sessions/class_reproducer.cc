#include "sessions/class_reproducer.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdio>
#include <filesystem>

#include "classes/call_order.h"
#include "classes/reproducer.h"
#include "classes/run/reproduction.h"
#include "compile/commands.h"
#include "event/livelock.h"
#include "event/schedule_file.h"
#include "host/program_file.h"
#include "report/model/text.h"
#include "report/text/class_text.h"
#include "sessions/class_drivers.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

// Behind the name of the compiler, in the folder of the results. Who repeats it gets the same program, which
// the schedule belongs to. With -O0: a compiler that sees which object a call is about may know what it
// returns.
std::vector<std::string> compilation(const classes::ClassModel& model) {
  std::vector<std::string> words = {"-O0", "-g", "-pthread", "reproducer.cpp", "-o", "reproducer"};
  words.insert(words.end(), model.flags.begin(), model.flags.end());  // libraries come after who needs them
  return words;
}

std::string command_text(std::string text, const std::vector<std::string>& words) {
  for (const std::string& word : words) text += ' ' + report::shell_quoted(word);
  return text;
}

// "push_with_pop_3": a name that GoogleTest takes.
std::string name_of(const classes::TestCase& test, const classes::Operations& operations,
                    std::size_t number) {
  std::string name;
  for (const classes::CallSequence& suffix : test.suffixes)
    name += (name.empty() ? "" : "_with_") + operations.methods()[suffix.front().operation].name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name + "_" + std::to_string(number);
}

// How a schedule of the program ends. A program whose results are wrong finds that out by itself, and aborts.
FailureKind shown_kind(const std::string& text, FailureKind wanted) {
  const Result<ScheduleFile> file = parse_schedule_file(text);
  if (!file) return FailureKind::kNone;
  const bool is_about_results =
      wanted == FailureKind::kNotLinearizable || wanted == FailureKind::kNotThreadSafe;
  const bool aborts = file->outcome == FailureKind::kCrash || file->outcome == FailureKind::kAssertion ||
                      file->outcome == FailureKind::kUncaughtException;
  if (is_about_results && aborts) return wanted;
  return file->outcome;
}

// The comment at the top of the program says it, too.
void change_kind(classes::Violation& violation, FailureKind kind, const classes::Operations& operations,
                 const std::string& source) {
  const std::string before = report::violation_headline(violation, operations);
  violation.kind = kind;
  violation.failure.reset();
  violation.linearization.reset();
  const std::string after = report::violation_headline(violation, operations);
  Result<std::string> text = host::read_file(source);
  if (!text) return;
  if (const std::size_t at = text->find(before); at != std::string::npos)
    text->replace(at, before.size(), after);
  (void)host::write_file(source, *text);
}

}  // namespace

Reproduced ClassReproducer::reproduce(classes::Violation& violation,
                                      const classes::Operations& operations) const {
  Reproduced result;
  report::ReproducerFiles& files = result.files;
  files.source = folder_.file("reproducer.cpp");
  const std::string program = folder_.file("reproducer");
  if (!write_program(violation, operations, files.source, result.text)) return result;
  const std::string schedule = folder_.file("bug-1.schedule");
  result.shown = find_schedule(violation, program, schedule);
  if (result.shown == FailureKind::kNone) {
    result.text = report::wrapped("The test as a program is " + files.source +
                                  "; by itself it did not fail within 20 seconds.");
    return result;
  }
  files.schedule = schedule;
  if (result.shown != violation.kind) change_kind(violation, result.shown, operations, files.source);
  // One that went on for very long is too long to be shown.
  const Result<std::string> text = host::read_file(files.schedule);
  if (text && text->find(kNoProgress) == std::string::npos)
    result.text = ask_heddle({"explain", files.schedule});
  result.text +=
      fmt::format("\n  the test:  {}\n  run again: {}\n  as a page: {}\n\n", report::visible(files.source),
                  style_.bold("heddle replay " + report::visible(report::shell_quoted(files.schedule))),
                  style_.bold("heddle report " + report::visible(report::shell_quoted(folder_.path()))));
  return result;
}

bool ClassReproducer::write_program(const classes::Violation& violation,
                                    const classes::Operations& operations, const std::string& source,
                                    std::string& text) const {
  const classes::Reproduction reproduction = reproduction_of(violation, operations, specification_);
  const std::vector<std::string> words = compilation(operations.model());
  classes::ReproducerOptions options;
  options.includes = includes_;
  options.prefix_threw = violation.told.prefix_threw;
  options.may_throw = reproduction.may_throw;
  options.comment = {report::violation_headline(violation, operations) + ". Written by heddle class.", "",
                     command_text("  g++", words) + "  # fails now and then",
                     command_text("  heddle c++", words),
                     "  heddle replay bug-1.schedule  # fails every time"};
  if (!folder_.write("reproducer.cpp",
                     reproducer_source(operations, violation.test, reproduction.check, options)))
    return false;
  std::vector<std::string> command = {paths_.tool, "c++"};
  command.insert(command.end(), words.begin(), words.end());
  const Result<compile::Spoken> compiled =
      compile::answer_of(command, compile::Stream::kErrors, folder_.path());
  if (compiled && compiled->status == 0) return true;
  text = report::wrapped("The test as a program, " + source + ", does not compile.");
  return false;
}

FailureKind ClassReproducer::find_schedule(const classes::Violation& violation, const std::string& program,
                                           const std::string& schedule) const {
  const std::string run = folder_.file("run");
  const bool is_weak = classes::is_ordered_by_happens_before(violation.told.history);
  const std::string races = violation.kind == FailureKind::kDataRace ? "stop" : "ignore";
  ask_heddle({"run", "--quiet", "--races", races, "--time", "20s", "--execution-timeout", "2s", "--memory",
              is_weak ? "c++" : "sc", "--executions", "100000", "--out", run, "--",
              fs::absolute(program).string()});
  std::error_code error;
  FailureKind shown = FailureKind::kNone;
  for (int number = 1;; ++number) {
    const std::string found = fmt::format("{}/bug-{}.schedule", run, number);
    const Result<std::string> text = host::read_file(found);
    if (!text) return shown;
    const FailureKind kind = shown_kind(*text, violation.kind);
    if (kind == FailureKind::kNone || (shown != FailureKind::kNone && kind != violation.kind)) continue;
    fs::copy_file(found, schedule, fs::copy_options::overwrite_existing, error);
    shown = kind;
    if (kind == violation.kind) return shown;
  }
}

std::string ClassReproducer::ask_heddle(std::vector<std::string> words) const {
  words.insert(words.begin(), paths_.tool);
  const Result<std::string> output = compile::output_of(words);
  return output ? *output : std::string();
}

Result<bool> ClassReproducer::emit(const std::vector<classes::KeptTest>& kept,
                                   const classes::Operations& operations, const std::string& folder) const {
  std::vector<classes::EmittedTest> tests;
  for (const auto& [test, prefix_threw] : kept) {
    classes::Reproduction expected = expectation_of(test, operations, specification_);
    tests.push_back({name_of(test, operations, tests.size() + 1), test, std::move(expected.check),
                     std::move(expected.may_throw), prefix_threw});
  }
  std::error_code error;
  fs::create_directories(folder, error);
  classes::ReproducerOptions options;
  options.includes = includes_;
  options.comment = {"Tests of " + operations.model().name +
                         ", written by heddle class: for each pair of methods "
                         "one in which the two overlap.",
                     "Any test runner runs them; 'heddle test' or 'heddle run' tries their schedules."};
  const std::string file = (fs::path(folder) / "class_test.cc").string();
  Result<bool> written = host::write_file(file, test_file_source(operations, tests, options));
  if (written)
    std::printf("%s in %s\n", report::counted(tests.size(), "test").c_str(), report::visible(file).c_str());
  return written;
}

}  // namespace heddle::sessions
