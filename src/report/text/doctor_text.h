// What `heddle doctor` says: a line for each check, and what to do where something does not work.
#pragma once

#include <string>

#include "host/doctor.h"
#include "report/model/style.h"

namespace heddle::report {

std::string doctor_text(const host::DoctorFacts& facts, const Style& style);

}  // namespace heddle::report
