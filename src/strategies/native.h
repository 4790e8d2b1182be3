// `native`: imitates an uncontrolled run, the baseline of random testing. Every thread has its own processor
// and clock, and every operation takes a little time, which varies. The thread whose clock is least runs
// first.
#pragma once

#include <vector>

#include "strategies/strategy.h"

namespace heddle {

class Native : public Strategy {
 public:
  Facets facets() override { return {.needs = {.executed = true, .time = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 protected:
  // What a thread does before its next operation: nothing, or it is late by some time, or it lets the next of
  // the others go first.
  struct Delay {
    std::uint64_t nanoseconds = 0;
    bool yields = false;
  };
  virtual Delay delay(Random& random);

 private:
  static constexpr std::uint64_t kOperation = 100;
  static constexpr std::uint64_t kPrivateStep = 2;
  static constexpr std::uint64_t kThreadStart = 20'000;  // creating one takes as long
  static constexpr std::uint64_t kWakeUp = 10'000;       // so does being woken after a wait

  struct State {
    std::uint64_t clock = 0;
    std::uint64_t seen_at = 0;   // the last choice in which it was enabled
    std::uint64_t deadline = 0;  // of the wait that `clock` has been moved for
  };

  std::uint64_t about(std::uint64_t nanoseconds);
  void meet(ThreadId thread);  // it has a clock from now on, as have all that are older
  void wait_until(const Candidate& candidate, std::uint64_t now);
  void yield(ThreadId thread, const Choice& choice);

  Random* random_ = nullptr;
  std::vector<State> threads_;  // by ThreadId
  ThreadId yielding_ = kNoThread;
  std::uint64_t choices_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace heddle
