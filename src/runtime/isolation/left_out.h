// For the tests of restoring: HEDDLE_TEST_LEAVE_OUT names one part that is not put back, and somebody has to
// notice.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::runtime {

inline constexpr char kLeaveOutVariable[] = "HEDDLE_TEST_LEAVE_OUT";

// Reads the variable and removes it.
void read_left_out();
bool is_left_out(std::string_view part);
// heap, stacks, program, libraries, runtime, execution, or other memory.
bool is_left_out(std::uint64_t address);

}  // namespace heddle::runtime
