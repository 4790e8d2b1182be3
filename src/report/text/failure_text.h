// A failure in full, for a terminal of 100 columns: what happened, why it is a failure, and what each thread
// was doing.
#pragma once

#include <string>

#include "event/failure.h"
#include "report/model/places.h"
#include "report/model/style.h"
#include "report/text/headline.h"

namespace heddle::report {

std::string failure_text(const Failure& failure, const Places& places, const Style& style,
                         int expected_exit = 0);

}  // namespace heddle::report
