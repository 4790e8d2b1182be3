// Programs on top of a library have several scenarios: without an argument they list them, with one they run
// it.
#pragma once

#include <cstdio>
#include <cstring>

struct Scenario {
  const char* name;
  void (*run)();
};

template <int kCount>
int run_scenario(const Scenario (&scenarios)[kCount], int count, char** arguments) {
  for (const Scenario& each : scenarios) {
    if (count < 2) std::puts(each.name);
    if (count == 2 && std::strcmp(arguments[1], each.name) == 0) {
      each.run();
      return 0;
    }
  }
  return 2;
}
