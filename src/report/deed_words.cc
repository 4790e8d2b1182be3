#include "report/deed_words.h"

namespace heddle::report {

DeedWords deed_words(OperationKind kind) {
  if (is_acquisition(kind)) return {"locks", "locked"};
  switch (kind) {
    case OperationKind::kRead:
      return {"reads", "read"};
    case OperationKind::kWrite:
      return {"writes", "wrote"};
    case OperationKind::kAtomicLoad:
      return {"atomically reads", "read atomically"};
    case OperationKind::kAtomicStore:
      return {"atomically writes", "wrote atomically"};
    case OperationKind::kAtomicUpdate:
      return {"atomically updates", "updated atomically"};
    case OperationKind::kFree:
      return {"frees", "freed"};
    case OperationKind::kUnlock:
      return {"unlocks", "unlocked"};
    case OperationKind::kWait:
    case OperationKind::kBarrierWait:
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTryWait:
      return {"waits on", "waited on"};
    case OperationKind::kSignal:
    case OperationKind::kBroadcast:
      return {"signals", "signalled"};
    case OperationKind::kSemaphorePost:
      return {"posts", "posted"};
    case OperationKind::kInitialise:
      return {"initialises", "initialised"};
    case OperationKind::kDestroy:
      return {"destroys", "destroyed"};
    case OperationKind::kClose:
      return {"closes", "closed"};
    case OperationKind::kFutexWake:
      return {"notifies", "notified"};
    default:
      return {"uses", "used"};
  }
}

}  // namespace heddle::report
