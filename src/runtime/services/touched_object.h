// Which operations use the object that they are about.
#pragma once

#include "event/operation.h"

namespace heddle::runtime {

inline bool touches_object(const Operation& operation) {
  // The kernel does not look at the word, and locks of libraries wake others after the store that lets those
  // free it. The language does not allow it: std::atomic::notify_one is a call on an object that must be
  // alive.
  if (operation.kind == OperationKind::kFutexWake && operation.size == 0) return false;
  return is_one_of(operation.kind, kinds::kTouchingObjects);
}

}  // namespace heddle::runtime
