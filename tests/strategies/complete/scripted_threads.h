// Programs whose threads are lists of operations, with two ways to run them: all interleavings, as an oracle,
// and one execution by a GraphSearch, which sees what the engine would show it. A behaviour is a text: what
// each step saw, and the order of what was written to each object.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "event/random.h"
#include "strategies/complete/graph_search.h"

namespace heddle::complete::testing {

struct Op {
  enum Kind {
    kLoad,
    kStore,
    kAdd,
    kCompareExchange,  // a: expected, b: desired
    kLock,
    kUnlock,
    kUnlockIfHeld,
    kTryLock,
    kLockShared,
    kTryLockShared,
    kPost,
    kTake,
    kTryTake,
    kWait,  // x: the condition, a: the mutex; three steps
    kSignal,
    kBroadcast,
    kArrive,  // two steps
    kFailIf,  // loads; it fails if it finds a
    kCreate,  // x: the thread; one that nobody creates is there from the start
    kJoin,
  };
  Kind kind;
  int x = 0;
  int a = 0;
  int b = 0;
};
using Threads = std::vector<std::vector<Op>>;

// Places of objects are apart from those of variables.
inline constexpr Place kMutexes = 10, kSemaphores = 20, kConditions = 30, kBarriers = 40;

class World {
 public:
  // Of a barrier: how many threads open it.
  World(const Threads& threads, std::uint32_t barrier) : threads_(&threads), barrier_(barrier) {
    states_.resize(threads.size());
    for (const auto& ops : threads)
      for (const Op& op : ops)
        if (op.kind == Op::kCreate) {
          states_[static_cast<std::size_t>(op.x)].exists = false;
          states_[static_cast<std::size_t>(op.x)].phase = kNotStarted;
        }
  }

  std::size_t threads() const { return states_.size(); }
  bool exists(Thread thread) const { return states_[thread].exists; }
  bool is_over(Thread thread) const { return peek(thread) == nullptr && states_[thread].phase == 0; }
  bool all_over() const {
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (!is_over(static_cast<Thread>(i))) return false;
    return true;
  }

  // The next step of a thread that is not over.
  Step next(Thread thread) const {
    const State& own = states_[thread];
    if (own.phase == kNotStarted) return {.act = Act::kStart};
    const Op& op = *peek(thread);
    const auto x = static_cast<Place>(op.x);
    if (own.phase == 1) return {.act = Act::kWake};
    if (own.phase == 2) return {.act = Act::kLock, .where = kMutexes + static_cast<Place>(op.a)};
    switch (op.kind) {
      case Op::kLoad:
      case Op::kFailIf:
        return {.act = Act::kRead, .where = x};
      case Op::kStore:
        return {.act = Act::kWrite, .where = x};
      case Op::kAdd:
      case Op::kCompareExchange:
        return {.act = Act::kUpdate, .where = x};
      case Op::kLock:
        return {.act = Act::kLock, .where = kMutexes + x};
      case Op::kLockShared:
        return {.act = Act::kLockShared, .where = kMutexes + x};
      case Op::kTryLockShared:
        return {.act = Act::kTryLockShared, .where = kMutexes + x};
      case Op::kTryLock:
        return {.act = Act::kTryLock, .where = kMutexes + x};
      case Op::kUnlock:
      case Op::kUnlockIfHeld:
        return {.act = Act::kUnlock, .where = kMutexes + x};
      case Op::kPost:
        return {.act = Act::kPost, .where = kSemaphores + x};
      case Op::kTake:
        return {.act = Act::kTake, .where = kSemaphores + x};
      case Op::kTryTake:
        return {.act = Act::kTryTake, .where = kSemaphores + x};
      case Op::kWait:
        return {
            .act = Act::kEnqueue, .where = kConditions + x, .unlocks = kMutexes + static_cast<Place>(op.a)};
      case Op::kSignal:
        return {.act = Act::kNotifyOne, .where = kConditions + x};
      case Op::kBroadcast:
        return {.act = Act::kNotifyAll, .where = kConditions + x};
      case Op::kArrive:
        return {.act = Act::kArrive, .where = kBarriers + x};
      case Op::kCreate:
        return {.peer = static_cast<Thread>(x)};
      case Op::kJoin:
        return {.act = Act::kJoin, .peer = static_cast<Thread>(x)};
    }
    return {};
  }

