// dynamic_cast reads the object's table of virtual functions inside the C++ library, where no compiler puts
// hooks.
#include <cstddef>

#include "runtime/hooks/memory_call.h"
#include "runtime/interpose/interpose_name.h"
#include "runtime/system/real.h"

using heddle::runtime::find_real;
using heddle::runtime::hot;
using heddle::runtime::load_map;
using heddle::runtime::MemoryCall;

// The types are abi::__class_type_info.
HEDDLE_INTERPOSED(void*, __dynamic_cast,
                  (const void* object, const void* source, const void* target, std::ptrdiff_t hint)) {
  using Cast = void* (*)(const void*, const void*, const void*, std::ptrdiff_t);
  static const auto real = reinterpret_cast<Cast>(find_real("__dynamic_cast"));
  // Not those of the C++ library, which casts its own objects: the facets of every locale.
  if (hot.active && load_map().is_instrumented(reinterpret_cast<std::uint64_t>(HEDDLE_RETURN_ADDRESS)))
    MemoryCall(HEDDLE_CALL_SITE).load(*static_cast<const void* const*>(object));
  return real(object, source, target, hint);
}
