#include "runtime/state/globals.h"

namespace heddle::runtime {

Hot hot;
Program* the_program = nullptr;
FinishExecution finish_execution = nullptr;
bool process_goes_on = false;
void (*before_first_thread)() = nullptr;
void (*at_snapshot)() = nullptr;
bool snapshot_at_region = false;

}  // namespace heddle::runtime
