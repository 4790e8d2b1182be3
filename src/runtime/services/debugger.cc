#include "runtime/services/debugger.h"

#include <cstddef>
#include <string>

#include "event/operation.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"

extern "C" {
heddle::runtime::DebuggerView heddle_debugger{};

[[gnu::noinline]] void heddle_failure() {
  asm volatile("");
}

[[gnu::noinline]] void heddle_debugger_event() {
  asm volatile("");
}
}

namespace heddle::runtime {

namespace {

bool debugged = false;

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
                     .threads = address_of(&program().threads),
                     .current = address_of(&hot.current),
                     .name = offsetof(Thread, name),
                     .registers = offsetof(Thread, registers),
                     .finished = offsetof(Thread, finished),
                     .enabled = offsetof(Thread, enabled),
                     .operation = offsetof(Thread, next) + offsetof(Operation, kind),
                     .operation_names = address_of(operation_names),
                     .operation_count = kOperations,
                     .object = offsetof(Thread, next) + offsetof(Operation, address),
                     .event = 0,
                     .events = 0,
                     .performed = 0,
                     .stop_at = 0,
                     .stop_at_switch = 0};
#pragma GCC diagnostic pop
}

void let_debugger_watch(const Recording& recording, const Schedule& schedule) {
  debugged = true;
  heddle_debugger.events = 0;
  for (const Run& run : schedule) heddle_debugger.events += run.steps;
  heddle_debugger.performed = address_of(&recording.events_count);
  heddle_debugger.stop_at = 1;
}

void forget_debugger() {
  debugged = false;
}

namespace {

void show_event() {
  const Recording& recording = *hot.recording;
  const std::uint64_t before = recording.events_count;
  const bool switched = before != 0 && recording.events[before - 1].thread != hot.current->id;
  volatile DebuggerView& view = heddle_debugger;  // the debugger writes to it behind the compiler's back
  view.event = before + 1;
  if (view.event == view.stop_at || (switched && view.stop_at_switch != 0)) heddle_debugger_event();
}

void show_divergence(const Divergence& divergence) {
  const std::string text = "heddle: the program went another way than the schedule at event " +
                           std::to_string(divergence.step + 1) + ": " + divergence.reason + "\n";
  raw_syscall(SYS_write, 2, text.data(), text.size());
}

class Link final : public DebuggerLink {
 public:
  bool is_watching() override { return debugged; }
  void show_event() override { runtime::show_event(); }
  void show_failure() override { heddle_failure(); }
  void show_divergence(const Divergence& divergence) override { runtime::show_divergence(divergence); }
};
constinit Link link_to_debugger;

}  // namespace

DebuggerLink& debugger_link() {
  return link_to_debugger;
}

}  // namespace heddle::runtime
