#include "session_cache.h"

std::shared_ptr<Session> SessionCache::session_of(const std::string& user) {
  if (std::shared_ptr<Session> known = find(user)) return known;
  auto made = std::make_shared<Session>(user);  // takes its time: not while others wait for the lock
  const std::lock_guard lock(mutex_);
  sessions_[user] = made;
  return made;
}

std::shared_ptr<Session> SessionCache::find(const std::string& user) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(user);
  return found == sessions_.end() ? nullptr : found->second;
}

std::size_t SessionCache::size() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}