  // As the engine sees it, or exactly: a wake-up has its thread from the start.
  bool can_go_on(Thread thread, bool as_engine) const {
    return failed_ == kNobody && could_go_on(thread, as_engine);
  }
  // Had no thread failed.
  bool could_go_on(Thread thread, bool as_engine = true) const {
    const State& own = states_[thread];
    if (!own.exists || is_over(thread)) return false;
    const Step step = next(thread);
    switch (step.act) {
      case Act::kWake:
        return as_engine ? has_permit(own) : own.is_woken;
      case Act::kLock:
        return value(step.where) == 0;
      case Act::kLockShared:  // held by readers: below zero
        return value(step.where) <= 0;
      case Act::kTake:
        return value(step.where) > 0;
      case Act::kJoin:
        return states_[step.peer].exists && is_over(step.peer);
      default:
        return true;
    }
  }

  std::size_t choices(Thread thread) const {
    const Step step = next(thread);
    if (step.act != Act::kNotifyOne) return 1;
    const std::size_t waiting = waiters(step.where).size();
    return std::max<std::size_t>(waiting, 1);
  }

  // True: it has written.
  bool perform(Thread thread, std::size_t choice) {
    State& own = states_[thread];
    const Step step = next(thread);
    if (step.act == Act::kStart) {
      own.log += "s;";
      own.phase = 0;
      ++own.steps;
      return false;
    }
    const Op& op = *peek(thread);
    std::string text = std::to_string(static_cast<int>(step.act));
    if (step.act == Act::kWake) {
      text += "<" + own.waker;
      leave(own);
    } else if (step.where != kNowhere && step.act != Act::kWrite) {
      text += "<" + newest(step.where);
    }
    int& there = values_[step.where];
    bool wrote = true;
    if (op.kind == Op::kFailIf && there == op.a) failed_ = thread;
    switch (step.act) {
      case Act::kRead:
      case Act::kWake:
      case Act::kJoin:
      case Act::kStart:
        wrote = false;
        break;
      case Act::kLocal:
        states_[step.peer].exists = true;
        wrote = false;
        break;
      case Act::kWrite:
        there = op.a;
        break;
      case Act::kUpdate:
        wrote = op.kind == Op::kAdd || there == op.a;
        if (wrote) there = op.kind == Op::kAdd ? there + op.a : op.b;
        break;
      case Act::kLock:
        there = thread + 1;
        break;
      case Act::kTryLock:
        wrote = there == 0;
        if (wrote) there = thread + 1;
        own.failed_try = !wrote;
        break;
      case Act::kLockShared:
      case Act::kTryLockShared:
        wrote = there <= 0;
        if (wrote) --there;
        own.failed_try = !wrote;
        break;
      case Act::kUnlock:
        there = there < 0 ? there + 1 : 0;
        break;
      case Act::kPost:
        ++there;
        break;
      case Act::kTake:
      case Act::kTryTake:
        wrote = there > 0;
        if (wrote) --there;
        break;
      case Act::kEnqueue:
        own.waits_at = step.where;
        own.ticket = next_ticket_++;
        values_[step.unlocks] = 0;
        break;
      case Act::kNotifyOne: {
        std::vector<Thread> waiting = waiters(step.where);
        wrote = !waiting.empty();
        if (!wrote) break;
        text += "!" + std::to_string(choice);
        wake(waiting[choice], thread);
        permits_.push_back({step.where, next_ticket_});
        break;
      }
      case Act::kNotifyAll: {
        const std::vector<Thread> waiting = waiters(step.where);
        wrote = !waiting.empty();
        for (const Thread each : waiting) wake(each, thread);
        for (State& each : states_) each.has_own_permit |= each.waits_at == step.where;
        std::erase_if(permits_, [&](const Permit& permit) { return permit.where == step.where; });
        break;
      }
      case Act::kArrive:
        there = (there + 1) % static_cast<int>(barrier_);
        own.waits_at = step.where;
        own.ticket = next_ticket_++;
        if (there != 0) break;
        own.waits_at = kNowhere;
        for (const Thread each : waiters(step.where)) wake(each, thread);
        for (State& each : states_) each.has_own_permit |= each.waits_at == step.where;
        break;
      default:
        break;
    }
    if (wrote) chains_[step.where].push_back(name(thread));
    if (step.unlocks != kNowhere) chains_[step.unlocks].push_back(name(thread));
    own.log += text + ";";
    ++own.steps;
    advance(own, op, step);
    return step.act == Act::kArrive ? there == 0 : wrote;
  }

  // Who failed; nothing happens any more.
  Thread failed() const { return failed_; }
  // Of a failure, only what led to it.
  std::string failure() const { return std::to_string(failed_) + " fails:" + states_[failed_].log; }

