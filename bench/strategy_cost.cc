#include "strategy_cost.h"

#include <ctime>
#include <iterator>
#include <memory>
#include <vector>

#include "event/hash.h"
#include "median.h"
#include "strategies/profile.h"
#include "strategies/random_walk.h"
#include "strategies/registry.h"

namespace heddle::bench {

namespace {

constexpr ThreadId kThreads = 8;
constexpr LocationId kLocations = 32;          // the first half are variables, the others locks
constexpr std::uint32_t kBody = 64;            // operations
constexpr std::uint64_t kDecisions = 200'000;  // of a round
constexpr int kRounds = 9;

// Others may be busy on this machine.
double processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// Threads that access shared memory, and take and release locks, none of them ever blocked. Main has created
// them all. What they do is a function of the choices: an execution can be run again.
class Walkers {
 public:
  Walkers() {
    for (ThreadId thread = 1; thread < kThreads; ++thread)
      creations_.push_back({0, 1, kMainThread, OperationKind::kThreadCreate, 0, thread});
    for (ThreadId thread = 0; thread < kThreads; ++thread) {
      enabled_.push_back({thread, &next_[thread]});
      for (std::uint32_t place = 0; place < kBody; ++place) bodies_[thread][place] = operation(thread, place);
    }
  }

  // So many decisions, or fewer, if the strategy gives the execution up; the execution, if the strategy or we
  // want it.
  Execution run(Strategy& strategy, std::uint64_t decisions, std::uint64_t seed, bool recorded = false) {
    start();
    Execution execution;
    execution.seed = seed;
    execution.exit_held = true;
    execution.threads.resize(kThreads);
    Random random(seed);
    strategy.begin(
        {.execution = seed, .random = random, .locations = locations_, .tally = execution.tally.data()});
    const Needs needs = strategy.facets().needs;
    const bool records = recorded || needs.executions;
    if (needs.executed)
      for (const Event& event : creations_) strategy.executed(event);
    events_ = creations_;
    ThreadId current = kMainThread;
    for (std::uint64_t i = 0; i < decisions; ++i) {
      const Decision decision = strategy.choose({.enabled = enabled_,
                                                 .current = current,
                                                 .current_enabled = true,
                                                 .step = i,
                                                 .without_progress = i % 8});
      ++execution.points;
      if (decision.abandons()) {
        execution.end = End::kAbandoned;
        break;
      }
      current = decision.thread;
      if (needs.executed) strategy.executed(event_of(current));
      if (records) events_.push_back(event_of(current));
      advance(current);
    }
    execution.events = events_;
    execution.recorded = execution.steps = execution.events.size();
    return execution;
  }

 private:
  void start() {
    for (ThreadId thread = 0; thread < kThreads; ++thread) {
      performed_[thread] = 0;
      advance(thread);
    }
  }
  Event event_of(ThreadId thread) const {
    const Operation& next = next_[thread];
    return {next.location, next.site, thread, next.kind, next.size, 0};
  }
  void advance(ThreadId thread) { next_[thread] = bodies_[thread][performed_[thread]++ % kBody]; }

  // A loop that takes two locks, one within the other, and accesses variables; each time others.
  static Operation operation(ThreadId thread, std::uint32_t place) {
    using enum OperationKind;
    constexpr struct {
      OperationKind kind;
      std::uint32_t object;  // of those that a round uses
    } kRound[] = {{kWrite, 0}, {kLock, 0},   {kRead, 1}, {kLock, 1},
                  {kWrite, 2}, {kUnlock, 1}, {kRead, 3}, {kUnlock, 0}};
    const auto [kind, object] = kRound[place % std::size(kRound)];
    const std::uint64_t drawn = mix(place / std::size(kRound) * kThreads + thread) >> (8 * object);
    const std::uint64_t first = is_access(kind) ? 1 : 1 + kLocations / 2;
    const auto location = static_cast<LocationId>(first + drawn % (kLocations / 2));
    return {kind, 4, kNoThread, 1 + place, location, 0x1000 + 16u * location};
  }

  LocationTable locations_;
  std::vector<Event> creations_;
  std::vector<Event> events_;
  Operation next_[kThreads];
  Operation bodies_[kThreads][kBody];
  std::uint32_t performed_[kThreads] = {};
  std::vector<Candidate> enabled_;
};

// A strategy that has its profile, in executions of some length.
class Measured {
 public:
  Measured(const std::string& name, std::uint64_t decisions)
      : strategy_(std::move(*make_strategy(name))), decisions_(decisions) {
    RandomWalk walk;
    for (std::uint64_t i = 0; i < Profile::kFirstExecutions; ++i) {
      const Execution execution = walkers_.run(walk, decisions, 1, true);
      strategy_->learn(execution);
    }
  }

  // Nanoseconds of a decision. What it learns between executions is not in it.
  double round() {
    std::uint64_t done = 0;
    const bool learns = strategy_->facets().needs.executions;
    double time = -processor_nanoseconds();
    while (done < kDecisions) {
      const Execution execution = walkers_.run(*strategy_, decisions_, ++seed_);
      done += execution.points;
      if (!learns) continue;
      time += processor_nanoseconds();
      strategy_->learn(execution);
      time -= processor_nanoseconds();
    }
    return (time + processor_nanoseconds()) / static_cast<double>(done);
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
