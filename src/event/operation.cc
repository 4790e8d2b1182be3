#include "event/operation.h"

#include "event/operation_words.h"

namespace heddle {

namespace {

constexpr std::array<OperationWords, kOperationKinds> kOperationWords = {{
#define OPERATION(kind, name, object, act, waits, ...) {__VA_ARGS__},
#include "event/operation_kinds.def"
#undef OPERATION
}};

}  // namespace

std::string_view to_string(OperationKind kind) {
  return kind < OperationKind::kCount ? facts_of(kind).name : std::string_view("unknown");
}

const OperationWords& words_of(OperationKind kind) {
  return kOperationWords[kind < OperationKind::kCount ? static_cast<std::size_t>(kind) : 0];
}

std::string_view noun_of(OperationObject object) {
  switch (object) {
    case OperationObject::kMemory:
    case OperationObject::kWord:
      return "memory";
    case OperationObject::kVariable:
      return "a variable";
    case OperationObject::kMutex:
      return "a mutex";
    case OperationObject::kReadWriteLock:
      return "a read-write lock";
    case OperationObject::kCondition:
    case OperationObject::kAwaited:
      return "a condition variable";
    case OperationObject::kSemaphore:
      return "a semaphore";
    case OperationObject::kBarrier:
      return "a barrier";
    case OperationObject::kOnceFlag:
      return "an object";
    case OperationObject::kTurn:
      return "a loop";
    case OperationObject::kAnyObject:
      return "a synchronisation object";
    default:
      return "";
  }
}

}  // namespace heddle
