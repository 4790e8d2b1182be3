#include "search/shrink.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

#include "analysis/context_switches.h"
#include "analysis/thread_name_hashes.h"

namespace heddle {

namespace {

constexpr std::size_t kMostPermuted = 3;  // threads that are tried in all orders
constexpr std::size_t kMostPoints = 100;  // at which a single preemption is tried
constexpr std::size_t kMostLeftOut = 12;  // threads that are tried one by one

std::uint64_t name_of(const FailedExecution& execution, ThreadId thread) {
  return thread < execution.threads.size() ? ThreadNameHashes::of_name(execution.threads[thread]) : 0;
}

// In the order in which they first went on.
std::vector<ThreadId> threads_of(const FailedExecution& execution) {
  std::vector<ThreadId> threads;
  for (const Run& run : execution.schedule)
    if (std::find(threads.begin(), threads.end(), run.thread) == threads.end()) threads.push_back(run.thread);
  return threads;
}

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
           const std::function<bool()>& stop)
      : found_(found),
        reexecute_(reexecute),
        trace_(trace),
        stop_(stop),
        best_(found),
        cost_(cost_of(found)) {}

  std::optional<FailedExecution> fail_likewise() {
    std::vector<std::vector<Turn>> plans;
    if (!has_too_many_turns(found_)) {
      plans.push_back(turns_of(found_));
      for (const Turn& turn : last_turns(found_)) plans.front().push_back(turn);
    }
    for (const std::vector<ThreadId>& order : orders()) plans.push_back(plan_of(order));
    for (std::vector<Turn>& plan : plans) {
      if (stop_()) break;
      for (const Turn& sight : sights_of(found_)) plan.push_back(sight);
      if (std::optional<FailedExecution> failed = reexecute_(plan)) return failed;
    }
    return std::nullopt;
  }

  FailedExecution shrink() {
    see_newest();
    without_preemption();
    if (has_too_many_turns(best_)) with_one_preemption();
    if (has_too_many_turns(best_)) return std::move(best_);
    if (cost_.switches > 0) {
      leave_out_turns();
      move_switches();
      if (cost_.switches > 2) with_one_preemption();
      if (cost_.switches > 2) {
        swap_turns();
        move_switches();
      }
    }
    leave_out_threads();
    end_early();
    return std::move(best_);
  }

 private:
  // The plan becomes an execution; the execution the best one, if it is better. What it sees is what the best
  // one saw.
  bool improves(const std::vector<Turn>& turns) { return improves_seeing(turns, sights_of(best_)); }
  bool improves_seeing(std::vector<Turn> plan, const std::vector<Turn>& sights) {
    plan.insert(plan.end(), sights.begin(), sights.end());
    if (stop_() || !tried_.insert(hash_of(plan)).second) return false;
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
    std::vector<Turn> seeing = plan;
    for (const Turn& sight : sights_of(best_)) seeing.push_back(sight);
    return trace_(seeing);
  }

  static std::uint64_t hash_of(const std::vector<Turn>& plan) {
    std::uint64_t hash = plan.size();
    for (const Turn& turn : plan) hash = combine(combine(combine(hash, turn.thread), turn.until), turn.store);
    return hash;
  }

