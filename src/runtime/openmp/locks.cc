// Critical sections, and the locks of omp.h. What they are is kept here: their memory is as large as each
// compiler's library wants it.
#include <algorithm>
#include <unordered_map>

#include "runtime/openmp/team.h"

namespace heddle::runtime::openmp {

namespace {

struct Lock {
  ThreadId owner = kNoThread;
  unsigned depth = 0;
};

struct Locks {
  std::uint64_t execution = ~std::uint64_t{0};
  std::unordered_map<std::uint64_t, Lock> all;  // by address
};

Locks* the_locks = nullptr;

Lock& lock_at(std::uint64_t address) {
  if (the_locks == nullptr || the_locks->execution != program().serial) {
    the_locks = new Locks;
    the_locks->execution = program().serial;
  }
  return the_locks->all[address];
}

bool is_free(const Thread& thread) {
  return lock_at(thread.next.address).depth == 0;
}
ThreadId owner_of(const Thread& thread) {
  return lock_at(thread.next.address).owner;
}
constexpr Condition kFree{is_free, owner_of};

void take(Lock& lock, const void* object, SiteId site) {
  Thread& self = scheduler().current();
  lock = {self.id, 1};
  self.held.push_back({address_of(object), site});
  scheduler().changed(address_of(object));
}

bool is_own(const Lock& lock) {
  return lock.depth != 0 && lock.owner == scheduler().current().id;
}

}  // namespace

void lock(const void* object, bool is_nested, SiteId site) {
  Lock& known = lock_at(address_of(object));
  if (is_own(known)) {
    if (!is_nested)
      misuse(object == unnamed_critical()
                 ? "enters a critical section inside one of the same name: it would wait for itself for ever"
                 : "locks what it holds already: it would wait for itself for ever",
             site);
    ++known.depth;
    return;
  }
  scheduler().announce(operation_for(OperationKind::kLock, object, site), &kFree);
  take(lock_at(address_of(object)), object, site);
  scheduler().performed();
}

unsigned try_lock(const void* object, bool is_nested, SiteId site) {
  Lock& known = lock_at(address_of(object));
  if (is_nested && is_own(known)) return ++known.depth;
  scheduler().announce(operation_for(OperationKind::kTryLock, object, site));
  Lock& now = lock_at(address_of(object));
  const bool taken = now.depth == 0;
  if (taken) take(now, object, site);
  scheduler().performed(taken ? 0 : 1);
  return taken ? 1 : 0;
}

void unlock(const void* object, bool is_nested, SiteId site) {
  Lock& known = lock_at(address_of(object));
  if (is_nested && is_own(known) && known.depth > 1) {
    --known.depth;
    return;
  }
  scheduler().announce(operation_for(OperationKind::kUnlock, object, site));
  Lock& now = lock_at(address_of(object));
  if (!is_own(now)) {
    scheduler().performed(1);
    misuse(now.depth == 0 ? "unlocks an OpenMP lock that is not locked"
                          : "unlocks an OpenMP lock that another task holds",
           site);
  }
  now = {};
  Thread& self = scheduler().current();
  std::erase_if(self.held, [&](const AcquiredLock& each) { return each.address == address_of(object); });
  scheduler().changed(address_of(object));
  scheduler().performed();
}

void forget_lock(const void* object, SiteId site) {
  Lock& known = lock_at(address_of(object));
  if (known.depth != 0) misuse("destroys an OpenMP lock that is locked", site);
  known = {};
}

}  // namespace heddle::runtime::openmp
