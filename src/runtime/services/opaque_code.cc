#include "runtime/services/opaque_code.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <algorithm>
#include <span>
#include <vector>

#include "runtime/arch/atomic_instructions.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/engine/scheduler.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/load_map.h"
#include "runtime/naming/loaded_modules.h"

namespace heddle::runtime::opaque {

namespace {

bool watching = false;

struct CodeSegment {
  std::uint64_t start;
  std::uint64_t size;
};

struct Code {
  std::vector<CodeSegment> opaque;
  std::vector<CodeSegment> visible;
};

// Lasting: found before the program runs.
Code* code;
bool opaque_is_executable = true;  // now
bool is_lost = false;              // who goes over is not seen any more

bool lies_in(const std::vector<CodeSegment>& segments, std::uint64_t address) {
  return std::any_of(segments.begin(), segments.end(),
                     [&](const CodeSegment& each) { return address - each.start < each.size; });
}

void protect(const std::vector<CodeSegment>& segments, bool executable) {
  for (const CodeSegment& each : segments)
    raw_syscall(SYS_mprotect, each.start, each.size, PROT_READ | (executable ? PROT_EXEC : 0));
}

void make_executable(bool opaque) {
  opaque_is_executable = opaque;
  protect(opaque ? code->visible : code->opaque, false);
  protect(opaque ? code->opaque : code->visible, true);
}

int visit_module(dl_phdr_info* info, std::size_t, void* found) {
  constexpr std::uint64_t kPage = 4096;
  const LoadMap& map = load_map();
  for (const ElfW(Phdr) & segment : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    const std::uint64_t first = info->dlpi_addr + segment.p_vaddr;
    const int index = map.module_at(first);
    if (index < 0) continue;
    const Module& module = map.table().modules[static_cast<std::size_t>(index)];
    const std::uint64_t start = first / kPage * kPage;
    const CodeSegment pages{start, (first + segment.p_memsz - start + kPage - 1) / kPage * kPage};
    if (module.instrumented)
      static_cast<Code*>(found)->visible.push_back(pages);
    else if (is_opaque(module) &&
             has_atomic_instructions({reinterpret_cast<const std::uint8_t*>(first), segment.p_memsz}))
      static_cast<Code*>(found)->opaque.push_back(pages);
  }
  return 0;
}

// Whether there is opaque code that was not there before.
bool find() {
  const AllocateAs lasting(Lifetime::kLasting);
  const std::size_t before = code->opaque.size();
  code->opaque.clear();
  code->visible.clear();
  dl_iterate_phdr(visit_module, code);
  return code->opaque.size() > before;
}

void note(OrderKind kind, SiteId entered) {
  scheduler().note_order(kind, kNoLocation, entered);
}

SiteId site_of(const CodeSegment& segment) {
  return load_map().site_of(segment.start);
}

// The thread that has been running may have been in code that it has just loaded, and has released what it
// did. It could not acquire anything there: no other thread has been there before.
void look_for_new_code() {
  if (!look_for_modules()) return;
  if (find()) note(OrderKind::kEnterOpaque, site_of(code->opaque.back()));
  make_executable(opaque_is_executable);
}

// The current thread stops here, and another one goes on.
class Watcher final : public SwitchWatcher {
 public:
  void leave() override {
    if (is_lost)
      note(OrderKind::kEnterOpaque, site_of(code->opaque.front()));
    else
      look_for_new_code();
  }
  void resume(const Thread& thread) override {
    const bool is_opaque = thread.entered_opaque_code != kNoSite;
    if (is_lost)
      note(OrderKind::kLeaveOpaque, site_of(code->opaque.front()));
    else if (is_opaque != opaque_is_executable)
      make_executable(is_opaque);
  }
};
constinit Watcher watcher;

}  // namespace

bool may_be_here() {
  return load_map().has_opaque_modules();
}

void watch() {
  const AllocateAs lasting(Lifetime::kLasting);
  code = new Code;
  find();
  watching = true;
  scheduler().let_watch_switches(&watcher);
  make_executable(false);
}

bool went_over(std::uint64_t pc) {
  if (!watching || is_lost) return false;
  const bool enters = !opaque_is_executable && lies_in(code->opaque, pc);
  const bool leaves = opaque_is_executable && lies_in(code->visible, pc);
  if (!enters && !leaves) return false;
  make_executable(enters);
  if (!hot.active) return true;
  SiteId& entered = scheduler().current().entered_opaque_code;
  if (enters) entered = load_map().site_of(pc);
  note(enters ? OrderKind::kEnterOpaque : OrderKind::kLeaveOpaque, entered);
  if (leaves) entered = kNoSite;
  return true;
}

void lose_sight() {
  if (!watching || is_lost || code->opaque.empty()) return;
  is_lost = true;
  protect(code->opaque, true);
  protect(code->visible, true);
  if (!hot.active) return;
  watcher.leave();
  watcher.resume(scheduler().current());
}

}  // namespace heddle::runtime::opaque
