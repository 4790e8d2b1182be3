// The system's clock, for limits in real time: libc's functions show the program a virtual one.
#pragma once

#include <cstdint>
#include <ctime>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

inline std::uint64_t real_nanoseconds() {
  timespec now{};
  raw_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}
inline std::uint64_t real_milliseconds() {
  return real_nanoseconds() / 1'000'000;
}

}  // namespace heddle::runtime
