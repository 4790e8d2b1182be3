#include "runtime/system/real.h"

#include <dlfcn.h>

#include "runtime/system/definitions.h"
#include "runtime/system/large.h"

namespace heddle::runtime {

namespace {

HEDDLE_LARGE RealFunctions functions;
bool looked_up = false;

// As from here: dlsym is interposed (interpose/dynamic_symbols.cc).
void* real_dlsym(const char* name) {
  using FindSymbol = void* (*)(void*, const char*);
  static const auto find = reinterpret_cast<FindSymbol>(next_definition("dlsym"));
  return find(RTLD_NEXT, name);
}

}  // namespace

const RealFunctions& real() {
  if (!looked_up) [[unlikely]] {
#define HEDDLE_LOOK_UP(name) functions.name = reinterpret_cast<decltype(functions.name)>(real_dlsym(#name));
    HEDDLE_REAL_FUNCTIONS(HEDDLE_LOOK_UP)
#undef HEDDLE_LOOK_UP
    functions.cxa_throw = reinterpret_cast<decltype(functions.cxa_throw)>(find_real("__cxa_throw"));
    looked_up = true;
  }
  return functions;
}

void* find_real(const char* name) {
  return real_dlsym(name);
}

}  // namespace heddle::runtime
