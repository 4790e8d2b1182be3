// Which thread waits for which, and why none of them will ever continue.
#pragma once

#include <string>
#include <vector>

#include "report/model/failure_names.h"

namespace heddle::report {

// "deadlock: main.0 and main.1 wait for each other", "lost wake-up: ..."
std::string deadlock_headline(const FailureNames& names);

// The cycle in order, or what each thread waits for; lines that fit the terminal.
std::string deadlock_text(const FailureNames& names);

}  // namespace heddle::report
