#include "report/step_text.h"

#include <fmt/format.h>

#include "report/text.h"
#include "report/value_text.h"

namespace heddle::report {

namespace {

std::string access_text(const Event& event, const AccessValue& value, const ObjectName& object) {
  const std::string name = object.known() ? object.plain() : "memory";
  const std::string before = value_text(value.before, event.size, object.type);
  const std::string after = value_text(value.after, event.size, object.type);
  switch (event.kind) {
    case OperationKind::kFree:
      return "free " + name;
    case OperationKind::kRead:
    case OperationKind::kAtomicLoad:
      return fmt::format("{} → {}", name, before);
    case OperationKind::kAtomicUpdate:
      return wrote(event) ? fmt::format("{} → {} = {}", name, before, after)
                          : fmt::format("{} → {}, left as it is", name, before);
    default:
      return fmt::format("{} = {}", name, after);
  }
}

std::string thread_name(ThreadNames threads, std::uint32_t thread) {
  return thread < threads.size() ? visible(threads[thread]) : fmt::format("thread {}", thread);
}

}  // namespace

std::string step_text(const Event& event, const AccessValue& value, const ObjectName& object,
                      ThreadNames threads) {
  if (is_access(event.kind)) return access_text(event, value, object);
  const bool failed = event.detail == 1;
  const auto about = [&](std::string_view deed) {
    return object.known() ? fmt::format("{} {}", deed, object.plain()) : std::string(deed);
  };
  switch (event.kind) {
    case OperationKind::kThreadCreate:
      return "create " + thread_name(threads, event.detail);
    case OperationKind::kThreadStart:
      return "starts";
    case OperationKind::kThreadJoin:
      return event.site == kNoSite ? "join all" : "join " + thread_name(threads, event.detail);
    case OperationKind::kThreadDetach:
      return "detach " + thread_name(threads, event.detail);
    case OperationKind::kLock:
      return about("lock");
    case OperationKind::kTryLock:
      return about("try lock") + (failed ? ": in vain" : "");
    case OperationKind::kTimedLock:
      return about("lock") + (failed ? ": too late" : "");
    case OperationKind::kRelock:
      return about("lock again");
    case OperationKind::kUnlock:
      return about("unlock");
    case OperationKind::kSharedLock:
      return about("lock to read");
    case OperationKind::kSharedTryLock:
      return about("try lock to read") + (failed ? ": in vain" : "");
    case OperationKind::kSharedTimedLock:
      return about("lock to read") + (failed ? ": too late" : "");
    case OperationKind::kWait:
      return about("wait on");
    case OperationKind::kWake:
      return about(failed ? "no longer waits on" : "woken on");
    case OperationKind::kSignal:
      return about("signal") + (failed ? ": no thread waits" : "");
    case OperationKind::kBroadcast:
      return about("signal all on") + (failed ? ": no thread waits" : "");
    case OperationKind::kSemaphoreWait:
      return about("take") + (failed ? ": in vain" : "");
    case OperationKind::kSemaphoreTryWait:
      return about("try take") + (failed ? ": in vain" : "");
    case OperationKind::kSemaphorePost:
      return about("post");
    case OperationKind::kBarrierWait:
      return about("arrive at");
    case OperationKind::kInitialise:
      return about("initialise");
    case OperationKind::kDestroy:
      return about("destroy");
    case OperationKind::kOnce:
      return about(failed ? "already done:" : "initialise");
    case OperationKind::kExit:
      return fmt::format("exit with status {}", event.detail);
    default:
      return about(to_string(event.kind));
  }
}

}  // namespace heddle::report
