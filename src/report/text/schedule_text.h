// The schedule file of a bug: sites by module and offset, so that another process can follow it; and the
// words for the first step that another process does differently.
#pragma once

#include <string>

#include "event/execution.h"
#include "event/schedule_file.h"
#include "host/hunt.h"
#include "report/model/places.h"
#include "report/model/run_description.h"

namespace heddle::report {

// event/schedule_file.h prints and parses it.
ScheduleFile schedule_of(const Bug& bug, const RunDescription& run, const Places& places);

// The schedule of the bug, and how it ends, in place of what the file has.
void put_execution(ScheduleFile& file, const Bug& bug, const Places& places);

// The recorded steps in the site ids of another process. A step in a module that it has not loaded becomes
// "no operation at no site": nothing that the program does will match it.
StepRecord to_step_record(const ScheduleFile& file, const ModuleTable& modules);

// "step 41 (main.0): the schedule says 'lock at bank.cc:14', the program is about to 'write at bank.cc:20'".
// Steps count from 1.
std::string divergence_text(const Divergence& divergence, const Places& places, ThreadNames threads);

// "two replays differ first at step 28: main.0 went on from bank.cc:12 to 'lock at bank.cc:14' in one, to
// ..."
std::string difference_text(const DifferingStep& difference, const Places& places, ThreadNames threads);
// "the system answered differently to getpid at bank.cc:12".
std::string answers_text(const std::vector<KernelAnswer>& answers, const Places& places);
// "getpid at bank.cc:12".
std::string call_text(const KernelAnswer& answer, const Places& places);

}  // namespace heddle::report
