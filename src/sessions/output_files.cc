#include "sessions/output_files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "host/output_folder.h"
#include "report/formats/junit.h"
#include "report/formats/sarif.h"

namespace heddle::sessions {

namespace {

constexpr char kStandardOutput[] = "-";

int claimed = STDOUT_FILENO;

Result<bool> write_to_claimed(const std::string& contents) {
  for (std::size_t done = 0; done < contents.size();) {
    const ssize_t written = write(claimed, contents.data() + done, contents.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Error{std::string("cannot write to standard output: ") + std::strerror(errno)};
    done += static_cast<std::size_t>(written);
  }
  return true;
}

std::string now_as_text() {
  char text[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime_r(&now, &parts));
  return text;
}

std::string machine_name() {
  char name[256] = "";
  return gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "localhost";
}

}  // namespace

Result<bool> claim_standard_output(const std::vector<std::string>& files) {
  const auto wanted = std::count(files.begin(), files.end(), kStandardOutput);
  if (wanted == 0) return true;
  if (wanted > 1) return Error{"only one file can be '-', standard output"};
  std::fflush(stdout);
  claimed = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return true;
}

Result<bool> write_output(const std::string& file, const std::string& contents) {
  if (file.empty()) return true;
  return file == kStandardOutput ? write_to_claimed(contents) : host::write_file(file, contents);
}

report::TestRun run_of_one(const std::string& verb, const report::RunDescription& description,
                           report::TestReport only) {
  report::TestRun run;
  run.verb = verb;
  run.description = description;
  run.seconds = only.seconds;
  run.interrupted = only.verdict == report::TestVerdict::kInterrupted;
  run.tests.push_back(std::move(only));
  note_surroundings(run);
  return run;
}

void note_surroundings(report::TestRun& run) {
  run.working_folder = std::filesystem::current_path().string();
  run.started = now_as_text();
  run.machine = machine_name();
}

Result<bool> write_formats(const ResultFormats& formats, const report::TestRun& run) {
  Result<bool> written = true;
  if (!formats.junit.empty()) written = write_output(formats.junit, junit_xml(run));
  if (written && !formats.sarif.empty()) written = write_output(formats.sarif, sarif_json(run));
  return written;
}

}  // namespace heddle::sessions
