// The locks that each thread holds, and where it took them: event by event, while an execution is under way.
#pragma once

#include <span>
#include <vector>

#include "analysis/held_locks.h"
#include "event/operation.h"

namespace heddle {

struct TakenLock {
  LocationId lock = kNoLocation;
  SiteId site = kNoSite;
  bool shared = false;  // with other readers

  friend bool operator==(const TakenLock&, const TakenLock&) = default;
};

class TakenLocks {
 public:
  void begin() {
    for (std::vector<TakenLock>& each : by_thread_) each.clear();
  }

  void add(const Event& event) {
    if (is_lock_action(event)) {
      // Which mutex a condition wait gives up shows when it is taken again; until then the thread takes none.
      if (event.kind == OperationKind::kRelock) release(event.thread, event.location);
      at(event.thread).push_back({event.location, event.site, is_shared_acquisition(event.kind)});
    } else if (event.kind == OperationKind::kUnlock && event.detail == 0) {
      release(event.thread, event.location);
    }
  }

  // After a condition wait, until the mutex is taken again, it is still among them.
  std::span<const TakenLock> of(ThreadId thread) const {
    return thread < by_thread_.size() ? std::span<const TakenLock>(by_thread_[thread])
                                      : std::span<const TakenLock>();
  }

 private:
  std::vector<TakenLock>& at(ThreadId thread) {
    if (thread >= by_thread_.size()) by_thread_.resize(thread + 1u);
    return by_thread_[thread];
  }
  void release(ThreadId thread, LocationId lock) {
    std::vector<TakenLock>& taken = at(thread);
    for (std::size_t i = taken.size(); i-- > 0;)
      if (taken[i].lock == lock) {
        taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
        return;
      }
  }

  std::vector<std::vector<TakenLock>> by_thread_;  // by ThreadId
};

}  // namespace heddle
