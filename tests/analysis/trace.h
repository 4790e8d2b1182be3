// Executions written down event by event.
#pragma once

#include <span>
#include <vector>

#include "event/operation.h"

namespace heddle::testing {

class Trace {
 public:
  Trace& add(ThreadId thread, OperationKind kind, LocationId object = kNoLocation, SiteId site = 1,
             std::uint32_t detail = 0) {
    events_.push_back({object, site, thread, kind, 0, detail});
    return *this;
  }
  Trace& create(ThreadId thread, ThreadId created) {
    return add(thread, OperationKind::kThreadCreate, kNoLocation, 1, created);
  }
  Trace& join(ThreadId thread, ThreadId joined) {
    return add(thread, OperationKind::kThreadJoin, kNoLocation, 1, joined);
  }
  // Without success: the thread goes on.
  Trace& try_join(ThreadId thread, ThreadId joined) {
    return add(thread, OperationKind::kThreadJoin, kNoLocation, 1, joined | kGaveUp);
  }
  Trace& lock(ThreadId thread, LocationId mutex, SiteId site) {
    return add(thread, OperationKind::kLock, mutex, site);
  }
  Trace& unlock(ThreadId thread, LocationId mutex) { return add(thread, OperationKind::kUnlock, mutex); }
  // Takes and gives back.
  Trace& section(ThreadId thread, LocationId mutex, SiteId site) {
    return lock(thread, mutex, site).unlock(thread, mutex);
  }
  Trace& operator+=(const Trace& other) {
    events_.insert(events_.end(), other.events_.begin(), other.events_.end());
    return *this;
  }

  std::span<const Event> events() const { return events_; }

 private:
  std::vector<Event> events_;
};

}  // namespace heddle::testing
