// The boundary to libheddle.so: plain C, so that nothing of the program's standard library meets the
// runtime's. A change of the structs gives the function a new name, so that a program that was compiled
// before does not start.
#pragma once

#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): names of C
extern "C" {

struct heddle_explore_request {
  const char* strategy;
  const char* granularity;
  const char* races;
  const char* coverage;
  const char* stall;
  const char* memory;
  const char* schedule_file;
  std::uint64_t executions;
  std::uint64_t seed;
  std::uint64_t step_limit;
  double seconds;
  int stop_at_first_bug;
  int shrink;
  int restore_globals;
  void (*body)(void*);
  void* argument;
};

struct heddle_explore_coverage {
  char metric[32];
  std::uint64_t covered;
  std::uint64_t expected;
};

struct heddle_explore_result {
  std::uint64_t executions;
  std::uint64_t failed;
  std::uint64_t races;
  std::uint64_t steps;
  std::uint64_t switches;
  double seconds;
  int exhausted;
  int stable;
  int context_switches;
  struct heddle_explore_coverage coverage[8];  // as far as they have a name
  char kind[32];
  char message[1024];
  char report[16384];
  char unstable_reason[1024];
  char schedule_file[1024];
  char error[512];
};

void heddle_explore_4(const struct heddle_explore_request* request, struct heddle_explore_result* result);

// One schedule, a line or the name of a file, as far as it goes. Of the request the body, what is put back
// after it, and the limits count.
void heddle_replay_2(const char* schedule, const struct heddle_explore_request* request,
                     struct heddle_explore_result* result);

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
