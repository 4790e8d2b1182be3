// libc's own mem* and str* functions, which Heddle's definitions stand in front of. A table apart from
// real.h: these are called often, by everybody, and before anything else.
#pragma once

#include <cstddef>
#include <cwchar>

namespace heddle::runtime {

// X(result, name, parameters) for every function that counts as an access to memory when instrumented code
// calls it.
#define HEDDLE_MEMORY_FUNCTIONS(X)                                        \
  X(void*, memcpy, (void*, const void*, std::size_t))                     \
  X(void*, memmove, (void*, const void*, std::size_t))                    \
  X(void*, mempcpy, (void*, const void*, std::size_t))                    \
  X(void*, memset, (void*, int, std::size_t))                             \
  X(void, bzero, (void*, std::size_t))                                    \
  X(int, memcmp, (const void*, const void*, std::size_t))                 \
  X(int, bcmp, (const void*, const void*, std::size_t))                   \
  X(void*, memchr, (const void*, int, std::size_t))                       \
  X(void*, memrchr, (const void*, int, std::size_t))                      \
  X(void*, memmem, (const void*, std::size_t, const void*, std::size_t))  \
  X(wchar_t*, wmemcpy, (wchar_t*, const wchar_t*, std::size_t))           \
  X(wchar_t*, wmemmove, (wchar_t*, const wchar_t*, std::size_t))          \
  X(wchar_t*, wmemset, (wchar_t*, wchar_t, std::size_t))                  \
  X(int, wmemcmp, (const wchar_t*, const wchar_t*, std::size_t))          \
  X(std::size_t, wcslen, (const wchar_t*))                                \
  X(void*, __memcpy_chk, (void*, const void*, std::size_t, std::size_t))  \
  X(void*, __memmove_chk, (void*, const void*, std::size_t, std::size_t)) \
  X(void*, __mempcpy_chk, (void*, const void*, std::size_t, std::size_t)) \
  X(void*, __memset_chk, (void*, int, std::size_t, std::size_t))          \
  X(std::size_t, strlen, (const char*))                                   \
  X(std::size_t, strnlen, (const char*, std::size_t))                     \
  X(char*, strcpy, (char*, const char*))                                  \
  X(char*, stpcpy, (char*, const char*))                                  \
  X(char*, strncpy, (char*, const char*, std::size_t))                    \
  X(char*, strcat, (char*, const char*))                                  \
  X(char*, strncat, (char*, const char*, std::size_t))                    \
  X(int, strcmp, (const char*, const char*))                              \
  X(int, strncmp, (const char*, const char*, std::size_t))                \
  X(int, strcasecmp, (const char*, const char*))                          \
  X(int, strncasecmp, (const char*, const char*, std::size_t))            \
  X(char*, strchr, (const char*, int))                                    \
  X(char*, strchrnul, (const char*, int))                                 \
  X(char*, strrchr, (const char*, int))                                   \
  X(char*, strstr, (const char*, const char*))                            \
  X(std::size_t, strspn, (const char*, const char*))                      \
  X(std::size_t, strcspn, (const char*, const char*))                     \
  X(char*, strpbrk, (const char*, const char*))                           \
  X(char*, strdup, (const char*))                                         \
  X(char*, strndup, (const char*, std::size_t))                           \
  X(char*, __strcpy_chk, (char*, const char*, std::size_t))               \
  X(char*, __stpcpy_chk, (char*, const char*, std::size_t))               \
  X(char*, __strncpy_chk, (char*, const char*, std::size_t, std::size_t)) \
  X(char*, __strcat_chk, (char*, const char*, std::size_t))               \
  X(char*, __strncat_chk, (char*, const char*, std::size_t, std::size_t))

struct PlainMemory {
#define HEDDLE_DECLARE(result, name, parameters) result(*name) parameters;
  HEDDLE_MEMORY_FUNCTIONS(HEDDLE_DECLARE)
#undef HEDDLE_DECLARE
  bool looked_up;
};

[[gnu::visibility("hidden")]] extern PlainMemory plain_memory;
void look_up_plain_memory();

inline const PlainMemory& plain() {
  if (!plain_memory.looked_up) [[unlikely]]
    look_up_plain_memory();
  return plain_memory;
}

}  // namespace heddle::runtime
