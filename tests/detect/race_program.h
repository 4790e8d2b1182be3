// A little program for the race detector, told operation by operation.
#pragma once

#include <cstdint>

#include "detect/race_detector.h"

namespace heddle {

class RaceProgram {
 public:
  explicit RaceProgram(const RaceLimits& limits = {}, unsigned threads = 3) : detector(limits) {
    for (unsigned i = 1; i < threads; ++i) create(0, static_cast<ThreadId>(i));
  }

  // Another execution, with one thread; what was reported is reported again.
  void begin() {
    detector.begin();
    detector.forget_reported();
    event_ = 0;
  }

  RaceDetector detector;
  SiteId site = kNoSite;  // of what follows; none: each operation has one of its own

  Moment at(ThreadId thread, OperationKind kind) {
    ++event_;
    return {thread, kind, site != kNoSite ? site : 1000 + event_, event_};
  }
  std::uint32_t events() const { return event_; }
  std::size_t races() const { return detector.races().size(); }

  void create(ThreadId creator, ThreadId created) {
    detector.order().create_thread(at(creator, OperationKind::kThreadCreate), created);
  }
  void join(ThreadId joiner, ThreadId joined) {
    detector.order().join_thread(at(joiner, OperationKind::kThreadJoin), joined);
  }

  bool read(ThreadId thread, std::uint64_t address, std::uint64_t size = 4) {
    return detector.read(at(thread, OperationKind::kRead), address, size);
  }
  bool write(ThreadId thread, std::uint64_t address, std::uint64_t size = 4) {
    return detector.write(at(thread, OperationKind::kWrite), address, size);
  }

  void lock(ThreadId thread, std::uint64_t mutex) {
    detector.order().lock(at(thread, OperationKind::kLock), mutex);
  }
  void unlock(ThreadId thread, std::uint64_t mutex) {
    detector.order().unlock(at(thread, OperationKind::kUnlock), mutex);
  }
  void lock_shared(ThreadId thread, std::uint64_t mutex) {
    detector.order().lock_shared(at(thread, OperationKind::kSharedLock), mutex);
  }
  void unlock_shared(ThreadId thread, std::uint64_t mutex) {
    detector.order().unlock_shared(at(thread, OperationKind::kUnlock), mutex);
  }
  void release(ThreadId thread, std::uint64_t object) {
    detector.order().release(at(thread, OperationKind::kSemaphorePost), object);
  }
  void acquire(ThreadId thread, std::uint64_t object) {
    detector.order().acquire(at(thread, OperationKind::kSemaphoreWait), object);
  }
  void arrive(ThreadId thread, std::uint64_t barrier) {
    detector.order().arrive(at(thread, OperationKind::kBarrierWait), barrier);
  }
  void open(std::uint64_t barrier) { detector.order().open(barrier); }
  void leave(ThreadId thread, std::uint64_t barrier) {
    detector.order().leave(at(thread, OperationKind::kWake), barrier);
  }

  bool load(ThreadId thread, std::uint64_t address, std::memory_order order, std::uint64_t size = 4) {
    return detector.atomic_load(at(thread, OperationKind::kAtomicLoad), address, size, order);
  }
  bool store(ThreadId thread, std::uint64_t address, std::memory_order order, std::uint64_t size = 4) {
    return detector.atomic_store(at(thread, OperationKind::kAtomicStore), address, size, order);
  }
  bool update(ThreadId thread, std::uint64_t address, std::memory_order order, std::uint64_t size = 4) {
    return detector.atomic_update(at(thread, OperationKind::kAtomicUpdate), address, size, order);
  }
  void fence(ThreadId thread, std::memory_order order) {
    detector.order().fence(at(thread, OperationKind::kFence), order);
  }

 private:
  std::uint32_t event_ = 0;
};

}  // namespace heddle
