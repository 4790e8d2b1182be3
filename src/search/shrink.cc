#include "search/shrink.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>
#include <utility>

#include "event/hash.h"
#include "search/shrink_stages.h"

namespace heddle {

namespace {

using namespace shrink_stages;

constexpr std::size_t kMostPermuted = 3;  // threads that are tried in all orders
constexpr std::size_t kMostPoints = 100;  // at which a single preemption is tried

// An operation of a thread whose order with those of another one can matter.
struct Conflict {
  ThreadId thread;
  std::uint64_t performed;  // operations of the thread before it
  SiteId site;
};

std::vector<Conflict> conflicts_in(const std::vector<PerformedOperation>& operations) {
  // By the words of memory, and the objects of synchronisation: who uses it, and who writes to it.
  struct Use {
    ThreadId first = kNoThread;
    ThreadId first_writer = kNoThread;
    bool shared = false;
    bool several_writers = false;
  };
  const auto changes = [](const Operation& what) { return !is_access(what.kind) || writes(what.kind); };
  const auto key = [](const Operation& what) {
    return is_access(what.kind) ? what.address >> 3 : ~what.address;
  };
  std::unordered_map<std::uint64_t, Use> uses;
  for (const PerformedOperation& operation : operations) {
    if (operation.what.address == 0) continue;
    Use& use = uses[key(operation.what)];
    if (use.first == kNoThread) use.first = operation.thread;
    if (use.first != operation.thread) use.shared = true;
    if (!changes(operation.what)) continue;
    if (use.first_writer == kNoThread) use.first_writer = operation.thread;
    if (use.first_writer != operation.thread) use.several_writers = true;
  }
  std::vector<std::uint64_t> performed;
  std::vector<Conflict> result;
  for (const PerformedOperation& operation : operations) {
    if (operation.thread >= performed.size()) performed.resize(operation.thread + 1u);
    const std::uint64_t before = performed[operation.thread]++;
    if (operation.what.address == 0) continue;
    const Use& use = uses[key(operation.what)];
    const bool written =
        changes(operation.what)
            ? use.shared
            : use.several_writers || (use.first_writer != kNoThread && use.first_writer != operation.thread);
    if (written) result.push_back({operation.thread, before, operation.what.site});
  }
  return result;
}

class Shrinker {
 public:
  Shrinker(const FailedExecution& found, const Reexecute& reexecute, const Perform& trace,
           const std::function<bool()>& stop, const LookAhead& ahead)
      : found_(found),
        reexecute_(reexecute),
        trace_(trace),
        stop_(stop),
        ahead_(ahead),
        best_(found),
        cost_(cost_of(found)) {}

  std::optional<FailedExecution> fail_likewise() {
    std::vector<std::vector<Turn>> plans;
    if (!has_too_many_turns(found_)) {
      plans.push_back(turns_of(found_));
      for (const Turn& turn : last_turns(found_)) plans.front().push_back(turn);
    }
    for (const std::vector<ThreadId>& order : orders()) plans.push_back(plan_of(order));
    std::optional<FailedExecution> result;
    go_through(Given(std::move(plans)), [&](const std::vector<Turn>& plan) {
      result = reexecute_(plan);
      return result ? Next::kEnd : Next::kGoOn;
    });
    return result;
  }

  FailedExecution shrink() {
    if (cost_.stale > 0 && !has_too_many_turns(best_)) improve_by(LeaveOutSights(best_));
    without_preemption();
    if (has_too_many_turns(best_)) with_one_preemption();
    if (has_too_many_turns(best_)) return std::move(best_);
    if (cost_.switches > 0) {
      improve_by(LeaveOutTurns(best_));
      improve_by(MoveSwitches(best_));
      if (cost_.switches > 2) with_one_preemption();
      if (cost_.switches > 2) {
        improve_by(SwapTurns(best_), [this] { return cost_.switches <= 2; });
        improve_by(MoveSwitches(best_));
      }
    }
    improve_by(LeaveOutThreads(best_));
    improve_by(EndEarly(best_));
    return std::move(best_);
  }

 private:
  enum class Next : std::uint8_t { kGoOn, kGoOnFromHere, kEnd };

  template <typename Stage>
  struct Upcoming {
    std::vector<Turn> plan;
    Stage behind;  // the stage when it has told the plan
  };

  template <typename Stage, typename Try>
  void go_through(Stage stage, const Try& try_plan) {
    std::deque<Upcoming<Stage>> upcoming;
    for (;;) {
      look_ahead(stage, upcoming);
      if (upcoming.empty() || stop_()) return;
      Upcoming<Stage> now = std::move(upcoming.front());
      upcoming.pop_front();
      const Next next = try_plan(now.plan);
      if (next == Next::kEnd) return;
      if (next == Next::kGoOn) continue;
      stage = std::move(now.behind);
      stage.improved(best_);
      upcoming.clear();
    }
  }

  template <typename Stage>
  void look_ahead(Stage& stage, std::deque<Upcoming<Stage>>& upcoming) const {
    while (upcoming.size() < std::max<std::size_t>(1, ahead_.plans)) {
      std::optional<std::vector<Turn>> plan = stage.next(best_);
      if (!plan) break;
      if (!tried_.contains(hash_of(*plan))) upcoming.push_back({std::move(*plan), stage});
    }
    if (!ahead_.expect || upcoming.empty()) return;
    std::vector<const std::vector<Turn>*> plans;
    for (const Upcoming<Stage>& each : upcoming) plans.push_back(&each.plan);
    ahead_.expect(plans);
  }

