// *snapshot*: the program runs in this process up to a place, once and without preemption. Each execution is
// a child that goes on from there. Threads may be running: they are contexts of one kernel thread, so a fork
// has them all.
#pragma once

#include <csignal>
#include <span>
#include <string>
#include <vector>

#include "runtime/arch/context.h"
#include "runtime/memory/stacks.h"
#include "runtime/state/recording.h"
#include "search/executor.h"
#include "search/program_place.h"

namespace heddle::runtime {

class Snapshot {
 public:
  // Empty, or why no execution can begin there. Afterwards the recording holds what every execution begins
  // with: `mark()`.
  std::string come_to(const ProgramPlace& place, const ExecutionOptions& options, Recording& recording,
                      const Stack& stack, void (*program)());
  bool is_taken() const { return taken_; }
  const RecordingCounters& mark() const { return mark_; }

  // Before a child is made: files are read from where they stood.
  void rewind_files() const;
  // What an execution has found shared is so in those to come, as far as it was there at the snapshot.
  static void mark_shared(std::span<const Discovery> discoveries);
  // In the child, when it is known how the execution ends: the program goes on, and never comes back.
  [[noreturn]] void go_on(Strategy& strategy, const ExecutionOptions& options);

 private:
  struct OpenFile {
    int descriptor;
    long offset;
  };

  // Empty, or the descriptor whose state a fork does not copy.
  std::string keep_files(std::span<const int> open_before);

  bool taken_ = false;
  Context loop_;  // of the process that keeps the snapshot
  Context place_;
  RecordingCounters mark_;
  std::vector<OpenFile> files_;
  struct sigaction alarm_ = {};  // the program's, where the explorer has its own
};

}  // namespace heddle::runtime
