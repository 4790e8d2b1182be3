#include "event/operation.h"

#include <array>

namespace heddle {

namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(OperationKind::kCount)> kNames = {
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
    "cancel"};

}  // namespace

std::string_view to_string(OperationKind kind) {
  const auto index = static_cast<std::size_t>(kind);
  return index < kNames.size() ? kNames[index] : std::string_view("unknown");
}

bool Operation::conflicts_with(const Operation& other) const {
  if (is_access(kind) && is_access(other.kind)) {
    if ((!writes(kind) && !writes(other.kind)) || size == 0 || other.size == 0) return false;
    // The largest size stands for all that are larger: such an access may reach any distance.
    constexpr std::uint8_t kOrMore = 255;
    const auto reaches = [](const Operation& from, std::uint64_t to) {
      return from.size == kOrMore || to < from.address + from.size;
    };
    return address <= other.address ? reaches(*this, other.address) : reaches(other, address);
  }
  if (is_access(kind) != is_access(other.kind)) return false;
  return address != 0 && address == other.address;
}

}  // namespace heddle
