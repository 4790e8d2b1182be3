// The globals that the parts of the runtime share. There are no others: what else is global belongs to one
// file, and is reached through its functions.
//
//   hot               the few words that every hook reads
//   program()         the program under control: threads, clock, options, what is known of its memory
//   scheduler()       the engine (engine/scheduler.h)
//   load_map()        the modules of the process (naming/load_map.h)
//   finish_execution, process_goes_on, before_first_thread, at_snapshot    how an execution ends
//   (state/finish.h)
//
// All of them are made by set_up_runtime() (isolation/setup.h), before anything can be under control.
#pragma once

#include "runtime/state/finish.h"
#include "runtime/state/hot.h"
#include "runtime/state/program.h"

namespace heddle::runtime {

[[gnu::visibility("hidden")]] extern Program* the_program;
inline Program& program() {
  return *the_program;
}

}  // namespace heddle::runtime
