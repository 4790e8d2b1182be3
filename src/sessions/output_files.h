// Files of results that the command line names, standard output among them: `--json -`.
#pragma once

#include <string>
#include <vector>

#include "event/result.h"
#include "report/formats/test_run.h"

namespace heddle::sessions {

// With "-" among them, what is printed goes to standard error from now on, so that a program can read the
// results. The error: there is more than one.
Result<bool> claim_standard_output(const std::vector<std::string>& files);

// "-" is standard output; empty: nothing is asked for.
Result<bool> write_output(const std::string& file, const std::string& contents);

// Results in the forms that other tools read.
struct ResultFormats {
  std::string junit;  // files; empty: none
  std::string sarif;

  bool any() const { return !junit.empty() || !sarif.empty(); }
};

// A run of one program or class, for the forms that know tests.
report::TestRun run_of_one(const std::string& verb, const report::RunDescription& description,
                           report::TestReport only);
// What a TestRun tells of where and when it was.
void note_surroundings(report::TestRun& run);

Result<bool> write_formats(const ResultFormats& formats, const report::TestRun& run);

}  // namespace heddle::sessions
