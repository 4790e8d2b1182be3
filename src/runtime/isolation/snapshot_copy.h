// A copy of the explorer in which the program has come to a place (snapshot.h). It answers the searches that
// begin there. The explorer itself passes their messages on, and answers all others: a replay begins at the
// program's start.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/state/recording.h"
#include "search/executor.h"
#include "search/program_place.h"

namespace heddle::runtime {

class SnapshotCopy {
 public:
  // In the copy: takes the snapshot and returns what is wrong, empty if nothing is.
  using Begin = std::function<std::string()>;

  // Makes the copy, unless it is there for the same place. The copy calls `begin`, then `serve` with its end
  // of the conversation, and never comes back. The explorer waits for the former within the time that one
  // execution has; returns what is wrong.
  std::string make(const ProgramPlace& place, const ExecutionOptions& options, Recording& recording,
                   Progress& progress, const Begin& begin, const std::function<void(int socket)>& serve);

  // The copy's answer. Empty: it is gone.
  std::vector<std::uint8_t> ask(const std::vector<std::uint8_t>& message);
  void end();

 private:
  std::string wait_for_arrival(const ProgramPlace& place, const ExecutionOptions& options,
                               Recording& recording, Progress& progress);

  ProgramPlace place_;
  long process_ = 0;
  int socket_ = -1;
};

}  // namespace heddle::runtime
