// `deadlock-fuzzer`: Joshi, Park, Sen and Naik, "A Randomized Dynamic Program Analysis Technique for
// Detecting Real Deadlocks", PLDI 2009, Algorithm 3. It triggers deadlocks that passing executions have shown
// to be possible. A thread of the cycle that holds its first lock is paused before the second one; all other
// threads run at random. When all enabled threads are paused (thrashing), one of them is released.
//
// Ours: a lock that another thread of the cycle already holds may keep a thread from getting there. So in
// some executions all threads are paused before their first locks until each has reached its own, and in some
// executions one of them is paused until all others stand before their second. In half of the executions only
// sites are compared: threads and locks may differ from those of the execution that showed the cycle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/lock_order.h"
#include "analysis/predicted_deadlock.h"
#include "analysis/taken_locks.h"
#include "analysis/thread_name_hashes.h"
#include "strategies/random_walk.h"
#include "strategies/strategy.h"

namespace heddle {

// A cycle to aim at: each member wants a lock that the next one holds.
struct DeadlockTarget {
  struct Member {
    std::uint64_t thread = 0;    // its name's hash (analysis/thread_name_hashes.h)
    std::uint64_t lock_key = 0;  // Location::key() of the lock that it wants, where the number is not known
    LocationId lock = kNoLocation;  // the same lock; none: it has not been seen in this search
    SiteId site = kNoSite;
    SiteId held_site = kNoSite;
  };
  std::vector<Member> members;
};

// As an option of the strategy: THREAD:HELD-SITE:LOCK:SITE of each member, numbers in hexadecimal,
// "main.0:4a1:9c07:4b2/main.1:5a1:77f3:5b2".
std::string to_strategy(const PredictedDeadlock& deadlock);
// False: not what to_strategy() writes.
bool parse_target(std::string_view text, DeadlockTarget& target);

class DeadlockFuzzer : public Strategy, private Tactician {
 public:
  // The tally of an execution.
  enum Count : std::uint8_t { kAimed, kThrashed };

  // Without a target it finds them itself: executions by random walks tell it what to aim at.
  explicit DeadlockFuzzer(DeadlockTarget given = {}) : given_(std::move(given)) {}

  Facets facets() override {
    return {.needs = {.executed = true, .executions = finds_targets()},
            .exit = ExitRule::kHeld,
            .tactician = this};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;
  void pass_over(const PassedOver& executions) override;

 private:
  static constexpr std::uint64_t kFirstWalks = 4;
  static constexpr std::uint64_t kWalkPeriod = 8;  // every so many executions walk again
  static constexpr std::uint32_t kAttempts = 50;   // at a cycle, before it is dropped
  static constexpr std::size_t kNone = ~std::size_t{0};

  // How far a thread has come that is about to take a lock of the cycle.
  enum class Stage : std::uint8_t { kElsewhere, kBeforeFirst, kBeforeSecond };

  // Who is paused before the first lock, until when.
  enum class Gathering : std::uint8_t { kNobody, kAll, kLast };

  std::string tactic(std::uint64_t seed) const override;
  bool finds_targets() const { return given_.members.empty(); }
  bool walks_next() const;
  void choose_target();
  const DeadlockTarget::Member& before(std::size_t member) const;
  bool may_be_at_target(const Operation& operation) const;
  Stage stage_of(const Candidate& candidate, std::size_t member) const;
  void look_at(const Candidate& candidate);
  bool is_gathered() const;
  bool is_first(const Operation& operation, std::size_t member) const;
  bool is_second(const Candidate& candidate, std::size_t member) const;
  ThreadId draw(const std::vector<ThreadId>& threads) { return threads[random_->below(threads.size())]; }

  DeadlockTarget given_;

  // What the executions have shown.
  struct Attempted {
    std::uint32_t attempts = 0;
    bool happened = false;
  };
  LockOrder order_;
  std::vector<Attempted> attempted_;  // by the place of the cycle in `order_`
  std::size_t next_ = kNone;          // to be aimed at
  std::uint64_t executions_ = 0;

  // This execution.
  DeadlockTarget target_;
  std::uint64_t sites_ = 0;  // of its members: for each a bit that others may share
  bool aims_ = false;
  bool by_names_ = false;  // otherwise by sites alone
  Gathering gathering_ = Gathering::kNobody;
  std::size_t last_ = 0;  // the member that comes last
  Random* random_ = nullptr;
  std::uint64_t* tally_ = nullptr;
  RandomWalk walk_;
  TakenLocks taken_;
  ThreadNameHashes names_;
  std::vector<Stage> stages_;  // by member: how far a thread has come that can be it
  std::vector<ThreadId> free_, before_first_, before_second_;
};

}  // namespace heddle
