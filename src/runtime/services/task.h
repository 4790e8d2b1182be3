// What the program is given to do in the executions to come, where it is one that asks
// (include/heddle/task_abi.h).
#pragma once

#include <cstdint>
#include <span>

namespace heddle::runtime {

// In the explorer; children inherit it. Whether it is another one than before.
bool set_task(std::span<const std::uint8_t> task);
bool has_task();

}  // namespace heddle::runtime
