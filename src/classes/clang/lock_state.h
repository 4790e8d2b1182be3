// The locks that are held for certain at a place of a method: what a forward analysis over its control flow
// carries along.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classes/class_model.h"

namespace heddle::classes {

struct LockIdentity {
  std::string name;  // empty: not known
  LockMode mode = LockMode::kExclusive;
  LockOwner owner = LockOwner::kObject;
  const void* instance = nullptr;  // kAnother: which, if it is known

  friend bool operator==(const LockIdentity&, const LockIdentity&) = default;
};

// A local object, or a part of one.
using Storage = std::pair<const void*, std::string>;

// What a std::unique_lock and its like is in charge of.
struct Guard {
  std::vector<LockIdentity> locks;
  bool owns = false;
};

struct LockState {
  struct Held {
    LockIdentity lock;
    std::uint32_t section = 0;
    friend bool operator==(const Held&, const Held&) = default;
  };

  std::vector<Held> held;  // outermost first; a lock that was taken twice is here twice
  std::map<Storage, Guard> guards;
  std::set<const void*> published;  // objects that the call made and that others may know by now
  std::uint32_t sections = 0;       // critical sections so far, on the way that has most

  void acquire(const LockIdentity& lock, std::uint32_t section);
  // Without regard to the mode: pthread_rwlock_unlock() does not say it.
  void release(const LockIdentity& lock);
  void acquire(Guard& guard, std::uint32_t section);
  void release(Guard& guard);

  // What holds whichever way the method came.
  void join(const LockState& other);
  // The same text for states in which a call does the same.
  std::string signature() const;
};

// Loops go through any number of critical sections.
constexpr std::uint32_t kMaximumSections = 4;

}  // namespace heddle::classes
