// The functions of libgomp and libomp behind Heddle's: what a program calls that is not under control.
#pragma once

#include "runtime/naming/call_site.h"
#include "runtime/state/hot.h"

namespace heddle::runtime::openmp {

// Ends the process with a message if no library has it.
void* find_native(const char* name);

}  // namespace heddle::runtime::openmp

// First of all in a function of that name.
#define HEDDLE_UNLESS_CONTROLLED(name, ...)                                               \
  if (!::heddle::runtime::hot.active) [[unlikely]] {                                      \
    static const auto next =                                                              \
        reinterpret_cast<decltype(&name)>(::heddle::runtime::openmp::find_native(#name)); \
    return next(__VA_ARGS__);                                                             \
  }

// The line of the program that calls an OpenMP function.
#define HEDDLE_SITE ::heddle::runtime::user_site(HEDDLE_CALL_SITE)
