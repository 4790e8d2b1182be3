#include "strategies/complete/reader.h"

#include <algorithm>

#include "event/access_detail.h"

namespace heddle::complete {

void Reader::begin(bool weak_memory) {
  weak_memory_ = weak_memory;
  names_ = {};
  threads_.clear();
  has_threads_ = false;
  living_ = 0;
  counted_.clear();
  number_of(kMainThread);  // the first
}

Reader::State& Reader::state(ThreadId thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1u);
  return threads_[thread];
}

Thread Reader::number_of(ThreadId thread) {
  State& own = state(thread);
  if (own.number == kNobody)
    own.number = numbers_.try_emplace(names_.of(thread), static_cast<Thread>(numbers_.size())).first->second;
  return own.number;
}

// While there is one thread, nothing can be in another order.
Reading Reader::unknown(OperationKind kind, Step& step) {
  step = {};
  if (is_alone()) return Reading::kStep;
  unknown_ = kind;
  return Reading::kUnknown;
}

// Of an object whose place is there already.
Reading Reader::read_object(OperationKind kind, ThreadId thread, Step& step) {
  switch (kind) {
    case OperationKind::kLock:
    case OperationKind::kRelock:
      step.act = Act::kLock;
      break;
    case OperationKind::kTryLock:
      step.act = Act::kTryLock;
      break;
    case OperationKind::kSharedLock:
      step.act = Act::kLockShared;
      break;
    case OperationKind::kSharedTryLock:
      step.act = Act::kTryLockShared;
      break;
    case OperationKind::kUnlock:
      step.act = Act::kUnlock;
      break;
    case OperationKind::kSemaphoreWait:
      step.act = Act::kTake;
      break;
    case OperationKind::kSemaphoreTryWait:
      step.act = Act::kTryTake;
      break;
    case OperationKind::kSemaphorePost:
      step.act = Act::kPost;
      break;
    case OperationKind::kWait: {
      // The mutex that is given up is not named: it must be the only one that the thread has.
      const State& own = state(thread);
      if (own.held.size() != 1) return unknown(kind, step);
      step.act = Act::kEnqueue;
      step.unlocks = own.held.front();
      break;
    }
    case OperationKind::kSignal:
      step.act = Act::kNotifyOne;
      break;
    case OperationKind::kBroadcast:
      step.act = Act::kNotifyAll;
      break;
    case OperationKind::kBarrierWait:
      step.act = Act::kArrive;
      break;
    case OperationKind::kInitialise:
    case OperationKind::kDestroy:
      step.act = Act::kTouch;
      break;
    default:
      return unknown(kind, step);
  }
  return step.where == kNowhere ? unknown(kind, step) : Reading::kStep;
}

Reading Reader::announced(ThreadId thread, const Operation& operation, Step& step) {
  step = {};
  if (operation.kind == OperationKind::kWake) step.act = Act::kWake;
  if (!is_one_of(operation.kind, kinds::kOnObjectsWithLifetime)) return Reading::kStep;
  step.where = places_.known_object(operation.location);
  return step.where == kNowhere ? Reading::kStep : read_object(operation.kind, thread, step);
}

Reading Reader::left_undone(ThreadId thread, const Operation& operation, Step& step) {
  if (is_one_of(operation.kind, kinds::kOnObjectsWithLifetime)) places_.object(operation.location);
  return announced(thread, operation, step);
}

