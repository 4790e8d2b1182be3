// Watches an execution in another process: shows how far it is, and ends it if it takes too long, in three
// steps: it is told, and ends at its next scheduling point; if it comes to none, it is asked where it is
// (whereabouts.h); if it does not answer, it is killed.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/state/recording.h"
#include "search/executor.h"
#include "search/messages.h"

namespace heddle::runtime {

class TimeLimit {
 public:
  TimeLimit(Recording& recording, const ExecutionOptions& options, Progress& progress);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  // To be called some times a second while the process runs.
  void look(long process);
  // Another execution has begun in the process.
  void restart();

  // The execution was not over in time.
  bool was_reached() const { return step_ != Step::kWaiting; }
  std::uint64_t elapsed_milliseconds() const;

 private:
  enum class Step : std::uint8_t { kWaiting, kTold, kAsked, kKilled };
  void go_on_to(Step step);
  void show_progress();

  Recording& recording_;
  const ExecutionOptions& options_;
  Progress& progress_;
  std::uint64_t start_;
  std::uint64_t last_step_ = 0;  // when it was taken
  Step step_ = Step::kWaiting;
};

}  // namespace heddle::runtime
