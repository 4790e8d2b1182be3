// `surw`, the selectively uniform random walk: Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform
// Concurrency Testing", ASPLOS 2025. The events at one shared location, drawn anew for each execution, are
// ordered uniformly: the thread that performs the next of them is drawn by what each thread has left, and all
// others stop before theirs. Everything else runs at random, so every interleaving stays possible.
#pragma once

#include <algorithm>
#include <vector>

#include "strategies/remaining.h"
#include "strategies/strategy.h"

namespace heddle {

class Surw : public Strategy {
 public:
  explicit Surw(const Profile& profile) : profile_(profile), remaining_(profile) {}

  Facets facets() override { return {.needs = {.executed = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;

 protected:
  // How many locations to select.
  virtual std::size_t draw_size(Random& random);
  // Who goes on, of those that need not stop.
  virtual ThreadId choose_freely(const Choice& choice, std::span<const ThreadId> free, Random& random);

 private:
  void select(std::size_t size);
  bool is_selected(LocationId location) const {
    return is_selected_[std::min<std::size_t>(location, is_selected_.size() - 1)] != 0;
  }
  ThreadId draw_intended();

  const Profile& profile_;
  Random* random_ = nullptr;
  Remaining remaining_;
  std::vector<LocationId> selected_;
  std::vector<std::uint8_t> is_selected_ = {0};  // by LocationId; the last one is for all beyond
  ThreadId intended_ = kNoThread;                // who performs the next selected event
  std::vector<ThreadId> free_;
};

}  // namespace heddle