  std::string behaviour() const {
    if (failed_ != kNobody) return failure();
    std::string text;
    for (const State& each : states_) text += each.log + "|";
    for (const auto& [where, chain] : chains_) {
      if (chain.size() < 2) continue;  // where one only wrote, there is no order
      text += std::to_string(where) + ":";
      for (const std::string& each : chain) text += each + ",";
    }
    return text;
  }

 private:
  static constexpr int kNotStarted = 3;

  struct Permit {
    Place where;
    unsigned before;
  };
  struct State {
    std::size_t at = 0;
    int phase = 0;  // of a wait, or behind an arrival; of a thread that has been created
    unsigned steps = 0;
    bool exists = true;
    bool failed_try = false;
    Place waits_at = kNowhere;
    unsigned ticket = 0;
    bool has_own_permit = false;
    bool is_woken = false;
    std::string waker;
    std::string log;
  };

  const Op* peek(Thread thread) const {
    const State& own = states_[thread];
    const std::vector<Op>& ops = (*threads_)[thread];
    std::size_t at = own.at;
    while (at < ops.size() && ops[at].kind == Op::kUnlockIfHeld && own.failed_try) ++at;
    return at < ops.size() ? &ops[at] : nullptr;
  }
  void advance(State& own, const Op& op, const Step& step) {
    own.at =
        static_cast<std::size_t>(&op - (*threads_)[static_cast<std::size_t>(&own - states_.data())].data());
    const bool waits = step.act == Act::kEnqueue || (step.act == Act::kArrive && own.waits_at != kNowhere);
    if (waits) {
      own.phase = 1;
    } else if (own.phase == 1 && op.kind == Op::kWait) {
      own.phase = 2;
    } else {
      own.phase = 0;
      ++own.at;
    }
  }
  std::string name(Thread thread) const {
    return std::to_string(thread) + "." + std::to_string(states_[thread].steps);
  }
  std::string newest(Place where) const {
    const auto chain = chains_.find(where);
    return chain == chains_.end() || chain->second.empty() ? "-" : chain->second.back();
  }
  int value(Place where) const {
    const auto found = values_.find(where);
    return found == values_.end() ? 0 : found->second;
  }
  // Whom no notification has picked yet, those who began first first.
  std::vector<Thread> waiters(Place where) const {
    std::vector<Thread> waiting;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (states_[i].waits_at == where && !states_[i].is_woken) waiting.push_back(static_cast<Thread>(i));
    std::sort(waiting.begin(), waiting.end(),
              [&](Thread a, Thread b) { return states_[a].ticket < states_[b].ticket; });
    return waiting;
  }
  void wake(Thread thread, Thread by) {
    states_[thread].is_woken = true;
    states_[thread].waker = name(by);
  }
  bool has_permit(const State& own) const {
    return own.has_own_permit || std::any_of(permits_.begin(), permits_.end(), [&](const Permit& permit) {
             return permit.where == own.waits_at && own.ticket < permit.before;
           });
  }
  void leave(State& own) {
    if (!own.has_own_permit) {
      const auto permit = std::find_if(permits_.begin(), permits_.end(), [&](const Permit& each) {
        return each.where == own.waits_at && own.ticket < each.before;
      });
      if (permit != permits_.end()) permits_.erase(permit);
    }
    own.waits_at = kNowhere;
    own.has_own_permit = own.is_woken = false;
  }

  const Threads* threads_;
  std::uint32_t barrier_;
  std::vector<State> states_;
  std::map<Place, int> values_;
  std::map<Place, std::vector<std::string>> chains_;
  std::vector<Permit> permits_;
  unsigned next_ticket_ = 1;
  Thread failed_ = kNobody;
};

// Every behaviour, by every interleaving; whether somebody is left waiting in it.
inline std::map<std::string, bool> all_behaviours(const World& start) {
  std::map<std::string, bool> found;
  std::set<std::string> seen;
  std::vector<World> open = {start};
  while (!open.empty()) {
    const World world = open.back();
    open.pop_back();
    const std::string behaviour = world.behaviour();
    if (!seen.insert(behaviour).second) continue;
    bool is_end = true;
    for (Thread thread = 0; thread < 8; ++thread) {
      if (thread >= start.threads() || !world.can_go_on(thread, false)) continue;
      is_end = false;
      for (std::size_t choice = 0; choice < world.choices(thread); ++choice) {
        open.push_back(world);
        open.back().perform(thread, choice);
      }
    }
    if (is_end) found.emplace(behaviour, !world.all_over() || world.failed() != kNobody);
  }
  return found;
}

}  // namespace heddle::complete::testing
