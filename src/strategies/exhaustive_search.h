// `dfs`: every schedule, one execution for each, depth first. With a bound on preemptions (Musuvathi and
// Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs", PLDI 2007) or on
// delays (Emmi, Qadeer and Rakamaric, "Delay-Bounded Scheduling", POPL 2011), schedules with fewer of them
// come first, and none beyond the bound.
//
// An execution follows its prefix and continues without preemption. Every other enabled thread behind the
// prefix gives a prefix to be executed later, so no schedule is executed twice. So does, under --memory c++,
// every older store that an atomic operation may see; bounds do not count these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "strategies/path_pool.h"
#include "strategies/prefix_search.h"

namespace heddle {

struct ExhaustiveOptions {
  enum class Bound : std::uint8_t { kNone, kPreemptions, kDelays };

  Bound bound = Bound::kNone;
  std::uint64_t most = 0;  // preemptions or delays
};

class ExhaustiveSearch : public PrefixSearch {
 public:
  explicit ExhaustiveSearch(const ExhaustiveOptions& options) : options_(options) {}

  void begin(Random& random, Prefix& prefix) override;
  void forget() override;
  Decision choose(const Crossing& crossing) override;
  bool chooses_stores() const override { return true; }
  std::uint32_t choose_store(std::uint32_t count) override;
  void executed(const Event&, bool) override {}
  void ended(const Execution& execution) override;
  bool exhausted() const override { return has_begun_ && waiting_ == 0; }
  std::string claim() const override;

 private:
  struct Item {
    PathPool::Path path;  // held
    ThreadId thread;
  };

  std::uint64_t cost_of(const Crossing& crossing, std::size_t place) const;
  void put_off(ThreadId thread, std::uint64_t cost);

  ExhaustiveOptions options_;
  PathPool paths_;
  std::vector<std::vector<Item>> items_;  // by their cost; the last one goes first
  std::uint64_t waiting_ = 0;             // of them all
  bool has_begun_ = false;

  // The current execution.
  PathPool::Path path_ = PathPool::kEmpty;  // held
  std::uint64_t cost_ = 0;
  std::vector<ThreadId> order_;
};

}  // namespace heddle
