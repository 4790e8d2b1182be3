#include "strategy_cost.h"

#include <ctime>
#include <memory>
#include <vector>

#include "median.h"
#include "strategies/profile.h"
#include "strategies/registry.h"

namespace heddle::bench {

namespace {

constexpr ThreadId kThreads = 8;
constexpr LocationId kLocations = 32;
constexpr std::uint64_t kDecisions = 200'000;  // of a round
constexpr int kRounds = 9;

// Others may be busy on this machine.
double processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Threads that access shared memory and take locks, none of them ever blocked. Main has created them all.
class Walkers {
 public:
  Walkers() {
    for (ThreadId thread = 1; thread < kThreads; ++thread)
      creations_.push_back({0, 1, kMainThread, OperationKind::kThreadCreate, 0, thread});
    for (ThreadId thread = 0; thread < kThreads; ++thread) {
      advance(thread);
      enabled_.push_back({thread, &next_[thread]});
    }
  }

  void run(Strategy& strategy, std::uint64_t decisions, std::uint64_t seed) {
    Random random(seed);
    strategy.begin({.execution = seed, .random = random, .locations = locations_});
    const bool tells = strategy.facets().needs.executed;
    if (tells)
      for (const Event& event : creations_) strategy.executed(event);
    ThreadId current = kMainThread;
    for (std::uint64_t i = 0; i < decisions; ++i) {
      current = strategy
                    .choose({.enabled = enabled_,
                             .current = current,
                             .current_enabled = true,
                             .step = i,
                             .without_progress = i % 8})
                    .thread;
      if (tells) strategy.executed(event_of(current));
      advance(current);
    }
  }

  // An execution to learn from.
  std::vector<Event> trace(std::uint64_t decisions) {
    std::vector<Event> events = creations_;
    for (std::uint64_t i = 0; i < decisions; ++i) {
      const auto thread = static_cast<ThreadId>(i % kThreads);
      events.push_back(event_of(thread));
      advance(thread);
    }
    return events;
  }

 private:
  Event event_of(ThreadId thread) const {
    const Operation& next = next_[thread];
    return {next.location, next.site, thread, next.kind, next.size, 0};
  }
  void advance(ThreadId thread) {
    constexpr OperationKind kKinds[] = {OperationKind::kWrite, OperationKind::kRead, OperationKind::kLock,
                                        OperationKind::kUnlock};
    const std::uint32_t turn = turn_++;
    const LocationId location = 1 + (turn * 7 + thread) % kLocations;
    next_[thread] = {kKinds[turn % 4], 4, kNoThread, 1 + turn % 64, location, 0x1000 + 16u * location};
  }

  LocationTable locations_;
  std::vector<Event> creations_;
  Operation next_[kThreads];
  std::vector<Candidate> enabled_;
  std::uint32_t turn_ = 0;
};

// A strategy that has its profile, in executions of some length.
class Measured {
 public:
  Measured(const std::string& name, std::uint64_t decisions)
      : strategy_(std::move(*make_strategy(name))), decisions_(decisions) {
    const std::vector<Event> events = walkers_.trace(decisions);
    Execution execution;
    execution.exit_held = true;
    execution.events = events;
    execution.points = decisions;
    execution.threads.resize(kThreads);
    for (std::uint64_t i = 0; i < Profile::kFirstExecutions; ++i) strategy_->learn(execution);
  }

  double round() {
    const double start = processor_nanoseconds();
    for (std::uint64_t done = 0; done < kDecisions; done += decisions_)
      walkers_.run(*strategy_, decisions_, ++seed_);
    return (processor_nanoseconds() - start) / kDecisions;
  }

 private:
  Walkers walkers_;
  std::unique_ptr<Strategy> strategy_;
  std::uint64_t decisions_, seed_ = 0;
};

}  // namespace

DecisionCost decision_cost(const std::string& strategy) {
  constexpr std::uint64_t kShort = 1000, kLong = 100'000;
  Measured random("random", kShort), in_short(strategy, kShort), in_long(strategy, kLong);
  std::vector<double> randoms, shorts, longs;
  for (int i = 0; i < kRounds; ++i) {
    randoms.push_back(random.round());
    shorts.push_back(in_short.round());
    longs.push_back(in_long.round());
  }
  return {median(shorts), median(longs), median(randoms)};
}

}  // namespace heddle::bench
