#include "sessions/report_page.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>

#include "host/output_folder.h"
#include "process/child.h"
#include "report/model/text.h"
#include "report/page/page_document.h"
#include "sessions/explained_replay.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

constexpr char kPageFile[] = "report.html";
constexpr std::size_t kMostRaces = 10;               // that are executed again without being asked for
constexpr std::size_t kMostEventsInAll = 1'000'000;  // of such bugs: a browser has to hold them
constexpr std::size_t kLargestOutput = std::size_t{1} << 20;

std::optional<std::string> read_if_there(const std::string& path, std::size_t most) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > most || error) return std::nullopt;
  Result<std::string> text = host::read_file(path);
  if (!text) return std::nullopt;
  return std::move(*text);
}

std::optional<std::string> whole_file(const std::string& path) {
  return read_if_there(path, ~std::size_t{0});
}

Result<report::PageResults> read_folder(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return Error{"there is no folder '" + folder +
                 "'; name one that 'heddle run', 'heddle test', 'heddle class' or 'heddle study' has written "
                 "(heddle-out "
                 "and heddle-study, unless they were told --out)"};
  report::ResultFiles files{whole_file(folder + "/results.json"), whole_file(folder + "/coverage.json"),
                            whole_file(folder + "/study.json")};
  if (!files.results && !files.study) {
    if (fs::exists(folder + "/cells.csv", error))
      return Error{"'" + folder +
                   "' has a study without study.json; give the command of the study again: it does nothing "
                   "again that is there already"};
    return Error{"there is nothing to show in '" + folder +
                 "': no results.json of 'heddle run', 'heddle test' or 'heddle class', and no study.json of "
                 "'heddle study'"};
  }
  if (files.results && files.study)
    return Error{"'" + folder +
                 "' has results.json and study.json; a page shows one of them: move the other one away"};
  Result<report::PageResults> results = report::page_results(
      files, [&folder](const std::string& name) { return whole_file(folder + "/" + name); });
  if (!results) return Error{"'" + folder + "': " + results.error()};
  return results;
}

// A line that changes on a terminal; elsewhere one now and then.
class ReplayDisplay {
 public:
  explicit ReplayDisplay(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}
  ~ReplayDisplay() {
    if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
  }

  void show(std::size_t bug, std::size_t bugs) {
    const auto now = std::chrono::steady_clock::now();
    if (quiet_ || (!terminal_ && now < next_line_)) return;
    next_line_ = now + std::chrono::seconds(5);
    const std::string line = fmt::format("  executing bug {} of {} again", bug, bugs);
    std::fprintf(stderr, terminal_ ? "\r%s\033[K" : "%s\n", line.c_str());
    std::fflush(stderr);
    shown_ = true;
  }

 private:
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_line_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(5);
};

class PageMaker {
 public:
  explicit PageMaker(const PageArguments& arguments)
      : arguments_(arguments),
        document_(arguments.folder, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                  read_if_there) {}

  Result<bool> add(const report::PageResults& results) {
    document_.add_results(results);
    for (std::uint64_t id : arguments_.bugs)
      if (std::none_of(results.bugs.begin(), results.bugs.end(),
                       [id](const report::ListedBug& bug) { return bug.id == id; }))
        return Error{fmt::format("there is no bug {} in '{}'", id, arguments_.folder)};
    ReplayDisplay display(arguments_.quiet);
    for (std::size_t i = 0; i < results.bugs.size(); ++i) {
      if (interrupted()) return Error{"interrupted: there is no page"};
      display.show(i + 1, results.bugs.size());
      add_bug(results.bugs[i]);
    }
    bugs_ = results.bugs.size();
    return true;
  }

  std::string text() const { return document_.text(); }

  std::string contents(const report::PageResults& results) const {
    std::vector<std::string> parts;
    if (results.parts.contains("study")) return "a study";
    parts.push_back(bugs_ == 0 ? "no bug"
                    : traces_ == bugs_
                        ? report::counted(bugs_, "bug") + (bugs_ == 1 ? " with its trace" : " with traces")
                        : fmt::format("{}, {} with a trace", report::counted(bugs_, "bug"), traces_));
    if (traces_ != 0) parts.push_back(report::counted(events_, "event"));
    if (results.parts.contains("coverage")) parts.emplace_back("coverage");
    return fmt::format("{}", fmt::join(parts, ", "));
  }

 private:
  std::string in_folder(const std::string& file) const { return arguments_.folder + "/" + file; }

