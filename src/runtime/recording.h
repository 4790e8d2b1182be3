// What an execution leaves behind for the explorer: events, schedule, threads, names of shared locations, the
// failure. It lies in memory that is shared with the explorer, so nothing is lost when the program dies, and
// nothing else that the program breaks can reach the explorer. Whoever reads it does not trust it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "event/execution.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/schedule.h"

namespace heddle::runtime {

inline constexpr std::size_t kMaxThreads = 4096;
inline constexpr std::size_t kMaxEvents = 1u << 26;
inline constexpr std::size_t kMaxRuns = 1u << 26;
inline constexpr std::size_t kMaxChanges = 1u << 24;
inline constexpr std::size_t kMaxDiscoveries = 1u << 20;
inline constexpr std::size_t kMaxReport = 1u << 22;
inline constexpr std::size_t kMaxPath = 256;
inline constexpr std::size_t kMaxCallName = 64;
inline constexpr std::size_t kMaxModuleBytes = 1u << 16;

struct Discovery {
  Location location;
  bool shared;  // false: a synchronisation object, which is a scheduling point anyway
};

struct ThreadOrigin {
  ThreadId creator;
  std::uint16_t ordinal;
};

// The counters are written as the execution goes on: 16 bytes an event and 8 bytes a run, 24 bytes a step at
// most.
struct Recording {
  std::uint64_t steps;
  std::uint64_t points;
  std::uint64_t switches;
  std::uint64_t event_count;
  std::uint64_t run_count;
  std::uint64_t change_count;
  std::uint64_t discovery_count;
  std::uint64_t report_size;  // 0: no failure was written
  std::uint32_t thread_count;
  std::uint32_t time_is_up;  // set by the explorer; the execution ends at its next point
  ThreadId running;          // the run that is not yet in `runs`
  std::uint64_t running_steps;
  End end;
  bool truncated;
  bool reached_exit;
  int exit_status;
  char irreversible[kMaxCallName];  // the first call that no restoring of memory undoes; empty: none
  char written_file[kMaxPath];      // the first one, of all executions
  std::uint32_t modules_size;       // libraries that were loaded on the way and are new to the explorer
  std::uint8_t modules[kMaxModuleBytes];
  ThreadOrigin origins[kMaxThreads];
  std::uint8_t report[kMaxReport];
  Discovery discoveries[kMaxDiscoveries];
  EnabledChange changes[kMaxChanges];
  Run runs[kMaxRuns];
  Event events[kMaxEvents];

  void reset() {
    steps = points = switches = event_count = run_count = change_count = discovery_count = report_size = 0;
    thread_count = time_is_up = 0;
    running = kMainThread;
    running_steps = 0;
    modules_size = 0;
    exit_status = 0;
    irreversible[0] = '\0';
    end = End::kCompleted;
    truncated = reached_exit = false;
  }

  // How far an execution has come, without what its arrays hold.
  struct Mark {
    std::uint64_t steps, points, switches, event_count, run_count, change_count, discovery_count,
        running_steps;
    std::uint32_t thread_count;
    ThreadId running;
    std::uint32_t modules_size;
  };
  Mark mark() const {
    return {steps,           points,        switches,     event_count, run_count,   change_count,
            discovery_count, running_steps, thread_count, running,     modules_size};
  }
  // Another execution that begins with what this one had done by then.
  void go_back(const Mark& mark) {
    reset();
    steps = mark.steps;
    points = mark.points;
    switches = mark.switches;
    event_count = mark.event_count;
    run_count = mark.run_count;
    change_count = mark.change_count;
    discovery_count = mark.discovery_count;
    running_steps = mark.running_steps;
    thread_count = mark.thread_count;
    running = mark.running;
    modules_size = mark.modules_size;
  }

  // As two words: an event put together of small pieces in memory could not be forwarded to the copy
  // (measured: 10 ns).
  void record(std::uint64_t first, std::uint64_t second) {
    if (event_count < kMaxEvents) [[likely]] {
      auto* words = reinterpret_cast<std::uint64_t*>(&events[event_count++]);
      words[0] = first;
      words[1] = second;
    } else {
      truncated = true;
    }
  }

  // The current run is over, `next` goes on.
  void end_run(ThreadId next) {
    while (running_steps != 0) {
      constexpr std::uint32_t kMost = ~std::uint32_t{0};
      const std::uint32_t steps_of_run =
          running_steps < kMost ? static_cast<std::uint32_t>(running_steps) : kMost;
      if (run_count < kMaxRuns) [[likely]]
        runs[run_count++] = {running, steps_of_run};
      else
        truncated = true;
      running_steps -= steps_of_run;
    }
    running = next;
  }
};

}  // namespace heddle::runtime
