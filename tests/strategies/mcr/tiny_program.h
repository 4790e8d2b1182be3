// Programs small enough to know all that they can do: threads that read, write, update and lock, what they do
// next depending on what they read. They run under a guide as the explorer runs a real one, or in every
// order.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/thread_name_hashes.h"
#include "search/messages.h"
#include "strategies/strategy.h"

namespace heddle::testing {

enum class Do : std::uint8_t {
  kRead,
  kWrite,
  kWriteReadPlusOne,
  kUpdate,
  kLock,
  kUnlock,
  kTryLock,
  kWait,
  kPost
};

struct Action {
  Do what;
  int object = 0;                      // variable, mutex or semaphore
  std::uint64_t value = 0;             // kWrite
  std::uint64_t skip_if_read = ~0ull;  // the next action is left out if the last read returned this
  bool asserts = false;                // fails if the last read returned `skip_if_read`
};

using Body = std::vector<Action>;

class TinyProgram {
 public:
  explicit TinyProgram(std::vector<Body> threads) : bodies_(std::move(threads)) {}

  // Follows the guide and goes on without preemption.
  Trace run(const Guide& guide) {
    start();
    std::size_t followed = 0;
    while (true) {
      const std::vector<int> enabled = who_can_go_on();
      if (enabled.empty()) break;
      int chosen = enabled.front();
      for (int each : enabled)
        if (each == last_) chosen = each;
      if (followed < guide.size()) {
        chosen = -1;
        for (int each : enabled)
          if (names_.of(static_cast<ThreadId>(each)) == guide[followed]) chosen = each;
        if (chosen < 0) {
          trace_.end = End::kAbandoned;
          return trace_;
        }
        ++followed;
      }
      step(chosen);
      if (trace_.end == End::kFailed) return trace_;
    }
    finish();
    return trace_;
  }

  // What every execution yields: the values that all reads return, and how it ends.
  std::set<std::string> all_endings() {
    std::set<std::string> endings;
    std::vector<int> order;
    explore(order, endings);
    return endings;
  }
  std::uint64_t orders() const { return orders_; }

  // Of the last execution.
  std::string ending() const {
    std::string text;
    for (const Thread& thread : threads_) {
      for (std::uint64_t value : thread.values) text += std::to_string(value) + ",";
      text += thread.at >= thread.body->size() ? ";" : "stuck;";
    }
    return text + (trace_.end == End::kFailed && trace_.failure == FailureKind::kAssertion ? "failed" : "");
  }
  // ... as it can be told from outside: memory in the end, or the failure.
  std::string result() const {
    if (trace_.end == End::kFailed)
      return trace_.failure == FailureKind::kDeadlock ? "deadlock" : "assertion";
    std::string text;
    for (const auto& [variable, value] : memory_)
      text += std::to_string(variable) + "=" + std::to_string(value) + " ";
    return text;
  }
  std::set<std::string> all_results() const { return results_; }

 private:
  struct Thread {
    const Body* body = nullptr;
    std::size_t at = 0;
    bool started = false;
    std::uint64_t last_read = 0;
    std::vector<std::uint64_t> values;
  };

  // Thread 0 is main: it creates the others at once and joins them in their order.
  void start() {
    trace_ = {};
    names_ = {};
    memory_.clear();
    owner_.clear();
    posted_.clear();
    threads_.assign(bodies_.size() + 1, {});
    static const Body kNothing;
    threads_[0].body = &kNothing;
    created_ = joined_ = 0;
    has_exited_ = false;
    last_ = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) threads_[i + 1].body = &bodies_[i];
  }

  bool can_go_on(int id) const {
    const Thread& thread = threads_[static_cast<std::size_t>(id)];
    if (!thread.started) return true;
    if (thread.at >= thread.body->size()) return false;
    const Action& action = (*thread.body)[thread.at];
    if (action.what == Do::kLock) return !owner_.contains(action.object);
    if (action.what == Do::kWait) return posted_.contains(action.object) && posted_.at(action.object) > 0;
    return true;
  }
  bool is_over(std::size_t id) const {
    return threads_[id].started && threads_[id].at >= threads_[id].body->size();
  }

  std::vector<int> who_can_go_on() const {
    std::vector<int> enabled;
    if (has_exited_) return enabled;
    const bool main_waits = created_ == bodies_.size() && joined_ < bodies_.size() && !is_over(joined_ + 1);
    if (!main_waits) enabled.push_back(0);
    for (std::size_t id = 1; id <= created_; ++id)
      if (can_go_on(static_cast<int>(id))) enabled.push_back(static_cast<int>(id));
    if (joined_ == bodies_.size() && enabled.size() > 1) enabled.erase(enabled.begin());  // exit waits
    return enabled;
  }

  void happens(int id, OperationKind kind, SiteId site, int object, std::uint8_t size, std::uint32_t detail,
               std::uint64_t before, std::uint64_t after) {
    const Event event{
        static_cast<LocationId>(object + 1), site, static_cast<ThreadId>(id), kind, size, detail};
    trace_.events.push_back(event);
    trace_.values.push_back({before, after, object >= 0 ? 7u : 0u, static_cast<std::uint64_t>(object) * 64});
    names_.look_for_creation(event);
  }

