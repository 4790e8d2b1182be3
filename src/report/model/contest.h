// Which memory threads compete for, in an execution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/thread_order.h"
#include "event/access_detail.h"
#include "event/operation.h"

namespace heddle::report {

// Bytes that threads compete for, and objects that several of them use: what happens elsewhere no other
// thread can notice. What a thread is handed when it is created, and leaves behind when it is joined, is
// never competed for. Of an access that spans several granules, the one that its location names stands for
// all.
class Contest {
 public:
  explicit Contest(const std::vector<Event>& events) {
    for (const Event& event : events)
      if (!is_access(event.kind)) objects_.insert(event.location);
    for (const Event& event : events) add(event);
  }
  // Threads compete for what the event is about.
  bool is_competed_for(const Event& event) const {
    return any_byte(event, [this](std::uint64_t byte) { return found_.contains(byte); });
  }
  // Several threads use it, in whatever order.
  bool is_passed_on(const Event& event) const {
    return any_byte(event, [this](std::uint64_t byte) {
      const auto users = users_.find(byte);
      return users != users_.end() && users->second.size() > 1;
    });
  }
  // Both are about the same bytes.
  bool meet(const Event& one, const Event& other) const {
    return any_byte(one, [&](std::uint64_t byte) {
      return any_byte(other, [byte](std::uint64_t second) { return byte == second; });
    });
  }

 private:
  // The last access of a thread, and the last one that wrote.
  struct User {
    ThreadId thread = kNoThread;
    std::optional<Segment> accessed, wrote;
  };

  // Asks for each byte of the granule until one will do. An object is one byte.
  template <typename Predicate>
  bool any_byte(const Event& event, Predicate predicate) const {
    if (event.location == kNoLocation) return false;
    const std::uint64_t granule = std::uint64_t{event.location} << kGranuleBits;
    if (!is_access(event.kind) || objects_.contains(event.location)) return predicate(granule);
    const AccessedBytes bytes = bytes_of(event);
    const std::uint64_t end = std::min<std::uint64_t>(bytes.first + std::max(bytes.size, 1u), kGranuleSize);
    for (std::uint64_t byte = bytes.first; byte < end; ++byte)
      if (predicate(granule + byte)) return true;
    return false;
  }

  void add(const Event& event) {
    const Segment segment = order_.add(event);
    // The creation of a mutex is of no interest.
    const bool is_object = objects_.contains(event.location);
    if (is_plain_access(event.kind) && is_object) return;
    any_byte(event, [&](std::uint64_t byte) {
      add(event, segment, byte, is_object);
      return false;
    });
  }

  void add(const Event& event, Segment segment, std::uint64_t byte, bool is_object) {
    const bool writes = wrote(event) || is_object;
    std::vector<User>& users = users_[byte];
    User* own = nullptr;
    for (User& user : users) {
      if (user.thread == event.thread) own = &user;
      const std::optional<Segment>& before = writes ? user.accessed : user.wrote;
      if (user.thread == event.thread || !before) continue;
      if (is_object || !order_.precedes(user.thread, *before, event.thread, segment)) found_.insert(byte);
    }
    if (own == nullptr) own = &users.emplace_back(User{event.thread, {}, {}});
    own->accessed = segment;
    if (writes) own->wrote = segment;
  }

  ThreadOrder order_{ThreadOrder::Edges::kLasting};
  std::unordered_map<std::uint64_t, std::vector<User>> users_;
  std::unordered_set<LocationId> objects_;
  std::unordered_set<std::uint64_t> found_;
};

}  // namespace heddle::report
