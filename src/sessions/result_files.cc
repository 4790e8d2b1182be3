#include "sessions/result_files.h"

#include "report/formats/results_json.h"
#include "report/model/coverage_document.h"
#include "report/text/schedule_text.h"
#include "sessions/output_files.h"
#include "sessions/saved_schedule.h"

namespace heddle::sessions {

namespace {

constexpr char kInputFile[] = "standard-input";

}  // namespace

Result<bool> write_results(const host::OutputFolder& folder, const host::HuntResult& result,
                           const report::RunDescription& run, const report::Places& places,
                           const std::string& input, const std::string& json_file) {
  Result<bool> written = true;
  const auto note = [&written](Result<bool> outcome) {
    if (!outcome && written) written = std::move(outcome);
  };
  if (!input.empty() && !result.bugs.empty()) note(folder.write(kInputFile, input));
  const std::string working_folder = folder_to_record(run.program, folder.path());
  for (const Bug& bug : result.bugs) {
    ScheduleFile file = schedule_of(bug, run, places);
    file.folder = working_folder;
    if (!input.empty()) file.input = kInputFile;
    note(folder.write(report::schedule_file_name(bug.id), print(file)));
    note(folder.write(report::output_file_name(bug.id), bug.output));
  }
  const report::CoverageDocument coverage = report::coverage_document(result.coverage, places, run);
  if (!coverage.metrics.empty()) note(folder.write(report::kCoverageFile, to_json(coverage)));
  const std::string json = results_json(result, run, places, coverage);
  note(folder.write("results.json", json));
  note(write_output(json_file, json));
  return written;
}

}  // namespace heddle::sessions
