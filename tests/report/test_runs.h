// A run of `heddle test` made by hand, with a test of every verdict.
#pragma once

#include "report/formats/test_run.h"

namespace heddle::report::testing {

TestBug assertion_bug();  // of a test framework
TestBug deadlock_bug();
TestReport report_of(const std::string& name, TestVerdict verdict);

TestRun every_verdict();

// Text in which every kind of trouble is: control characters, broken UTF-8, markup, what is no XML.
std::string awkward_text();

}  // namespace heddle::report::testing