Reading Reader::read(const heddle::Event& event, Step& step, bool& wrote) {
  step = {};
  wrote = false;
  if (!has_threads_ && event.kind != OperationKind::kThreadCreate) return Reading::kNothing;
  if (is_access(event.kind)) {  // to free memory is to write to all of it
    const Place* const found = places_.find(event);
    if (found == nullptr || event.size == 0) return unknown(event.kind, step);
    step.where = *found;
    wrote = heddle::wrote(event);
    step.act = event.kind == OperationKind::kAtomicUpdate ? Act::kUpdate : wrote ? Act::kWrite : Act::kRead;
    return weak_memory_ ? read_weakly(event, step) : Reading::kStep;
  }
  switch (event.kind) {
    case OperationKind::kThreadCreate:
      if (event.detail >= kNoThread) return unknown(event.kind, step);
      names_.look_for_creation(event);
      step.peer = number_of(static_cast<ThreadId>(event.detail));
      return Reading::kStep;
    case OperationKind::kThreadStart:
      step.act = Act::kStart;
      return Reading::kStep;
    case OperationKind::kThreadJoin:
      if (event.detail >= kNoThread) return unknown(event.kind, step);
      step.act = Act::kJoin;
      step.peer = number_of(static_cast<ThreadId>(event.detail));
      return Reading::kStep;
    case OperationKind::kWake:
      step.act = Act::kWake;
      if (event.detail != 0 || state(event.thread).waits_at == OperationKind::kFutexWait)
        return unknown(event.kind, step);
      return Reading::kStep;
    case OperationKind::kExit:
      step.act = Act::kExit;
      return Reading::kStep;
    case OperationKind::kFence:  // that is a point: of seq_cst
      if (weak_memory_) step.act = Act::kFence;
      return Reading::kStep;
    case OperationKind::kThreadDetach:
    case OperationKind::kSleep:
    case OperationKind::kYield:
      return Reading::kStep;
    default:
      break;
  }
  if (!is_one_of(event.kind, kinds::kOnObjectsWithLifetime)) return unknown(event.kind, step);
  step.where = places_.object(event.location);
  const Reading reading = read_object(event.kind, event.thread, step);
  if (reading == Reading::kStep && !note_use(step)) return unknown(event.kind, step);
  const bool is_plain_failure = step.act == Act::kUnlock || step.act == Act::kLock ||
                                step.act == Act::kLockShared || step.act == Act::kPost;
  if (reading == Reading::kStep && is_plain_failure && event.detail != 0) return unknown(event.kind, step);
  wrote = event.detail == 0;
  return reading;
}

// An access under weak memory. What the engine shows in another way than the model has it is not known:
// atomic operations of several sizes at one place, or of a size that no machine has, and a block that is
// freed, whose parts are one place.
Reading Reader::read_weakly(const heddle::Event& event, Step& step) {
  if (event.kind == OperationKind::kFree) return unknown(event.kind, step);
  step.ordering = is_atomic_access(event.kind) ? ordering_of(event) : Ordering::kVolatile;
  if (step.ordering == Ordering::kStated) return unknown(event.kind, step);
  if (step.ordering == Ordering::kVolatile) return Reading::kStep;
  const bool is_word = event.size <= 16 && (event.size & (event.size - 1)) == 0;
  return is_word && !places_.is_mixed(step.where) ? Reading::kStep : unknown(event.kind, step);
}

// seq_cst fences are operations. Others come right behind what their thread has done.
Reading Reader::read(const OrderNote& note, Step& step) {
  step = {};
  if (!weak_memory_ || !has_threads_) return Reading::kNothing;
  switch (note.kind) {
    case OrderKind::kFence:
      if (note.ordering == Ordering::kSequential || note.ordering == Ordering::kRelaxed)
        return Reading::kNothing;
      step.act = Act::kFence;
      step.ordering = note.ordering;
      return Reading::kStep;
    case OrderKind::kAllocate:
    case OrderKind::kForeign:
    case OrderKind::kEnterRegion:
    case OrderKind::kLeaveRegion:
    case OrderKind::kSees:
    case OrderKind::kStoresBehind:
      return Reading::kNothing;
    default:
      break;
  }
  return is_alone() ? Reading::kNothing : Reading::kUnknown;
}

// False: it begins anew with another count, perhaps.
bool Reader::note_use(const Step& step) {
  if (step.act == Act::kTouch) return !counted_.contains(step.where);
  const bool counts = step.act == Act::kTake || step.act == Act::kTryTake || step.act == Act::kPost ||
                      step.act == Act::kArrive;
  if (counts) counted_.insert(step.where);
  const bool shares = step.act == Act::kLockShared || step.act == Act::kTryLockShared;
  lets_nobody_go_ = lets_nobody_go_ || shares || step.act == Act::kTryTake;
  return true;
}

void Reader::performed(const heddle::Event& event, const Step& step) {
  State& own = state(event.thread);
  const bool failed = event.detail != 0;
  switch (step.act) {
    case Act::kLock:
    case Act::kTryLock:
      if (!failed) own.held.push_back(step.where);
      [[fallthrough]];
    case Act::kLockShared:
    case Act::kTryLockShared:
      own.locks += failed ? 0 : 1;
      break;
    case Act::kUnlock:
      std::erase(own.held, step.where);
      own.locks -= own.locks != 0 ? 1 : 0;
      break;
    case Act::kEnqueue:
      own.locks -= own.locks != 0 ? 1 : 0;
      std::erase(own.held, step.unlocks);
      break;
    case Act::kJoin:
      if (living_ > 0) --living_;
      break;
    default:
      break;
  }
  if (facts_of(event.kind).waits == OperationWaits::kBegins) own.waits_at = event.kind;
  if (event.kind == OperationKind::kThreadCreate && event.detail < kNoThread) {
    has_threads_ = true;
    ++living_;
  }
}

}  // namespace heddle::complete
