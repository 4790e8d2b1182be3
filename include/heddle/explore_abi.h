// The boundary to libheddle.so: plain C, so that nothing of the program's standard library meets the
// runtime's.
#pragma once

#include <cstdint>

extern "C" {

struct heddle_explore_request {
  const char* strategy;
  const char* granularity;
  const char* schedule_file;
  std::uint64_t executions;
  std::uint64_t seed;
  std::uint64_t step_limit;
  double seconds;
  int stop_at_first_bug;
  int restore_globals;
  void (*body)(void*);
  void* argument;
};

struct heddle_explore_result {
  std::uint64_t executions;
  std::uint64_t failed;
  std::uint64_t steps;
  std::uint64_t switches;
  double seconds;
  int exhausted;
  int stable;
  char kind[32];
  char message[1024];
  char schedule_file[1024];
  char error[512];
};

void heddle_explore(const struct heddle_explore_request* request, struct heddle_explore_result* result);

}  // extern "C"
