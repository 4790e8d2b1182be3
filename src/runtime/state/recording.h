// What an execution leaves behind for the explorer: events, schedule, threads, names of shared locations, the
// failure. It lies in memory that is shared with the explorer, so nothing is lost when the program dies, and
// nothing else that the program breaks can reach the explorer. Whoever reads it does not trust it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "event/access_value.h"
#include "event/execution.h"
#include "event/frame_name.h"
#include "event/ids.h"
#include "event/kernel_answer.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/order_note.h"
#include "event/schedule.h"

namespace heddle::runtime {

inline constexpr std::size_t kMaxThreads = 4096;
inline constexpr std::size_t kMaxEvents = 1u << 26;
inline constexpr std::size_t kMaxRuns = 1u << 26;
inline constexpr std::size_t kMaxValues = 1u << 22;
inline constexpr std::size_t kMaxRecordedFrames = 1u << 22;
inline constexpr std::size_t kMaxFrameNames = 1u << 20;
inline constexpr std::size_t kMaxGivenName = 16;  // as the kernel has it, with its end
inline constexpr std::size_t kMaxChanges = 1u << 24;
inline constexpr std::size_t kMaxNotes = 1u << 20;
inline constexpr std::size_t kMaxOrderNotes = 1u << 20;
inline constexpr std::size_t kMaxDiscoveries = 1u << 20;
inline constexpr std::size_t kMaxReport = 1u << 22;
inline constexpr std::size_t kMaxTold = 1u << 18;
inline constexpr std::size_t kMaxPath = 256;
inline constexpr std::size_t kMaxCallName = 64;
inline constexpr std::size_t kMaxModuleBytes = 1u << 16;
inline constexpr std::size_t kMaxAnswers = 1u << 14;

struct Discovery {
  Location location;
  bool shared;  // false: a synchronisation object, which is a scheduling point anyway
};

struct ThreadOrigin {
  ThreadId creator;
  std::uint16_t ordinal;
};

// Why an execution is to end at its next point; set by the explorer.
enum class TimeIsUp : std::uint32_t { kNo, kOfExecution, kOfSearch };

// How far an execution has come; written as it goes on.
struct RecordingCounters {
  std::uint64_t steps = 0;
  std::uint64_t points = 0;
  std::uint64_t switches = 0;
  std::uint64_t event_count = 0;
  std::uint64_t run_count = 0;
  std::uint64_t change_count = 0;
  std::uint64_t note_count = 0;
  std::uint64_t order_note_count = 0;  // more than there is room for: then the order is not known
  std::uint64_t frame_count = 0;
  std::uint64_t frame_name_count = 0;
  std::uint64_t discovery_count = 0;
  std::uint64_t answer_count = 0;
  std::uint64_t report_size = 0;  // 0: no failure was written
  std::uint64_t told_size = 0;
  std::uint32_t thread_count = 0;
  TimeIsUp time_is_up = TimeIsUp::kNo;
  ThreadId running = kMainThread;  // the run that is not yet in `runs`
  std::uint64_t running_steps = 0;
  End end = End::kCompleted;
  Whereabouts whereabouts = Whereabouts::kUnknown;
  bool truncated = false;
  bool reached_exit = false;
  bool found_shared = false;
  bool has_values = false;
  bool has_stacks = false;
  bool has_given_names = false;
  int exit_status = 0;
  BoundSet beyond = 0;  // what there was too much of, as far as nothing else here says so
  UnjoinedThreads unjoined;
  Tally tally{};            // what the strategy counts as it goes on
  std::uint32_t stray = 0;  // what a thread did that Heddle did not make (stray_thread.h)
  SiteId stray_site = kNoSite;
  std::uint32_t modules_size = 0;  // libraries that were loaded on the way and are new to the explorer
};

// 16 bytes an event and 8 bytes a run, 24 bytes a step at most.
struct Recording : RecordingCounters {
  char irreversible[kMaxCallName];  // the first call that no restoring of memory undoes; empty: none
  char written_file[kMaxPath];      // the first one, of all executions
  std::uint8_t modules[kMaxModuleBytes];
  ThreadOrigin origins[kMaxThreads];
  char given_names[kMaxThreads][kMaxGivenName];  // by the program, of its threads
  std::uint8_t report[kMaxReport];
  std::uint8_t told[kMaxTold];
  KernelAnswer answers[kMaxAnswers];  // where they were asked for
  Discovery discoveries[kMaxDiscoveries];
  EnabledChange changes[kMaxChanges];
  std::uint32_t notes[kMaxNotes];
  OrderNote order_notes[kMaxOrderNotes];
  AccessValue values[kMaxValues];     // of the first events, where they were asked for
  std::uint32_t stacks[kMaxValues];   // of the same events: where in `frames` its call stack begins
  SiteId frames[kMaxRecordedFrames];  // of each stack how many there are, then the frames
  FrameName frame_names[kMaxFrameNames];
  Run runs[kMaxRuns];
  Event events[kMaxEvents];

  // An execution begins; with counters, one that begins with what another had done by then.
  void reset(const RecordingCounters& counters = {}) {
    static_cast<RecordingCounters&>(*this) = counters;
    irreversible[0] = '\0';
  }

  std::span<const Event> recorded_events() const { return {events, event_count}; }

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
