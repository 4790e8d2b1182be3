#include "runtime/opaque_code.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <span>
#include <vector>

#include "runtime/arch/atomic_instructions.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/arena.h"
#include "runtime/names.h"
#include "runtime/scheduler.h"

namespace heddle::runtime::opaque {

bool watching = false;

namespace {

struct CodeSegment {
  std::uint64_t start;
  std::uint64_t size;
};

// Lasting: found once by the explorer, for all that it forks.
std::vector<CodeSegment>* opaque_code;
std::vector<CodeSegment>* visible_code;
bool opaque_is_executable = true;  // now

bool lies_in(const std::vector<CodeSegment>& segments, std::uint64_t address) {
  for (const CodeSegment& each : segments)
    if (address - each.start < each.size) return true;
  return false;
}

void protect(const std::vector<CodeSegment>& segments, bool executable) {
  for (const CodeSegment& each : segments)
    raw_syscall(SYS_mprotect, each.start, each.size, PROT_READ | (executable ? PROT_EXEC : 0));
}

void make_executable(bool opaque) {
  if (opaque == opaque_is_executable) return;
  opaque_is_executable = opaque;
  // The one that is taken away first: between the two calls only this code runs.
  protect(opaque ? *visible_code : *opaque_code, false);
  protect(opaque ? *opaque_code : *visible_code, true);
}

int visit_module(dl_phdr_info* info, std::size_t, void*) {
  const LoadMap& map = load_map();
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    const std::uint64_t first = info->dlpi_addr + segment.p_vaddr;
    const int index = map.module_at(first);
    if (index < 0) continue;
    const Module& module = map.table().modules[static_cast<std::size_t>(index)];
    const std::uint64_t start = first & ~4095ull;
    const CodeSegment code{start, ((first + segment.p_memsz + 4095) & ~4095ull) - start};
    if (module.instrumented)
      visible_code->push_back(code);
    else if (index != 0 && !is_system_library(module.path) &&
             has_atomic_instructions({reinterpret_cast<const std::uint8_t*>(first), segment.p_memsz}))
      opaque_code->push_back(code);
  }
  return 0;
}

}  // namespace

void find() {
  if (opaque_code != nullptr) return;
  const AllocateAs lasting(Lifetime::kLasting);
  opaque_code = new std::vector<CodeSegment>;
  visible_code = new std::vector<CodeSegment>;
  dl_iterate_phdr(visit_module, nullptr);
}

void watch() {
  if (opaque_code->empty() || visible_code->empty()) return;
  watching = true;
  make_executable(false);
}

bool went_over(std::uint64_t pc) {
  if (!watching) return false;
  const bool enters = !opaque_is_executable && lies_in(*opaque_code, pc);
  const bool leaves = opaque_is_executable && lies_in(*visible_code, pc);
  if (!enters && !leaves) return false;
  make_executable(enters);
  if (!hot.active) return true;
  Scheduler& engine = scheduler();
  engine.current().in_opaque_code = enters;
  engine.note_order(enters ? OrderKind::kEnterOpaque : OrderKind::kLeaveOpaque, kNoLocation,
                    load_map().site_of(pc));
  return true;
}

void resume(const Thread& thread) {
  make_executable(thread.in_opaque_code);
}

void stop() {
  if (!watching) return;
  watching = false;
  protect(*opaque_code, true);
  protect(*visible_code, true);
}

}  // namespace heddle::runtime::opaque
