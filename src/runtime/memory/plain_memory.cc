#include "runtime/memory/plain_memory.h"

#include "runtime/system/real.h"

namespace heddle::runtime {

PlainMemory plain_memory;

void look_up_plain_memory() {
#define HEDDLE_LOOK_UP(result, name, parameters) \
  plain_memory.name = reinterpret_cast<decltype(plain_memory.name)>(find_real(#name));
  HEDDLE_MEMORY_FUNCTIONS(HEDDLE_LOOK_UP)
#undef HEDDLE_LOOK_UP
  plain_memory.looked_up = true;
}

namespace {

// While there is one thread only.
[[gnu::constructor]] void look_up_early() {
  plain();
}

}  // namespace

}  // namespace heddle::runtime

// What the runtime itself and the C++ library inside it call: the linker puts these in the place of the
// interposed functions (--wrap, CMakeLists.txt), which would otherwise answer their own library first.
extern "C" {

using heddle::runtime::plain;

[[gnu::visibility("hidden")]] void* __wrap_memcpy(void* target, const void* source, std::size_t size) {
  return plain().memcpy(target, source, size);
}
[[gnu::visibility("hidden")]] void* __wrap_memmove(void* target, const void* source, std::size_t size) {
  return plain().memmove(target, source, size);
}
[[gnu::visibility("hidden")]] void* __wrap_memset(void* target, int value, std::size_t size) {
  return plain().memset(target, value, size);
}
[[gnu::visibility("hidden")]] int __wrap_memcmp(const void* one, const void* other, std::size_t size) {
  return plain().memcmp(one, other, size);
}
[[gnu::visibility("hidden")]] void* __wrap_memchr(const void* memory, int value, std::size_t size) {
  return plain().memchr(memory, value, size);
}
[[gnu::visibility("hidden")]] std::size_t __wrap_strlen(const char* text) {
  return plain().strlen(text);
}
[[gnu::visibility("hidden")]] int __wrap_strcmp(const char* one, const char* other) {
  return plain().strcmp(one, other);
}

}  // extern "C"
