// The tests of `heddle test`, explored: several at a time, each in a process of its own, and shown as they
// end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/explorer_process.h"
#include "host/output_folder.h"
#include "host/test_binary.h"
#include "host/time_share.h"
#include "process/process_pool.h"
#include "process/shared_array.h"
#include "report/formats/known_bugs.h"
#include "report/formats/test_run.h"
#include "report/model/suppressions.h"
#include "sessions/program_places.h"

namespace heddle::sessions {

struct TestPlan {
  host::LaunchOptions launch;  // of the program; each test has arguments of its own
  report::RunDescription description;
  host::TestFramework framework = host::TestFramework::kGoogleTest;
  std::vector<host::TestCase> tests;
  PlaceChoices places;
  report::Suppressions suppressions;
  report::KnownBugs known;
  std::size_t jobs = 1;
  // For all tests together, from `started` on; nothing: each has its own time.
  std::optional<host::TimeShare> time;
  std::chrono::steady_clock::time_point started;
  bool quiet = false;
};

class TestSession {
 public:
  TestSession(const TestPlan& plan, host::OutputFolder folder);

  // Explores all of them, and fills in what became of each.
  void run(report::TestRun& run);

 private:
  // Written by the process that explores the test, read by this one.
  using Executions = std::atomic<std::uint64_t>;

  // In a process of its own; the report, encoded.
  std::string explore_job(std::size_t job) const;
  report::TestReport explore(std::size_t test, double seconds, Executions& executions) const;
  report::TestReport explored(std::size_t test, host::ExplorerProcess& explorer,
                              const host::OutputFolder& folder, report::RunDescription description,
                              Executions& executions) const;
  void finish(std::size_t test, const std::string& answer, const process::JobEnd& end, report::TestRun& run);
  void show_finished(const report::TestRun& run);
  void show_status(const std::vector<std::size_t>& jobs);
  void clear_status();

  const TestPlan& plan_;
  host::OutputFolder folder_;
  std::vector<std::string> names_;
  std::vector<std::string> folders_;
  std::vector<std::size_t> explored_tests_;  // the jobs
  report::KnownInstructions instructions_;   // of the program: all its code is read once, not for each test
  mutable process::SharedArray<Executions> executions_;
  std::vector<bool> finished_;
  std::size_t shown_ = 0;  // lines appear in the order of the list
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  bool terminal_;
  bool status_shown_ = false;
  std::vector<std::string> libraries_;
};

}  // namespace heddle::sessions
