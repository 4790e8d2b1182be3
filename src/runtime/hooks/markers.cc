// Calls of include/heddle/heddle.h that mark a place in the program.
#include "runtime/state/finish.h"
#include "runtime/state/hot.h"

extern "C" void heddle_start_here() {
  using heddle::runtime::at_snapshot;
  using heddle::runtime::hot;
  if (hot.active && at_snapshot != nullptr && hot.watched_size == 0) at_snapshot();
}
