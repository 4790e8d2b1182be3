// __tsan_read*, __tsan_write* and their relatives: called by the program before each memory access.
#include "instrument/assembly_hook.h"
#include "runtime/hooks/access.h"
#include "runtime/hooks/memory_call.h"
#include "runtime/memory/plain_memory.h"
#include "runtime/naming/loaded_modules.h"

using heddle::OperationKind;
using heddle::runtime::announce_atomic;
using heddle::runtime::hot;
using heddle::runtime::load_map;
using heddle::runtime::look_for_modules;
using heddle::runtime::MemoryCall;
using heddle::runtime::performed_atomic;
using heddle::runtime::plain;
using heddle::runtime::plain_access;
using heddle::runtime::uncommon_access;

#define HEDDLE_PC __builtin_return_address(0)

namespace {

void range_access(const void* memory, std::size_t size, bool write, const void* pc) {
  if (hot.active && size != 0)
    uncommon_access(reinterpret_cast<std::uint64_t>(memory), size, write,
                    reinterpret_cast<std::uint64_t>(pc));
}

// A volatile variable is how old programs write a flag: for scheduling it is an atomic. The access itself
// follows the hook.
void volatile_access(const void* memory, unsigned size, bool write, const void* pc) {
  if (!hot.active) return;
  announce_atomic(write ? OperationKind::kAtomicStore : OperationKind::kAtomicLoad, memory, size, pc);
  performed_atomic(false, heddle::Ordering::kVolatile, write);
}

}  // namespace

extern "C" {

// Comes before an `asm` statement, which does the access (instrument/gcc_plugin.cc). What threads synchronise
// with by hand is as strong as it can be: the text does not say it in all cases.
void __heddle_assembly_access(const void* memory, std::size_t size, int what) {
  if (!hot.active) return;
  const auto deed = static_cast<unsigned>(what);
  const bool reads = (deed & heddle::instrument::kAssemblyReads) != 0;
  const bool writes = (deed & heddle::instrument::kAssemblyWrites) != 0;
  constexpr std::size_t kLargestVolatile = 16;
  if ((deed & heddle::instrument::kAssemblyAtomic) != 0) {
    const OperationKind update = reads ? OperationKind::kAtomicUpdate : OperationKind::kAtomicStore;
    announce_atomic(writes ? update : OperationKind::kAtomicLoad, memory, static_cast<unsigned>(size),
                    HEDDLE_PC);
    performed_atomic(false, heddle::Ordering::kSequential, writes);
  } else if ((deed & heddle::instrument::kAssemblyVolatile) != 0 && size <= kLargestVolatile) {
    if (reads) volatile_access(memory, static_cast<unsigned>(size), false, HEDDLE_PC);
    if (writes) volatile_access(memory, static_cast<unsigned>(size), true, HEDDLE_PC);
  } else {
    if (reads) range_access(memory, size, false, HEDDLE_PC);
    if (writes) range_access(memory, size, true, HEDDLE_PC);
  }
}

// Called by the first constructor of every instrumented module: one that came by dlopen is known from its
// first step on.
void __tsan_init() {
  if (hot.active && load_map().module_at(reinterpret_cast<std::uint64_t>(HEDDLE_PC)) < 0) look_for_modules();
}

#define HEDDLE_ACCESS_HOOKS(size)                                                                          \
  void __tsan_read##size(void* memory) {                                                                   \
    plain_access<false, size>(memory, HEDDLE_PC);                                                          \
  }                                                                                                        \
  void __tsan_write##size(void* memory) {                                                                  \
    plain_access<true, size>(memory, HEDDLE_PC);                                                           \
  }                                                                                                        \
  void __tsan_unaligned_read##size(void* memory) {                                                         \
    range_access(memory, size, false, HEDDLE_POINT);                                                       \
  }                                                                                                        \
  void __tsan_unaligned_write##size(void* memory) {                                                        \
    range_access(memory, size, true, HEDDLE_POINT);                                                        \
  }                                                                                                        \
  void __tsan_volatile_read##size(void* memory) {                                                          \
    volatile_access(memory, size, false, HEDDLE_POINT);                                                    \
  }                                                                                                        \
  void __tsan_volatile_write##size(void* memory) {                                                         \
    volatile_access(memory, size, true, HEDDLE_POINT);                                                     \
  }                                                                                                        \
  void __tsan_unaligned_volatile_read##size(void* memory) {                                                \
    volatile_access(memory, size, false, HEDDLE_POINT);                                                    \
  }                                                                                                        \
  void __tsan_unaligned_volatile_write##size(void* memory) {                                               \
    volatile_access(memory, size, true, HEDDLE_POINT);                                                     \
  }                                                                                                        \
  void __tsan_read##size##_pc(void* memory, void* pc) {                                                    \
    plain_access<false, size>(memory, pc);                                                                 \
  }                                                                                                        \
  void __tsan_write##size##_pc(void* memory, void* pc) {                                                   \
    plain_access<true, size>(memory, pc);                                                                  \
  }                                                                                                        \
  /* A read and a write with nothing between them in the source; two steps, like the compilers that report \
   * them so. */                                                                                           \
  void __tsan_read_write##size(void* memory) {                                                             \
    plain_access<false, size>(memory, HEDDLE_PC);                                                          \
    plain_access<true, size>(memory, HEDDLE_PC);                                                           \
  }                                                                                                        \
  void __tsan_unaligned_read_write##size(void* memory) {                                                   \
    range_access(memory, size, false, HEDDLE_POINT);                                                       \
    range_access(memory, size, true, HEDDLE_POINT);                                                        \
  }

