// What an execution leaves behind for the explorer: events, schedule, threads, names of shared locations, the
// failure. It lies in memory that is shared with the explorer, so nothing is lost when the program dies, and
// nothing else that the program breaks can reach the explorer. Whoever reads it does not trust it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "event/access_value.h"
#include "event/allocation_stack.h"
#include "event/execution.h"
#include "event/frame_name.h"
#include "event/ids.h"
#include "event/kernel_answer.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/order_note.h"
#include "event/pointee.h"
#include "event/schedule.h"

namespace heddle::runtime {

struct Discovery {
  Location location;
  bool shared;              // false: a synchronisation object, which is a scheduling point anyway
  std::uint64_t address;    // in the execution that found it
  bool weak_order = false;  // no location, but that the program has atomic operations weaker than seq_cst
};

struct ThreadOrigin {
  ThreadId creator;
  std::uint16_t ordinal;
};

// How many elements of each array are kept at most.
struct Most {
#define ARRAY(Type, name, most) static constexpr std::size_t name = most;
#include "event/execution_arrays.def"
#include "runtime/state/recording_arrays.def"
#undef ARRAY
};
// How many are kept within a limit of memory. The rest is for those who look at them: copies of the schedule,
// the race detector.
struct Room {
  std::uint64_t events = Most::events;
  std::uint64_t schedule = Most::schedule;
  std::uint64_t changes = Most::changes;
  std::uint64_t explained = Most::values;  // events that have a value and a call stack

  static Room in(std::uint64_t bytes) {
    const auto fit = [bytes](std::uint64_t percent, std::size_t size, std::uint64_t most) {
      return std::min(bytes / 100 * percent / size, most);
    };
    constexpr std::size_t kExplained = sizeof(AccessValue) + sizeof(std::uint32_t) + sizeof(SiteId);
    return {fit(34, sizeof(Event), Most::events), fit(8, sizeof(Run), Most::schedule),
            fit(8, sizeof(EnabledChange), Most::changes), fit(14, kExplained, Most::values)};
  }
};
inline constexpr std::size_t kMaxThreads = Most::origins;
inline constexpr std::size_t kMaxGivenName = 16;  // as the kernel has it, with its end
inline constexpr std::size_t kMaxPath = 256;
inline constexpr std::size_t kMaxCallName = 64;
inline constexpr std::size_t kMostNewCode = 16;

// Why an execution is to end at its next point; set by the explorer.
enum class TimeIsUp : std::uint32_t { kNo, kOfExecution, kOfSearch };

// How far an execution has come; written as it goes on. Of each array, how many elements it has; order_notes
// may be said to have more than are kept.
struct RecordingCounters : ExecutionFacts {
#define ARRAY(Type, name, most) std::uint64_t name##_count = 0;
#include "event/execution_arrays.def"
#include "runtime/state/recording_arrays.def"
#undef ARRAY
  std::uint64_t running_steps = 0;  // of the run that is not yet in the schedule
  ThreadId running = kMainThread;   // whose it is
  std::uint16_t running_store = 0;  // Run::store of its last step
  TimeIsUp time_is_up = TimeIsUp::kNo;
  bool reached_exit = false;
  bool used_outside = false;  // what other executions at the same time might use, too
  bool has_given_names = false;
  bool may_have_hit_ours = false;  // it crashed in a way that tells of wild writes
  std::uint32_t stray = 0;         // what a thread did that Heddle did not make (services/stray_thread.h)
  SiteId stray_site = kNoSite;
};

// 16 bytes an event and 8 bytes a run, 24 bytes a step at most.
struct Recording : RecordingCounters {
  Room room;
  // Code that calls came from and that the process did not know: so that the next one does.
  std::uint32_t new_code_count;
  std::uint64_t new_code[kMostNewCode];
  char irreversible[kMaxCallName];  // the first call that no restoring of memory undoes; empty: none
  char written_file[kMaxPath];      // the first one, of all executions
  char given_names[kMaxThreads][kMaxGivenName];  // by the program, of its threads
// What every execution writes to begins as near together as it can: in a forked child each page costs a
// fault, and each 2 MB a table of pages.
#define ARRAY(Type, name, most) Type name[Most::name];
  // clang-format off
#include "runtime/state/recording_arrays.def"
#include "event/execution_arrays.def"
// clang-format on
#undef ARRAY

  // An execution begins; with counters, one that begins with what another had done by then.
  void reset(const RecordingCounters& counters = {}) {
    static_cast<RecordingCounters&>(*this) = counters;
    irreversible[0] = '\0';
    new_code_count = 0;
  }

  void note_new_code(std::uint64_t pc) {
    if (new_code_count < kMostNewCode) new_code[new_code_count++] = pc;
  }

  std::span<const Event> recorded_events() const { return {events, events_count}; }

  // As two words: an event put together of small pieces in memory could not be forwarded to the copy
  // (measured: 10 ns).
  void record(const Event& event) {
    static_assert(offsetof(Event, site) == 4 && offsetof(Event, thread) == 8 && offsetof(Event, kind) == 10 &&
                  offsetof(Event, size) == 11 && offsetof(Event, detail) == 12);
    if (events_count < room.events) [[likely]] {
      auto* words = reinterpret_cast<std::uint64_t*>(&events[events_count++]);
      words[0] = event.location | (std::uint64_t{event.site} << 32);
      words[1] = event.thread | (static_cast<std::uint64_t>(event.kind) << 16) |
                 (std::uint64_t{event.size} << 24) | (std::uint64_t{event.detail} << 32);
    } else {
      truncated = true;
    }
  }

  // The current run is over, `next` goes on.
  void end_run(ThreadId next) {
    if (running_steps - 1 < kMostStepsOfRun && schedule_count < room.schedule) [[likely]] {
      schedule[schedule_count++] = {running, static_cast<std::uint32_t>(running_steps), running_store};
      running_steps = 0;
      running_store = 0;
    } else if (running_steps != 0) {
      end_unusual_run();
    }
    running = next;
  }

 private:
  static constexpr std::uint32_t kMostStepsOfRun = ~std::uint32_t{0};

  [[gnu::noinline]] void end_unusual_run() {
    for (std::uint64_t left = std::exchange(running_steps, 0); left != 0;) {
      const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, kMostStepsOfRun));
      if (schedule_count < room.schedule)
        schedule[schedule_count++] = {running, length, left == length ? running_store : std::uint16_t{0}};
      else
        schedule_is_lost = true;
      left -= length;
    }
    running_store = 0;
  }
};

}  // namespace heddle::runtime
