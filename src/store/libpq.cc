#include "store/libpq.h"

#include <dlfcn.h>

namespace heddle::store {

namespace {

constexpr char kLibrary[] = "libpq.so.5";

Libpq loaded;
bool is_loaded = false;

}  // namespace

Result<bool> load_libpq() {
  if (is_loaded) return true;
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  const std::string missing = std::string("PostgreSQL's client library ") + kLibrary +
                              " is missing or too old on this machine: install the package libpq5";
  if (library == nullptr) return Error{missing};
#define HEDDLE_FIND(name) loaded.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name));
#define HEDDLE_IS_THERE(name) &&loaded.name != nullptr
  HEDDLE_LIBPQ_FUNCTIONS(HEDDLE_FIND)
  is_loaded = true HEDDLE_LIBPQ_FUNCTIONS(HEDDLE_IS_THERE);
#undef HEDDLE_FIND
#undef HEDDLE_IS_THERE
  if (!is_loaded) return Error{missing};
  return true;
}

const Libpq& libpq() {
  return loaded;
}

}  // namespace heddle::store
