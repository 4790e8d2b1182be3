// One worker, as the explorer knows it: a process that runs executions one after the other, the ring through
// which it passes them on, and the recording that it writes.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/isolation/finished_ring.h"
#include "runtime/state/recording.h"
#include "search/executor.h"
#include "search/messages.h"

namespace heddle::runtime {

class WorkerLink {
 public:
  // Who waits looks so often whether the worker still lives.
  static constexpr std::uint64_t kLookMilliseconds = 100;

  // What becomes of waiting for a worker.
  enum class Answer : std::uint8_t {
    kNone,   // the explorer has not waited
    kEntry,  // the ring holds something
    kGone,   // the worker has left, and the ring is empty
    kStuck,  // its execution took too long, and it was ended
  };

  // Null: there is no shared memory. Before the image of the program's memory is taken, which leaves it out.
  static std::unique_ptr<WorkerLink> make(Recording* recording);
  WorkerLink(FinishedRing& ring, Recording& recording) : ring_(ring), recording_(recording) {}

  FinishedRing& ring() { return ring_; }
  Recording& recording() { return recording_; }
  bool is_running() const { return process_ > 0; }
  // It neither was killed nor has said that it leaves.
  bool is_there() { return is_running() && !ring_.is_closed() && !is_over(); }

  // Before a worker is made, and in the explorer after it.
  void begin();
  void set_process(long process) { process_ = process; }
  // Waits until the ring holds something, or the worker is gone. What was taken last is given back.
  Answer wait(const ExecutionOptions& options, Progress& progress);
  // How long the execution took that was ended, or is to be; 0: none.
  std::uint64_t stuck_after() const { return stuck_after_; }
  // Waits a little, if there is nothing. False: it is gone.
  bool look();

  // Waits for its end.
  void end(bool by_force);
  // Its end takes as long as a fork, and may come while something else is done.
  void dismiss();
  void wait_for_dismissed();

 private:
  bool is_over();
  void wait_for_end(long process);
  long process_of_executions() const;

  FinishedRing& ring_;
  Recording& recording_;
  long process_ = 0;
  long dismissed_ = 0;             // one that was ended, and not waited for
  std::uint64_t stuck_after_ = 0;  // milliseconds
};

}  // namespace heddle::runtime
