// The results of `heddle test` as JUnit XML, in the form of the Apache Ant tasks, which most programs read.
#pragma once

#include <string>

#include "report/formats/test_run.h"

namespace heddle::report {

std::string junit_xml(const TestRun& run);

// Text as it may stand in XML 1.0, whatever the program has printed.
std::string xml_text(std::string_view text);

}  // namespace heddle::report
