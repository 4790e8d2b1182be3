// What all studies have in common: their options, the output folder with the cells, progress, and the end.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "event/result.h"
#include "host/output_folder.h"
#include "study/cell_runner.h"
#include "study/cell_search.h"
#include "study/cells.h"
#include "study/section.h"

namespace heddle::cli {

struct StudyArguments {
  std::uint64_t executions = 0;
  std::uint64_t seed = 1;
  unsigned jobs = 0;
  std::string subjects;
  std::vector<std::string> only;
  std::string out = "heddle-study";
};

// --seed, --jobs, --subjects, --only and --out.
void add_study_options(CLI::App& app, StudyArguments& arguments);

class StudySession {
 public:
  static Result<std::unique_ptr<StudySession>> open(const StudyArguments& arguments,
                                                    const study::Laboratory& laboratory);
  // With cells of another kind than the searches of programs.
  static Result<std::unique_ptr<StudySession>> open(const StudyArguments& arguments,
                                                    study::CellRunner::Search search);
  StudySession(const StudySession&) = delete;
  StudySession& operator=(const StudySession&) = delete;

  const study::CellFile& cells() const { return cells_; }
  // False: interrupted. The second tells of every subject that is finished.
  bool prepare(std::vector<study::CellGroup> groups) { return runner_.run(std::move(groups)); }
  bool run(std::vector<study::CellGroup> groups) {
    tells_subjects_ = true;
    return runner_.run(std::move(groups));
  }

  void write(const std::string& name, const std::string& contents);
  // study.json, for the page of `heddle report`: nothing else reads it, so it is not among what finish()
  // lists.
  void write_page(const study::StudyPage& page);
  // Says what went wrong and where the results are; the exit status of the verb.
  int finish();
  int interrupted();

 private:
  StudySession(const StudyArguments& arguments, study::CellRunner::Search search, host::OutputFolder folder,
               study::CellFile cells);
  void show(const study::StudyProgress& progress);
  void clear_line() const;

  host::OutputFolder folder_;
  study::CellFile cells_;
  study::CellRunner runner_;
  bool terminal_;
  bool tells_subjects_ = false;
  study::StudyProgress last_;
  std::vector<std::string> files_;
  std::vector<std::string> problems_;
};

}  // namespace heddle::cli
