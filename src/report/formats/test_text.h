// What a person reads of `heddle test`: a line for each test, and the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/formats/test_run.h"
#include "report/model/style.h"

namespace heddle::report {

// "12 tests of ./queue_test (GoogleTest), up to 1,000 executions or 10 s each, 2 at a time"
std::string test_heading(const TestRun& run);

// Of the name column, for tests with these names.
std::size_t name_column(const std::vector<std::string>& names);

// "  passed   Queue.KeepsOrder   1,000 executions   0.31 s", and below it why it was not explored.
std::string test_line(const TestReport& report, std::size_t columns, const Style& style);

struct RunningTest {
  std::string name;
  std::uint64_t executions;
};

// The line that changes while tests run; fits `columns`.
std::string test_status(std::size_t done, std::size_t all, std::size_t failed,
                        const std::vector<RunningTest>& running, std::size_t columns);

// Each bug with what to do next, then the counts, and what they are worth. `in_full`: the whole report of
// each bug.
std::string test_summary(const TestRun& run, bool in_full, const Style& style);

}  // namespace heddle::report
