// One session for each user, made when it is first asked for. All functions may be called by several threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

struct Session {
  explicit Session(std::string name) : user(std::move(name)) {}

  const std::string user;
};

class SessionCache {
 public:
  std::shared_ptr<Session> session_of(const std::string& user);
  std::size_t size() const;

 private:
  std::shared_ptr<Session> find(const std::string& user) const;

  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;
};
