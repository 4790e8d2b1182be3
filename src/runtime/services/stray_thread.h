// Kernel threads that Heddle did not make: of a clone system call, or of a library that has its own way. They
// run beside the one thread that is under control, so nothing that they do can be repeated. The first one
// that calls us ends the run, with the reason.
#pragma once

#include "event/ids.h"
#include "runtime/arch/context.h"
#include "runtime/engine/services.h"
#include "runtime/state/hot.h"
#include "runtime/state/thread.h"

namespace heddle::runtime::stray {

// Under control: the thread that runs this is none of the program's. Each has a thread pointer of its own.
bool is_certain();
inline bool is_here() {
  return (thread_pointer() != hot.current->thread_pointer || hot.thread_pointer_is_shared) && is_certain();
}

enum class Deed : std::uint8_t { kCall, kCrash };
[[noreturn]] void end_run(Deed deed, SiteId site);

// Ends the run if the caller is such a thread.
inline void check(SiteId site) {
  if (is_here()) [[unlikely]]
    end_run(Deed::kCall, site);
}

// The process has been forked: whatever threads there are by now are not the program's. An emulator has some
// of its own.
void before_fork();
void begin_process();
// Whether the process has any: one of them may do what all others wait for.
bool exist();

// The same, as the engine asks it.
StrayThreads& threads();

// What the user reads; for 0 there was none.
const char* reason(std::uint32_t deed);

}  // namespace heddle::runtime::stray
