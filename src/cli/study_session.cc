#include "cli/study_session.h"

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>

#include "cli/command.h"
#include "cli/values.h"
#include "report/model/text.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"

namespace heddle::cli {

void add_study_options(CLI::App& app, StudyArguments& arguments) {
  arguments.jobs = std::max(1u, std::thread::hardware_concurrency());
  arguments.subjects = find_tool_paths().subjects_folder;
  app.add_option("--jobs", arguments.jobs, "number of searches at a time (default: the number of cores)")
      ->check(positive());
  app.add_option("--subjects", arguments.subjects,
                 "the folder of the subjects (default: 'subjects' beside the folder that holds this tool)");
  app.add_option("--only", arguments.only, "only these subjects: NAME,NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--out", arguments.out, "folder for the results; finished cells in it are not repeated")
      ->capture_default_str();
}

Result<std::unique_ptr<StudySession>> StudySession::open(const StudyArguments& arguments,
                                                         const study::Laboratory& laboratory) {
  return open(arguments, [laboratory](const study::CellGroup& group, const study::CellKey& key) {
    return search_cell(laboratory, *group.subject, key, group.requirements);
  });
}

Result<std::unique_ptr<StudySession>> StudySession::open(const StudyArguments& arguments,
                                                         study::CellRunner::Search search) {
  Result<host::OutputFolder> folder = host::OutputFolder::keep(arguments.out);
  if (!folder) return Error{folder.error()};
  Result<study::CellFile> cells = study::CellFile::open(folder->file("cells.csv"));
  if (!cells) return Error{cells.error()};
  watch_for_interrupts();
  return std::unique_ptr<StudySession>(
      new StudySession(arguments, std::move(search), *folder, std::move(*cells)));
}

StudySession::StudySession(const StudyArguments& arguments, study::CellRunner::Search search,
                           host::OutputFolder folder, study::CellFile cells)
    : folder_(std::move(folder)),
      cells_(std::move(cells)),
      runner_({std::move(search), arguments.jobs, cli::interrupted,
               [this](const study::StudyProgress& progress) { show(progress); }},
              cells_),
      terminal_(isatty(2) != 0) {}

void StudySession::show(const study::StudyProgress& progress) {
  last_ = progress;
  if (tells_subjects_ && !progress.finished_subject.empty()) {
    clear_line();
    std::fprintf(stderr, "%s: done, %zu of %s\n", progress.finished_subject.c_str(), progress.done,
                 report::counted(progress.all, "cell").c_str());
  }
  if (!terminal_) return;
  const std::string left = progress.seconds_left
                               ? "  " + report::clock_text(std::ceil(*progress.seconds_left)) + " left"
                               : std::string();
  std::fprintf(stderr, "\r  %zu of %s%s\033[K", progress.done, report::counted(progress.all, "cell").c_str(),
               left.c_str());
  std::fflush(stderr);
}

void StudySession::clear_line() const {
  if (terminal_) std::fprintf(stderr, "\r\033[K");
}

void StudySession::write(const std::string& name, const std::string& contents) {
  if (Result<bool> written = folder_.write(name, contents); !written) problems_.push_back(written.error());
  files_.push_back(folder_.file(name));
}

void StudySession::write_page(const study::StudyPage& page) {
  if (Result<bool> written = folder_.write("study.json", study::json_of(page)); !written)
    problems_.push_back(written.error());
}

int StudySession::finish() {
  clear_line();
  files_.push_back(folder_.file("cells.csv"));
  std::fputs(report::wrapped("Written: " + report::listed(files_) + ".").c_str(), stdout);
  problems_.insert(problems_.end(), runner_.problems().begin(), runner_.problems().end());
  for (const std::string& problem : problems_) complain(kNotControlled, problem);
  return problems_.empty() ? kSuccess : kNotControlled;
}

int StudySession::interrupted() {
  clear_line();
  std::printf("Interrupted after %zu of %s; the same command continues from there.\n", last_.done,
              report::counted(last_.all, "cell").c_str());
  return kInterrupted;
}

}  // namespace heddle::cli
