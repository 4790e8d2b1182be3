// dlsym and dlvsym. Whoever asks for a function that we stand in front of gets ours, as a direct call would:
// a thread that is made past us could not be controlled. A library that wraps the function itself and asks
// for the next one stands behind us, and gets what it asks for.
#include <dlfcn.h>
#include <link.h>
#include <string_view>

#include "runtime/interpose/interpose.h"
#include "runtime/system/definitions.h"

using namespace heddle::runtime;

namespace {

const link_map* module_of(const void* address) {
  Dl_info info{};
  void* module = nullptr;
  return dladdr1(address, &info, &module, RTLD_DL_LINKMAP) != 0 ? static_cast<const link_map*>(module)
                                                                : nullptr;
}

bool is_loaded_after_us(const link_map& module) {
  for (const link_map* each = own_module().l_next; each != nullptr; each = each->l_next)
    if (each == &module) return true;
  return false;
}

// Those whose functions we define in front of them.
bool is_system_library(const link_map& module) {
  constexpr std::string_view kLibraries[] = {"libc.so.",  "libpthread.so.", "libstdc++.so.",
                                             "libdl.so.", "libatomic.so.",  "librt.so."};
  std::string_view name = module.l_name;
  name = name.substr(name.rfind('/') + 1);
  for (const std::string_view library : kLibraries)
    if (name.starts_with(library)) return true;
  return false;
}

bool stands_behind_us(const void* caller, const char* name) {
  const link_map* module = module_of(caller);
  return module != nullptr && is_loaded_after_us(*module) && find_definition(*module, name) == nullptr;
}

bool is_systems(const void* definition) {
  const link_map* module = definition != nullptr ? module_of(definition) : nullptr;
  return module != nullptr && is_system_library(*module);
}

// The function that is ours; null: the real dlsym is to answer. look_up() asks it about a handle.
template <typename LookUp>
void* own_answer(const void* handle, const char* name, const void* caller, LookUp look_up) {
  if (name == nullptr || handle == RTLD_DEFAULT) return nullptr;
  void* own = find_definition(own_module(), name);
  if (own == nullptr) return nullptr;
  const bool ours = handle == RTLD_NEXT ? stands_behind_us(caller, name) : is_systems(look_up());
  return ours ? own : nullptr;
}

void* answer_itself(void* answer) {
  return answer;
}

using FindSymbol = void* (*)(void*, const char*);
using FindVersion = void* (*)(void*, const char*, const char*);

struct Arguments {
  void* handle;
  const char* name;
  const char* version;
};

}  // namespace

extern "C" {

// Where dlsym and dlvsym go on (arch/tail_call_*.S): with RTLD_NEXT, the real ones must see who calls.
[[gnu::visibility("hidden")]] void* heddle_dlsym_target(Arguments* arguments, const void* caller) {
  static const auto next = reinterpret_cast<FindSymbol>(next_definition("dlsym"));
  void* own = own_answer(arguments->handle, arguments->name, caller,
                         [&] { return next(arguments->handle, arguments->name); });
  if (own == nullptr) return reinterpret_cast<void*>(next);
  arguments->handle = own;
  return reinterpret_cast<void*>(answer_itself);
}

[[gnu::visibility("hidden")]] void* heddle_dlvsym_target(Arguments* arguments, const void* caller) {
  static const auto next = reinterpret_cast<FindVersion>(next_definition("dlvsym"));
  void* own = own_answer(arguments->handle, arguments->name, caller,
                         [&] { return next(arguments->handle, arguments->name, arguments->version); });
  if (own == nullptr) return reinterpret_cast<void*>(next);
  arguments->handle = own;
  return reinterpret_cast<void*>(answer_itself);
}

}  // extern "C"
