#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace heddle::runtime {

void announce_lifetime(OperationKind kind, const volatile void* object, const UserCall& call) {
  const std::uint64_t address = address_of(object);
  if (program().threads.size() == 1) {
    if (heap::owns(reinterpret_cast<const void*>(address)))
      heap_guard::check_bytes(kind, address, 1, [&call] { return call.site; });
    return;
  }
  scheduler().announce(operation_on(kind, object, call));
  scheduler().performed(0, Effect::kProgress);
}

void end_lifetime(volatile void* object, const ObjectType& type, const UserCall& call) {
  auto* words = static_cast<volatile std::uint32_t*>(object) + type.first_word;
  words[0] = type.mark;
  words[type.words - 1] = type.mark;
  heap_guard::note_destruction(object, call);
}

}  // namespace heddle::runtime
