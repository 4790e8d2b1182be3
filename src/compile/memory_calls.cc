#include "compile/memory_calls.h"

namespace heddle::compile {
namespace {

constexpr const char* kExpandedInLine[] = {
    "memcpy",  "memset",  "memmove", "mempcpy", "memcmp", "bcmp",    "bzero",      "memchr",      "strcpy",
    "stpcpy",  "strncpy", "strcat",  "strncat", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr",
    "strrchr", "strlen",  "strnlen", "strstr",  "strspn", "strcspn", "strpbrk",    "strdup",      "strndup"};

// The headers of the C++ library (std::copy, std::string) name the compiler's own versions, which no option
// turns into calls. They are expanded where the size is known: here a zero is added to it that the compiler
// cannot see through (no call returns to address 0), in words that every build system passes on. The whole
// argument list stays together, because a template argument may hold a comma. Those that constant expressions
// may use (memcmp, strlen) have to stay as they are.
std::string with_unknown_size(const std::string& name) {
  return "-D__builtin_" + name + "(...)=__builtin_" + name +
         "(__VA_ARGS__+(__builtin_return_address(0)==0)*(__SIZE_TYPE__)__builtin_frame_address(0))";
}

}  // namespace

std::vector<std::string> gcc_memory_call_flags() {
  std::vector<std::string> flags;
  for (const char* name : kExpandedInLine) flags.push_back(std::string("-fno-builtin-") + name);
  for (const char* name : {"memcpy", "memmove", "memset"}) flags.push_back(with_unknown_size(name));
  flags.push_back("-Wno-variadic-macros");
  return flags;
}

}  // namespace heddle::compile
