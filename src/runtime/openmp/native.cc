#include "runtime/openmp/native.h"

#include <dlfcn.h>
#include <unistd.h>
#include <cstdlib>
#include <string_view>

#include "runtime/system/real.h"

namespace heddle::runtime::openmp {

namespace {

void complain(std::string_view text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

void* find_native(const char* name) {
  if (void* const found = find_real(name)) return found;
  // Linkers leave a library out of which the program needs nothing that Heddle does not have, too.
  for (const char* const library : {"libgomp.so.1", "libomp.so.5"})
    if (void* const handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL))
      if (void* const found = dlsym(handle, name)) return found;
  complain(
      "heddle: without 'heddle run' this program needs libgomp or libomp, and neither has the function ");
  complain(name);
  complain("\n");
  std::_Exit(127);
}

}  // namespace heddle::runtime::openmp