HEDDLE_ACCESS_HOOKS(1)
HEDDLE_ACCESS_HOOKS(2)
HEDDLE_ACCESS_HOOKS(4)
HEDDLE_ACCESS_HOOKS(8)
HEDDLE_ACCESS_HOOKS(16)

// What programs call where they load and store at addresses that are no multiples of the size.
#define HEDDLE_UNALIGNED_HOOKS(bits)                                                \
  std::uint##bits##_t __sanitizer_unaligned_load##bits(const void* memory) {        \
    std::uint##bits##_t value;                                                      \
    range_access(memory, sizeof value, false, HEDDLE_PC);                           \
    __builtin_memcpy(&value, memory, sizeof value);                                 \
    return value;                                                                   \
  }                                                                                 \
  void __sanitizer_unaligned_store##bits(void* memory, std::uint##bits##_t value) { \
    range_access(memory, sizeof value, true, HEDDLE_PC);                            \
    __builtin_memcpy(memory, &value, sizeof value);                                 \
  }

HEDDLE_UNALIGNED_HOOKS(16)
HEDDLE_UNALIGNED_HOOKS(32)
HEDDLE_UNALIGNED_HOOKS(64)

void __tsan_read_range(void* memory, std::size_t size) {
  range_access(memory, size, false, HEDDLE_POINT);
}
void __tsan_write_range(void* memory, std::size_t size) {
  range_access(memory, size, true, HEDDLE_POINT);
}
void __tsan_read_range_pc(void* memory, std::size_t size, void* pc) {
  range_access(memory, size, false, pc);
}
void __tsan_write_range_pc(void* memory, std::size_t size, void* pc) {
  range_access(memory, size, true, pc);
}
// Destructors write the value that is there already: that is no write to anybody.
void __tsan_vptr_update(void** memory, void* value) {
  if (*memory != value)
    plain_access<true, 8>(memory, HEDDLE_PC);
  else
    plain_access<false, 8>(memory, HEDDLE_PC);
}
void __tsan_vptr_read(void** memory) {
  plain_access<false, 8>(memory, HEDDLE_PC);
}

void* __tsan_memcpy(void* target, const void* source, std::size_t size) {
  if (!hot.active) return plain().memcpy(target, source, size);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return target;
}
void* __tsan_memmove(void* target, const void* source, std::size_t size) {
  if (!hot.active) return plain().memmove(target, source, size);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return target;
}
void* __tsan_memset(void* target, int value, std::size_t size) {
  if (!hot.active) return plain().memset(target, value, size);
  MemoryCall(HEDDLE_CALL_SITE).fill(target, value, size);
  return target;
}

}  // extern "C"
