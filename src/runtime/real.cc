#include "runtime/real.h"

#include <dlfcn.h>

namespace heddle::runtime {

namespace {

RealFunctions functions;
bool looked_up = false;

}  // namespace

const RealFunctions& real() {
  if (!looked_up) [[unlikely]] {
#define HEDDLE_LOOK_UP(name) \
  functions.name = reinterpret_cast<decltype(functions.name)>(dlsym(RTLD_NEXT, #name));
    HEDDLE_REAL_FUNCTIONS(HEDDLE_LOOK_UP)
#undef HEDDLE_LOOK_UP
    functions.cxa_throw = reinterpret_cast<decltype(functions.cxa_throw)>(find_real("__cxa_throw"));
    looked_up = true;
  }
  return functions;
}

void* find_real(const char* name) {
  return dlsym(RTLD_NEXT, name);
}

}  // namespace heddle::runtime
