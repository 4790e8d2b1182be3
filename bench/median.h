// Times of a noisy machine: the median of several rounds.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>
#include <ctime>
#include <vector>

namespace heddle::bench {

// By system call: under control the clock functions answer with virtual time.
inline double now_nanoseconds() {
  timespec now{};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 != 0 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
}

template <typename Round>
double median_of(int rounds, Round round) {
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) times.push_back(round());
  return median(std::move(times));
}

}  // namespace heddle::bench
