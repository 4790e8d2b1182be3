#include "runtime/engine/values.h"

#include <sys/uio.h>
#include <cstring>

#include "event/hash.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/memory/heap.h"
#include "runtime/naming/names.h"
#include "runtime/state/globals.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

namespace {

// False where nothing is mapped: the access itself is the one that is to crash.
bool copy(void* to, std::uint64_t from, std::size_t size, bool surely_mapped) {
  if (surely_mapped) {
    std::memcpy(to, reinterpret_cast<const void*>(from), size);
    return true;
  }
  const iovec local{to, size}, remote{reinterpret_cast<void*>(from), size};
  return raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid), &local, 1, &remote, 1, 0) ==
         static_cast<long>(size);
}

// What nobody may read, and what no write of the program leaves behind.
constexpr std::uint64_t kFreed = 0xf4ee'f4ee'f4ee'f4eeull;

// Pointers that depend on the order in which others allocated or started.
std::uint64_t named(std::uint64_t value) {
  if (value < 4096) return value;
  if (heap::owns(reinterpret_cast<const void*>(value)) && heap::find(value).start != 0)
    return name_of(value).key();
  for (const Thread* thread : program().threads) {
    if (value == static_cast<std::uint64_t>(thread->handle)) return combine(thread->name_hash, 1);
    if (value >= thread->stack_low && value < thread->stack_high) return name_of(value).key();
  }
  return value;
}

}  // namespace

std::uint64_t ValueRecorder::value_at(const Operation& operation) const {
  if (!readable_) return 0;
  // What is shared is there; in an execution that is explained everything has a location.
  const bool surely_mapped = pointers_ == Pointers::kNamed && operation.location != kNoLocation;
  unsigned char bytes[256] = {};
  if (!copy(bytes, operation.address, operation.size, surely_mapped)) return 0;
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  if (operation.size == sizeof value) return pointers_ == Pointers::kNamed ? named(value) : value;
  if (operation.size < sizeof value) return value;
  for (std::size_t at = sizeof value; at < operation.size; at += sizeof value) {
    std::uint64_t more = 0;
    std::memcpy(&more, bytes + at, sizeof more);
    value = combine(value, more);
  }
  return value;
}

void ValueRecorder::before(const Operation& operation) {
  if (is_access(operation.kind)) before_ = value_at(operation);
}

void ValueRecorder::record(const Operation& operation) {
  Recording& recording = *hot.recording;
  const std::uint64_t event = recording.events_count - 1;
  if (event >= hot.recording->room.explained) return;
  AccessValue value;
  if (operation.address != 0) {
    const Location name = name_of(operation.address);
    value.object = name.object_key();
    value.offset = name.offset;
  }
  if (operation.kind == OperationKind::kFree) {
    value.after = kFreed;
  } else if (is_told_ && is_atomic_access(operation.kind) && operation.size <= sizeof value.before) {
    value.before = before_;
    value.after = after_;
  } else if (is_access(operation.kind)) {
    value.before = is_plain_access(operation.kind) ? value_at(operation) : before_;
    value.after = value.before;
    unsettled_ = writes(operation.kind);
    unsettled_event_ = event;
    unsettled_write_ = operation;
  }
  is_told_ = false;
  recording.values[event] = value;
  recording.values_count = event + 1;
  if (!is_access(operation.kind) || operation.kind == OperationKind::kFree) return;
  look_at(value.before, operation.size, event);
  if (value.after != value.before) look_at(value.after, operation.size, event);
}

void ValueRecorder::settle() {
  if (!unsettled_) return;
  unsettled_ = false;
  const std::uint64_t after = value_at(unsettled_write_);
  hot.recording->values[unsettled_event_].after = after;
  look_at(after, unsettled_write_.size, unsettled_event_);
}

}  // namespace heddle::runtime
