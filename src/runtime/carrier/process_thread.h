// The thread that the process began with: where glibc keeps its id.
#pragma once

#include <cstdint>

namespace heddle::runtime {

// In that thread, once in a process.
void find_own_thread_id();
std::uint32_t* own_thread_id();
// After a fork without libc: the new process's id where glibc looks for it.
void adopt_process_id();

}  // namespace heddle::runtime
