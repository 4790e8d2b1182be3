#include "event/operation.h"

#include <array>

namespace heddle {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(OperationKind::kCount)> kOperationNames = {
    "none",
    "read",
    "write",
    "atomic load",
    "atomic store",
    "atomic update",
    "fence",
    "create thread",
    "start",
    "join",
    "detach",
    "lock",
    "try-lock",
    "timed lock",
    "unlock",
    "relock",
    "wait",
    "wake",
    "signal",
    "broadcast",
    "shared lock",
    "shared try-lock",
    "shared timed lock",
    "semaphore wait",
    "semaphore try-wait",
    "semaphore post",
    "barrier wait",
    "once",
    "futex wait",
    "futex wake",
    "sleep",
    "yield",
    "exit",
    "receive",
    "send",
    "accept",
    "connect",
    "poll",
    "close",
    "file lock",
    "child wait",
    "signal wait",
    "send signal",
    "handle signal",
    "cancel",
    "free",
    "initialise",
    "destroy"};

}  // namespace

std::string_view to_string(OperationKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kOperationNames.size() ? kOperationNames[index] : std::string_view("unknown");
}

}  // namespace heddle