  template <typename Stage>
  void improve_by(Stage stage, const std::function<bool()>& is_enough = [] { return false; }) {
    go_through(std::move(stage), [&](const std::vector<Turn>& plan) {
      if (!improves(plan)) return Next::kGoOn;
      return is_enough() ? Next::kEnd : Next::kGoOnFromHere;
    });
  }

  // The plan becomes an execution; the execution the best one, if it is better.
  bool improves(const std::vector<Turn>& plan) {
    if (!tried_.insert(hash_of(plan)).second) return false;
    const std::optional<FailedExecution> failed = reexecute_(plan);
    if (!failed) return false;
    const ShrinkCost cost = cost_of(*failed);
    if (!(cost < cost_)) return false;
    best_ = *failed;
    cost_ = cost;
    return true;
  }

  std::vector<PerformedOperation> operations_of(const std::vector<Turn>& plan) const {
    if (stop_()) return {};
    return trace_(seeing(plan, best_));
  }

  static std::uint64_t hash_of(const std::vector<Turn>& plan) {
    std::uint64_t hash = plan.size();
    for (const Turn& turn : plan) hash = combine(combine(combine(hash, turn.thread), turn.until), turn.store);
    return hash;
  }

  // Every thread as far as it gets, in these orders. Main goes first: it creates the others.
  std::vector<std::vector<ThreadId>> orders() const {
    std::vector<ThreadId> others = threads_of(found_);
    std::erase(others, kMainThread);
    std::vector<std::vector<ThreadId>> result{others};
    std::sort(others.begin(), others.end());
    if (others.size() <= kMostPermuted) {
      do result.push_back(others);
      while (std::next_permutation(others.begin(), others.end()));
      return result;
    }
    result.push_back(others);
    std::reverse(others.begin(), others.end());
    result.push_back(others);
    for (const ThreadId suspect : found_.suspects)
      if (const auto place = std::find(others.begin(), others.end(), suspect); place != others.end())
        std::rotate(others.begin(), place, place + 1);
    result.push_back(others);
    return result;
  }

  std::vector<Turn> plan_of(const std::vector<ThreadId>& order) const {
    std::vector<Turn> plan{{name_of(found_, kMainThread), kAsFarAsPossible}};
    for (const ThreadId thread : order) plan.push_back({name_of(found_, thread), kAsFarAsPossible});
    return plan;
  }

  void without_preemption() {
    std::vector<std::vector<Turn>> plans;
    for (const std::vector<ThreadId>& order : orders()) plans.push_back(plan_of(order));
    improve_by(Given(std::move(plans)), [this] { return cost_.switches == 0; });
  }

  // Where many switches are left it may be that none of them was needed: another single one, before an
  // operation whose order matters. Without preemption a thread comes elsewhere than in what was found, so the
  // places are those of such executions.
  void with_one_preemption() {
    const std::set<SiteId> likely = preempted_before();
    std::vector<std::vector<Turn>> first, others;
    for (const std::vector<ThreadId>& order : orders()) {
      const std::vector<Turn> plan = plan_of(order);
      for (const Conflict& conflict : conflicts_in(operations_of(plan)))
        (likely.contains(conflict.site) ? first : others).push_back(preempted_at(plan, conflict));
    }
    first.insert(first.end(), others.begin(), others.end());
    if (first.size() > kMostPoints) first.resize(kMostPoints);
    improve_by(Given(std::move(first)), [this] { return cost_.switches <= 2; });
  }

  // What threads were about to do when they were preempted.
  std::set<SiteId> preempted_before() {
    std::set<SiteId> sites;
    if (has_too_many_turns(best_)) return sites;
    const std::vector<PastTurn> turns = past_turns(best_);
    const std::vector<PerformedOperation> operations = operations_of(turns_of(best_));
    for (const PastTurn& turn : turns) {
      std::uint64_t next = turn.end;
      while (next < operations.size() && operations[next].thread != turn.thread) ++next;
      if (turn.preempted && next < operations.size()) sites.insert(operations[next].what.site);
    }
    return sites;
  }

  // A plan of one turn for each thread in which this one is left, and comes back when the others are through.
  std::vector<Turn> preempted_at(const std::vector<Turn>& plan, const Conflict& conflict) const {
    std::vector<Turn> result = plan;
    const std::uint64_t name = name_of(found_, conflict.thread);
    for (Turn& turn : result)
      if (turn.thread == name) turn.until = conflict.performed;
    result.push_back({name, kAsFarAsPossible});
    return result;
  }

  const FailedExecution& found_;
  const Reexecute& reexecute_;
  const Perform& trace_;
  const std::function<bool()>& stop_;
  const LookAhead& ahead_;
  FailedExecution best_;
  ShrinkCost cost_;
  std::set<std::uint64_t> tried_;
};

}  // namespace

std::optional<FailedExecution> fail_likewise(const FailedExecution& found, const Reexecute& reexecute,
                                             const std::function<bool()>& stop, const LookAhead& ahead) {
  return Shrinker(found, reexecute, {}, stop, ahead).fail_likewise();
}

FailedExecution shrink(const FailedExecution& found, const Reexecute& reexecute, const Perform& trace,
                       const std::function<bool()>& stop, const LookAhead& ahead) {
  return Shrinker(found, reexecute, trace, stop, ahead).shrink();
}

}  // namespace heddle
