// What several tests of event/ need: a failure with every field set, and a schedule file of the same kind.
#pragma once

#include "event/failure.h"
#include "event/schedule_file.h"

namespace heddle::testing {

Failure full_failure();
void expect_same(const Failure& actual, const Failure& expected);

// The contents of golden/small.schedule.
ScheduleFile small_schedule();
void expect_same(const ScheduleFile& actual, const ScheduleFile& expected);

}  // namespace heddle::testing
