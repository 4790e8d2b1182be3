#include "runtime/engine/handed_views.h"

namespace heddle::runtime {

class HandedViews::Order : public Unordered {
 public:
  Order(HandedViews& views, MemoryMachine& machine, ThreadId self, std::size_t threads)
      : views_(views), machine_(machine), self_(self), threads_(threads) {}

  void join_thread(ThreadId thread) {
    if (thread < threads_) machine_.join(self_, thread);
  }
  void join_all() {
    for (std::size_t thread = 0; thread < threads_; ++thread)
      machine_.join(self_, static_cast<ThreadId>(thread));
  }
  void lock(const SyncObject& object) {
    const Object& locked = views_.object_at(object);
    machine_.acquire(self_, locked.released);
    machine_.acquire(self_, locked.gathered);
  }
  void unlock(const SyncObject& object) { release(object); }
  void lock_shared(const SyncObject& object) { acquire(object); }
  void unlock_shared(const SyncObject& object) { arrive(object); }
  void may_unlock(const SyncObject& object) { release(object); }
  void acquire(const SyncObject& object) { machine_.acquire(self_, views_.object_at(object).released); }
  void release(const SyncObject& object) { machine_.release(self_, views_.object_at(object).released); }
  void arrive(const SyncObject& object) { machine_.release(self_, views_.object_at(object).gathered); }
  void open(const SyncObject& object) {
    Object& opened = views_.object_at(object);
    opened.released.join(opened.gathered);
    opened.gathered.clear();
  }
  void leave(const SyncObject& object) { acquire(object); }

 private:
  HandedViews& views_;
  MemoryMachine& machine_;
  ThreadId self_;
  std::size_t threads_;
};

void HandedViews::add(const Event& event, MemoryMachine& machine, std::size_t threads) {
  before_.add(event, 0, Order(*this, machine, event.thread, threads));
}

void HandedViews::add(const OrderNote& note, MemoryMachine& machine) {
  if (note.kind != OrderKind::kFence) HappensBefore::add(note, Order(*this, machine, note.thread, 0));
}

HandedViews::Object& HandedViews::object_at(const SyncObject& object) {
  const std::uint32_t found = index_.find(object.key());
  if (found != StampedIndex::kNone) return objects_[found];
  if (count_ == objects_.size()) objects_.emplace_back();
  index_.insert(object.key(), static_cast<std::uint32_t>(count_));
  Object& made = objects_[count_++];
  made.released.clear();
  made.gathered.clear();
  return made;
}

}  // namespace heddle::runtime
