#include "runtime/debugger.h"

#include <cstddef>

#include "event/operation.h"
#include "runtime/hot.h"
#include "runtime/scheduler.h"

extern "C" {
heddle::runtime::DebuggerView heddle_debugger{};

[[gnu::noinline]] void heddle_failure() {
  asm volatile("");
}
}

namespace heddle::runtime {

bool debugged = false;

namespace {

constexpr std::size_t kOperations = static_cast<std::size_t>(OperationKind::kCount);
const char* operation_names[kOperations];

std::uint64_t address_of(const void* object) {
  return reinterpret_cast<std::uint64_t>(object);
}

}  // namespace

void describe_to_debugger() {
  for (std::size_t i = 0; i < kOperations; ++i)
    operation_names[i] = to_string(static_cast<OperationKind>(i)).data();  // literals: they end in a zero
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
  heddle_debugger = {.version = DebuggerView::kVersion,
                     .threads = address_of(scheduler().thread_list()),
                     .current = address_of(&hot.current),
                     .name = offsetof(Thread, name),
                     .registers = offsetof(Thread, registers),
                     .finished = offsetof(Thread, finished),
                     .enabled = offsetof(Thread, enabled),
                     .operation = offsetof(Thread, next) + offsetof(Operation, kind),
                     .operation_names = address_of(operation_names),
                     .operation_count = kOperations};
#pragma GCC diagnostic pop
}

}  // namespace heddle::runtime
