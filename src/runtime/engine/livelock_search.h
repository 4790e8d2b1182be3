// A program that makes no progress: whether it is in a state again that it was in before. While it looks, it
// runs the threads itself, round after round; the strategy is not asked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "detect/progress.h"
#include "detect/recurrence.h"
#include "event/livelock.h"
#include "runtime/engine/services.h"
#include "runtime/state/program.h"
#include "strategies/strategy.h"

namespace heddle::runtime {

class LivelockSearch {
 public:
  LivelockSearch(Program& program, const Services& services)
      : program_(program), state_(services.state), outside_(services.outside) {}

  void begin(std::uint64_t step_limit) {
    progress.begin(step_limit);
    goes_round_ = is_over_ = false;
  }
  ProgressMonitor progress;

  // It chooses who runs.
  bool goes_round() const { return goes_round_; }
  // Progress has become unlikely: looks at the program from here on, or says that patience is at its end.
  [[gnu::noinline]] std::optional<LivelockVerdict> suspect();

  // The running thread stands before its next operation: the thread that goes on, or the verdict that no
  // thread ever will. Neither: the search is over, and the strategy is asked again.
  struct Round {
    Thread* next = nullptr;
    std::optional<LivelockVerdict> verdict = {};
  };
  Round go_round(std::span<const Candidate> candidates);
  // The program polls, and nothing will come from outside any more: that is its end, and no livelock.
  bool is_over() const { return is_over_; }

 private:
  // A lap is over: whether everything is as it was at the reference.
  Recurrence::Step compare_states(std::span<const ThreadId> enabled, std::optional<LivelockVerdict>& verdict);
  // By another process.
  bool may_change();

  Program& program_;
  StateReader& state_;
  OutsideWorld& outside_;
  bool goes_round_ = false;
  bool is_over_ = false;
  Recurrence recurrence_;
  std::uint32_t searched_epoch_ = 0;
  RestOfState reference_;
  RestOfState last_look_;
  std::uint64_t reference_readings_ = 0;
  bool asks_outside_ = false;  // since the reference: something was done to a descriptor
  bool has_read_ = false;      // since the reference: from a file, past us
  unsigned laps_ = 0;          // that ended as they began
};

// For strategies.
class ProgramProbe final : public StateProbe {
 public:
  explicit ProgramProbe(StateReader& state) : state_(state) {}
  std::uint64_t hash() override;

 private:
  StateReader& state_;
};

}  // namespace heddle::runtime
