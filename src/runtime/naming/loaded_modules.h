// Libraries that come and go while the program runs (dlopen, dlclose).
#pragma once

#include <cstdint>
#include <span>

#include "runtime/state/recording.h"

namespace heddle::runtime {

// An execution begins: what is known by now need not be told again.
void begin_modules();

// Somebody was met in code that is not known, or the program ends: looks what was loaded since. What is new
// is written down for the explorer, so that it keeps its sites in later executions. True: there was a change.
bool look_for_modules();

// In the explorer, after an execution.
void learn_modules(std::span<const std::uint8_t> written);

}  // namespace heddle::runtime
