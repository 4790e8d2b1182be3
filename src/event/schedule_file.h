// The schedule file: text, readable, stable across versions. docs/schedule-file.md describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "event/failure.h"
#include "event/result.h"
#include "event/schedule.h"
#include "event/surroundings.h"

namespace heddle {

// A distinct operation of the schedule; the site by module and offset, so that it can be found again in
// another process.
struct RecordedStepKind {
  OperationKind kind = OperationKind::kNone;
  std::string module;
  std::uint64_t offset = 0;
  std::string place;  // file:line, for people
};

struct ScheduleFile {
  std::string program;
  std::string folder;  // where it ran, seen from the folder of the schedule file; empty: not known
  std::string build_id;
  std::vector<std::string> arguments;
  std::string input;  // file with its standard input, beside the schedule file; empty: none
  Surroundings surroundings;
  unsigned in_process_call = 0;  // of heddle::explore, counted from 1; 0: the whole program
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t execution = 0;
  std::uint64_t random_seed = 0;  // of the program's own random numbers
  int expected_exit = 0;
  std::uint64_t step_limit = 0;
  bool spurious = false;  // condition waits may have ended by themselves
  std::optional<std::uint64_t>
      stall;                    // for how long threads may have been held up, in nanoseconds; none: any time
  bool cpp_memory = false;      // --memory c++
  bool kernel_threads = false;  // the threads carrier
  FailureKind outcome = FailureKind::kNone;
  std::string outcome_text;
  // Of a data race: the steps of the two accesses, counted from 0.
  std::uint64_t first_access = 0;
  std::uint64_t second_access = 0;
  std::vector<std::string> threads;
  std::vector<RecordedStepKind> kinds;
  std::vector<std::uint32_t> steps;  // index into kinds; a prefix of the schedule (see StepRecord)
  Schedule schedule;
};

std::string print(const ScheduleFile& file);
Result<ScheduleFile> parse_schedule_file(std::string_view text);

}  // namespace heddle
