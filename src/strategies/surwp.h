// `surwp`, ours: several shared locations walked as by `surw`, everything else ordered by random priorities.
// That gives long runs without interruption around a few events that are tried in every order.
#pragma once

#include "strategies/spin_watch.h"
#include "strategies/surw.h"

namespace heddle {

class Surwp : public Surw {
 public:
  using Surw::Surw;

  void begin(const RunContext& run) override;

 protected:
  std::size_t draw_size(Random& random) override;
  ThreadId choose_freely(const Choice& choice, std::span<const ThreadId> free, Random& random) override;

 private:
  static constexpr std::size_t kMostLocations = 16;

  std::vector<std::int64_t> priorities_;  // by ThreadId
  std::int64_t lowest_ = 0;
  SpinWatch spin_watch_;
};

}  // namespace heddle
