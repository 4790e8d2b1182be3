// A data race in words: who accessed what, where, and why nothing orders the two.
#pragma once

#include <string>

#include "report/model/failure_names.h"
#include "report/model/style.h"

namespace heddle::report {

std::string race_headline(const FailureNames& names);
std::string race_text(const FailureNames& names, const Style& style);

}  // namespace heddle::report
