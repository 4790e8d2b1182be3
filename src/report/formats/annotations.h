// Bugs for the services that show them beside the code of a change.
#pragma once

#include <string>

#include "report/formats/test_run.h"

namespace heddle::report {

// Commands to a GitHub workflow, a line each: ::error file=...,line=...,title=...::message. Known bugs are
// notices.
std::string github_annotations(const TestRun& run);

// GitLab's Code Quality report: a JSON list. Known bugs are of severity info.
std::string code_quality_json(const TestRun& run);

}  // namespace heddle::report