  void add_bug(const report::ListedBug& bug) {
    const std::string output =
        bug.output.empty() ? std::string()
                           : read_if_there(in_folder(bug.output), kLargestOutput).value_or(std::string());
    if (const std::string why = why_not(bug); !why.empty()) return document_.add_bug(bug, output, why);
    const Result<SavedSchedule> saved =
        open_for_explaining({in_folder(bug.schedule), arguments_.program, arguments_.force});
    if (!saved) return document_.add_bug(bug, output, saved.error());
    const Result<ExplainedReplay> again = explained_replay(*saved, symbolizer_);
    if (!again) return document_.add_bug(bug, output, again.error());
    const Replayed& replayed = again->replayed;
    const report::Places places(again->explorer->hello().modules, symbolizer_);
    document_.add_bug(bug, output,
                      {replayed.trace, replayed.report.failure, replayed.report.threads, replayed.preemptions,
                       arguments_.events},
                      places, saved->file.expected_exit);
    ++traces_;
    races_ += is_race(bug) ? 1 : 0;
    events_ += std::min(replayed.trace.events.size(), arguments_.events);
  }

  static bool is_race(const report::ListedBug& bug) { return bug.kind == to_string(FailureKind::kDataRace); }

  // Empty: it is executed again.
  std::string why_not(const report::ListedBug& bug) const {
    if (bug.schedule.empty()) return "There is no schedule that fails in this way.";
    const std::string instead = fmt::format("Run 'heddle explain {}', or 'heddle report {} --bug {}'.",
                                            report::shell_quoted(in_folder(bug.schedule)),
                                            report::shell_quoted(arguments_.folder), bug.id);
    if (!arguments_.bugs.empty()) {
      const bool chosen =
          std::find(arguments_.bugs.begin(), arguments_.bugs.end(), bug.id) != arguments_.bugs.end();
      return chosen ? std::string() : "Another bug was asked for (--bug). " + instead;
    }
    if (is_race(bug) && races_ >= kMostRaces)
      return fmt::format("The page has the traces of {} data races already. {}", kMostRaces, instead);
    if (events_ >= kMostEventsInAll)
      return fmt::format("The page has {} already. {}", report::counted(events_, "event"), instead);
    return {};
  }

  const PageArguments& arguments_;
  report::PageDocument document_;
  symbols::Symbolizer symbolizer_;
  std::size_t bugs_ = 0, traces_ = 0, races_ = 0, events_ = 0;
};

Result<std::string> read_template(const PageArguments& arguments) {
  if (!arguments.page_template.empty()) return host::read_file(arguments.page_template);
  const std::string path = find_tool_paths().share_folder + "/" + kPageFile;
  std::optional<std::string> page = whole_file(path);
  if (!page)
    return Error{"this installation has no page ('" + path +
                 "'): npm was missing when Heddle was built. Install the packages nodejs and npm, configure "
                 "and build Heddle again; or write what the page would show with --data FILE"};
  return std::move(*page);
}

}  // namespace

Result<MadePage> make_page(const PageArguments& arguments) {
  // What cannot be written in the end is said before anything is executed.
  std::string page;
  if (arguments.page) {
    Result<std::string> read = read_template(arguments);
    if (!read) return Error{read.error()};
    page = std::move(*read);
  }
  const Result<report::PageResults> results = read_folder(arguments.folder);
  if (!results) return Error{results.error()};
  PageMaker maker(arguments);
  if (const Result<bool> added = maker.add(*results); !added) return Error{added.error()};
  const std::string data = maker.text();
  MadePage made{arguments.data, data.size(), maker.contents(*results)};
  if (!arguments.data.empty())
    if (const Result<bool> written = host::write_file(arguments.data, data); !written)
      return Error{written.error()};
  if (!arguments.page) return made;
  const Result<std::string> filled = report::filled_page(page, data);
  if (!filled) return Error{filled.error()};
  made.path = arguments.out.empty() ? arguments.folder + "/" + kPageFile : arguments.out;
  made.bytes = filled->size();
  if (const Result<bool> written = host::write_file(made.path, *filled); !written)
    return Error{written.error()};
  return made;
}

Result<bool> open_page(const std::string& path) {
  const std::string whole = fs::absolute(path).lexically_normal().string();
  process::ChildOptions options;
  options.words = {"xdg-open", whole};
  options.search_path = true;
  // What the browser says is not for this terminal.
  options.input = options.output = options.errors = process::Stream::nowhere();
  Result<process::Child> child = process::Child::start(options);
  if (!child)
    return Error{"cannot start xdg-open (" + child.error() + "), which the package xdg-utils has; open " +
                 whole + " in a browser"};
  child->let_go();
  return true;
}

std::string page_line(const MadePage& page) {
  return report::wrapped(fmt::format("{}: {} KB, {}", report::visible(page.path),
                                     report::with_thousands((page.bytes + 1023) / 1024), page.contents));
}

}  // namespace heddle::sessions