  void step(int id) {
    last_ = id;
    if (id == 0) {
      if (created_ < bodies_.size()) {
        ++created_;
        happens(0, OperationKind::kThreadCreate, static_cast<SiteId>(1000 + created_), -1, 0,
                static_cast<std::uint32_t>(created_), 0, 0);
      } else if (joined_ < bodies_.size()) {
        ++joined_;
        happens(0, OperationKind::kThreadJoin, static_cast<SiteId>(2000 + joined_), -1, 0,
                static_cast<std::uint32_t>(joined_), 0, 0);
      } else {
        has_exited_ = true;
        happens(0, OperationKind::kExit, 3000, -1, 0, 0, 0, 0);
      }
      return;
    }
    Thread& thread = threads_[static_cast<std::size_t>(id)];
    if (!thread.started) {
      thread.started = true;
      happens(id, OperationKind::kThreadStart, static_cast<SiteId>(id), -1, 0, static_cast<std::uint32_t>(id),
              0, 0);
      return;
    }
    perform(id, thread);
  }

  void perform(int id, Thread& thread) {
    const auto site = static_cast<SiteId>(id * 100 + static_cast<int>(thread.at));
    const Action& action = (*thread.body)[thread.at++];
    std::uint64_t& memory = memory_[action.object];
    const std::uint64_t before = memory;
    const auto reads = [&](std::uint64_t value) {
      thread.last_read = value;
      thread.values.push_back(value);
    };
    switch (action.what) {
      case Do::kRead:
        reads(before);
        happens(id, OperationKind::kRead, site, action.object, 4, 0, before, before);
        break;
      case Do::kWrite:
      case Do::kWriteReadPlusOne:
        memory = action.what == Do::kWrite ? action.value : thread.last_read + 1;
        happens(id, OperationKind::kWrite, site, action.object, 4, 0, before, memory);
        break;
      case Do::kUpdate:
        reads(before);
        memory = before + 1;
        happens(id, OperationKind::kAtomicUpdate, site, action.object, 4, 0, before, memory);
        break;
      case Do::kLock:
        owner_[action.object] = id;
        happens(id, OperationKind::kLock, site, 100 + action.object, 0, 0, 0, 0);
        break;
      case Do::kUnlock:
        if (owner_.contains(action.object) && owner_[action.object] == id) owner_.erase(action.object);
        happens(id, OperationKind::kUnlock, site, 100 + action.object, 0, 0, 0, 0);
        break;
      case Do::kTryLock: {
        const bool busy = owner_.contains(action.object);
        if (!busy) owner_[action.object] = id;
        reads(busy ? 1 : 0);
        happens(id, OperationKind::kTryLock, site, 100 + action.object, 0, busy ? 1 : 0, 0, 0);
        break;
      }
      case Do::kWait:
        --posted_[action.object];
        happens(id, OperationKind::kSemaphoreWait, site, 200 + action.object, 0, 0, 0, 0);
        break;
      case Do::kPost:
        ++posted_[action.object];
        happens(id, OperationKind::kSemaphorePost, site, 200 + action.object, 0, 0, 0, 0);
        break;
    }
    if (memory == 0 && (action.what == Do::kLock || action.what == Do::kUnlock ||
                        action.what == Do::kTryLock || action.what == Do::kWait || action.what == Do::kPost))
      memory_.erase(action.object);
    if (thread.last_read != action.skip_if_read) return;
    if (action.asserts) {
      trace_.end = End::kFailed;
      trace_.failure = FailureKind::kAssertion;
      trace_.failed_thread = static_cast<ThreadId>(id);
    } else if (thread.at < thread.body->size()) {
      ++thread.at;
    }
  }

  void finish() {
    if (has_exited_) return;
    trace_.end = End::kFailed;
    trace_.failure = FailureKind::kDeadlock;
  }

  // Every order, each from the start.
  void explore(std::vector<int>& order, std::set<std::string>& endings) {
    start();
    for (int each : order) step(each);
    const std::vector<int> enabled = trace_.end == End::kFailed ? std::vector<int>{} : who_can_go_on();
    if (enabled.empty()) {
      if (trace_.end != End::kFailed) finish();
      ++orders_;
      endings.insert(ending());
      results_.insert(result());
      return;
    }
    // Main's moves commute with everybody's: one order of them is enough.
    if (enabled.front() == 0) {
      order.push_back(0);
      explore(order, endings);
      order.pop_back();
      return;
    }
    for (int each : enabled) {
      order.push_back(each);
      explore(order, endings);
      order.pop_back();
    }
  }

  std::vector<Body> bodies_;
  std::vector<Thread> threads_;
  std::map<int, std::uint64_t> memory_;
  std::map<int, int> owner_;
  std::map<int, int> posted_;
  ThreadNameHashes names_;
  std::size_t created_ = 0, joined_ = 0;
  bool has_exited_ = false;
  int last_ = 0;
  Trace trace_;
  std::uint64_t orders_ = 0;
  std::set<std::string> results_;
};

}  // namespace heddle::testing