  bool improves(const std::vector<PastTurn>& turns) {
    std::vector<Turn> plan;
    for (const PastTurn& turn : turns) {
      const std::uint64_t name = name_of(best_, turn.thread);
      if (!plan.empty() && plan.back().thread == name)
        plan.back().until = std::max(plan.back().until, turn.until);
      else
        plan.push_back({name, turn.until});
    }
    for (const Turn& turn : last_turns(best_)) plan.push_back(turn);
    return improves(plan);
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

  // Older stores: all of them, then ever smaller parts are left out. What is left is needed.
  void see_newest() {
    if (cost_.stale == 0 || has_too_many_turns(best_)) return;
    for (std::size_t piece = sights_of(best_).size(); piece > 0 && !stop_(); piece /= 2) {
      for (std::size_t start = 0; start < sights_of(best_).size() && !stop_();) {
        std::vector<Turn> sights = sights_of(best_);
        const std::size_t end = std::min(start + piece, sights.size());
        sights.erase(sights.begin() + static_cast<std::ptrdiff_t>(start),
                     sights.begin() + static_cast<std::ptrdiff_t>(end));
        std::vector<Turn> plan = turns_of(best_);
        for (const Turn& turn : last_turns(best_)) plan.push_back(turn);
        if (!improves_seeing(plan, sights)) start += piece;
      }
    }
  }

  void without_preemption() {
    for (const std::vector<ThreadId>& order : orders())
      if (improves(plan_of(order)) && cost_.switches == 0) return;
  }

  // Delta debugging: ever smaller pieces. A piece that no preemption touches has nothing to give.
  void leave_out_turns() {
    std::vector<PastTurn> turns = past_turns(best_);
    for (std::size_t piece = std::max<std::size_t>(1, turns.size() / 2);; piece /= 2) {
      for (std::size_t start = 0; start < turns.size() && !stop_();) {
        const std::size_t end = std::min(start + piece, turns.size());
        bool touched = start > 0 && turns[start - 1].preempted;
        for (std::size_t i = start; i < end; ++i) touched = touched || turns[i].preempted;
        std::vector<PastTurn> rest(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(start));
        rest.insert(rest.end(), turns.begin() + static_cast<std::ptrdiff_t>(end), turns.end());
        if (touched && improves(rest))
          turns = past_turns(best_);
        else
          start += piece;
      }
      if (piece == 1 || stop_()) return;
    }
  }

  // For each preemption: the thread goes on to the end of its next turn; it does all of this turn only then;
  // the threads in between wait until later.
  void move_switches() {
    for (bool moved = true; moved && !stop_();) {
      moved = false;
      const std::vector<PastTurn> turns = past_turns(best_);
      for (std::size_t i = turns.size(); i-- > 0 && !moved;)
        if (turns[i].preempted) moved = merges(turns, i);
    }
  }

  bool merges(const std::vector<PastTurn>& turns, std::size_t preempted) {
    const auto next =
        std::find_if(turns.begin() + static_cast<std::ptrdiff_t>(preempted) + 1, turns.end(),
                     [&](const PastTurn& turn) { return turn.thread == turns[preempted].thread; });
    std::vector<PastTurn> longer = turns;
    if (next != turns.end()) {
      longer[preempted].until = next->until;
      longer.erase(longer.begin() + (next - turns.begin()));
    } else {
      longer[preempted].until = kAsFarAsPossible;
    }
    if (improves(longer)) return true;
    if (preempted + 1 < turns.size()) {
      std::vector<PastTurn> later = turns;
      later.erase(later.begin() + static_cast<std::ptrdiff_t>(preempted) + 1);
      if (improves(later)) return true;
    }
    std::vector<PastTurn> delayed = turns;
    delayed.erase(delayed.begin() + static_cast<std::ptrdiff_t>(preempted));
    return improves(delayed);
  }

  // Another order of what is left: a thread that is blocked sooner need not be preempted later.
  void swap_turns() {
    for (bool swapped = true; swapped && cost_.switches > 2 && !stop_();) {
      swapped = false;
      const std::vector<PastTurn> turns = past_turns(best_);
      for (std::size_t i = turns.size(); i-- > 1 && !swapped;) {
        std::vector<PastTurn> other = turns;
        std::swap(other[i - 1], other[i]);
        swapped = improves(other);
      }
    }
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
    std::size_t tries = 0;
    for (const std::vector<Turn>& plan : first)
      if (++tries > kMostPoints || (improves(plan) && cost_.switches <= 2)) return;
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

  // A thread without a turn goes on after all others.
  void leave_out_threads() {
    std::vector<ThreadId> threads = threads_of(best_);
    std::size_t tries = 0;
    for (std::size_t i = threads.size(); i-- > 0 && tries < kMostLeftOut;) {
      const ThreadId thread = threads[i];
      const auto& suspects = best_.suspects;
      if (thread == kMainThread || std::find(suspects.begin(), suspects.end(), thread) != suspects.end())
        continue;
      std::vector<Turn> plan;
      for (const Turn& turn : turns_of(best_))
        if (turn.thread != name_of(best_, thread)) plan.push_back(turn);
      for (const Turn& turn : last_turns(best_, thread)) plan.push_back(turn);
      ++tries;
      if (!improves(plan)) continue;
      threads = threads_of(best_);
      i = std::min(i, threads.size());
    }
  }

  // After some of the turns, those who are to blame go straight on.
  void end_early() {
    const std::vector<Turn> turns = turns_of(best_);
    std::size_t fails = turns.size();
    for (std::size_t passes = 0; passes + 1 < fails && !stop_();) {
      const std::size_t middle = passes + (fails - passes) / 2;
      std::vector<Turn> plan(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(middle));
      for (const Turn& turn : last_turns(best_)) plan.push_back(turn);
      (improves(plan) ? fails : passes) = middle;
    }
  }

  const FailedExecution& found_;
  const Reexecute& reexecute_;
  const Perform& trace_;
  const std::function<bool()>& stop_;
  FailedExecution best_;
  ShrinkCost cost_;
  std::set<std::uint64_t> tried_;
};

}  // namespace

std::vector<PastTurn> past_turns(const FailedExecution& execution) {
  std::vector<PastTurn> turns;
  std::vector<std::uint64_t> performed;
  std::uint64_t step = 0;
  const std::vector<std::uint32_t>& marks = execution.preemptions;
  for (const Run& run : execution.schedule) {
    if (run.steps == 0) continue;
    if (run.thread >= performed.size()) performed.resize(run.thread + 1u);
    performed[run.thread] += run.steps;
    if (turns.empty() || turns.back().thread != run.thread) {
      if (!turns.empty()) turns.back().preempted = std::binary_search(marks.begin(), marks.end(), step);
      turns.push_back({run.thread, 0, false, 0});
    }
    step += run.steps;
    turns.back().until = performed[run.thread];
    turns.back().end = step;
  }
  return turns;
}

ShrinkCost cost_of(const FailedExecution& execution) {
  ShrinkCost cost;
  cost.early = execution.early;
  cost.switches = context_switches(execution.schedule, execution.preemptions, execution.deadlocked);
  cost.threads = threads_of(execution).size();
  cost.stale = stale_steps_in(execution.schedule);
  ThreadId running = kNoThread;
  for (const Run& run : execution.schedule) {
    cost.steps += run.steps;
    if (run.thread != running) ++cost.runs;
    running = run.thread;
  }
  return cost;
}

std::uint64_t stale_steps_in(const Schedule& schedule) {
  return static_cast<std::uint64_t>(
      std::count_if(schedule.begin(), schedule.end(), [](const Run& run) { return run.store != 0; }));
}

std::vector<Turn> sights_of(const FailedExecution& execution) {
  std::vector<Turn> sights;
  std::vector<std::uint64_t> performed;
  for (const Run& run : execution.schedule) {
    if (run.thread >= performed.size()) performed.resize(run.thread + 1u);
    performed[run.thread] += run.steps;
    if (run.store != 0)
      sights.push_back(sight_of(name_of(execution, run.thread), performed[run.thread], run.store));
  }
  return sights;
}

std::vector<Turn> turns_of(const FailedExecution& execution) {
  std::vector<Turn> turns;
  for (const PastTurn& turn : past_turns(execution))
    turns.push_back({name_of(execution, turn.thread), turn.until});
  return turns;
}

std::vector<Turn> last_turns(const FailedExecution& execution, ThreadId without) {
  std::vector<ThreadId> threads = execution.suspects;
  std::vector<ThreadId> others = threads_of(execution);
  std::sort(others.begin(), others.end());
  for (const ThreadId thread : others)
    if (std::find(threads.begin(), threads.end(), thread) == threads.end()) threads.push_back(thread);
  std::vector<Turn> turns;
  for (const ThreadId thread : threads)
    if (thread != without) turns.push_back({name_of(execution, thread), kAsFarAsPossible});
  return turns;
}

std::optional<FailedExecution> fail_likewise(const FailedExecution& found, const Reexecute& reexecute,
                                             const std::function<bool()>& stop) {
  return Shrinker(found, reexecute, {}, stop).fail_likewise();
}

FailedExecution shrink(const FailedExecution& found, const Reexecute& reexecute, const Perform& trace,
                       const std::function<bool()>& stop) {
  return Shrinker(found, reexecute, trace, stop).shrink();
}

}  // namespace heddle
