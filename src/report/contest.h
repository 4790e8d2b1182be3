// Which locations threads compete for, in an execution.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "analysis/thread_order.h"
#include "event/operation.h"

namespace heddle::report {

// Locations that threads compete for, and objects that several of them use: what happens elsewhere nobody
// else can notice. What a thread is handed when it is created, and leaves behind when it is joined, is never
// competed for.
class Contest {
 public:
  explicit Contest(const std::vector<Event>& events) {
    for (const Event& event : events)
      if (!is_access(event.kind)) objects_.insert(event.location);
    for (const Event& event : events) add(event);
  }
  const std::set<LocationId>& locations() const { return found_; }
  // Several threads use it, in whatever order.
  bool is_passed_on(LocationId location) const {
    const auto users = users_.find(location);
    return users != users_.end() && users->second.size() > 1;
  }

 private:
  // The last access of a thread, and the last one that wrote.
  struct User {
    ThreadId thread = kNoThread;
    std::optional<Segment> accessed, wrote;
  };

  void add(const Event& event) {
    const Segment segment = order_.add(event);
    // How a mutex comes into being tells nobody anything.
    const bool is_object = objects_.contains(event.location);
    if (event.location == kNoLocation || (is_plain_access(event.kind) && is_object)) return;
    const bool writes = wrote(event) || is_object;
    std::vector<User>& users = users_[event.location];
    User* own = nullptr;
    for (User& user : users) {
      if (user.thread == event.thread) own = &user;
      const std::optional<Segment>& before = writes ? user.accessed : user.wrote;
      if (user.thread == event.thread || !before) continue;
      if (is_object || !order_.precedes(user.thread, *before, event.thread, segment))
        found_.insert(event.location);
    }
    if (own == nullptr) own = &users.emplace_back(User{event.thread, {}, {}});
    own->accessed = segment;
    if (writes) own->wrote = segment;
  }

  ThreadOrder order_{ThreadOrder::Edges::kLasting};
  std::unordered_map<LocationId, std::vector<User>> users_;
  std::set<LocationId> objects_, found_;
};

}  // namespace heddle::report
