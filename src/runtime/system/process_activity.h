// What another process and its children are doing, as /proc tells it.
#pragma once

#include <cstdint>

namespace heddle::runtime {

enum class Activity : std::uint8_t {
  kBusy,   // a thread of them runs, or sleeps until a time that comes by itself
  kWaits,  // all of them wait for other processes
  kEnded,  // the process has ended; its children may go on
};

struct ProcessActivity {
  Activity activity = Activity::kBusy;
  std::uint64_t worked =
      0;  // processor time of all threads: two looks with the same saw nothing between them
};

ProcessActivity activity_of(long process);

}  // namespace heddle::runtime
