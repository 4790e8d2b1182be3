// `fifo`: no preemption. A thread runs until it blocks, ends or only spins; then the thread that has waited
// longest runs. It is the same schedule every time: what a program does when nothing disturbs it. With
// `newest=true` a new thread runs first and its creator waits: the opposite extreme.
#pragma once

#include <vector>

#include "strategies/strategy.h"

namespace heddle {

struct FifoOptions {
  bool newest_first = false;
};

class Fifo : public Strategy {
 public:
  explicit Fifo(const FifoOptions& options = {}) : newest_first_(options.newest_first) {}

  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;

  // A thread that only polls makes no progress by itself; others must get a turn now and then.
  static constexpr std::uint64_t kPatience = 100;

 private:
  bool newest_first_;
  std::vector<std::uint64_t> last_ran_;  // by ThreadId; 0: never
  std::uint64_t clock_ = 0;
};

}  // namespace heddle
