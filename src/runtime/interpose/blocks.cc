// mem* and wmem*: accesses to ranges of memory when the program calls them; straight to libc's for everybody
// else.
#include "runtime/hooks/memory_call.h"
#include "runtime/interpose/interpose_name.h"
#include "runtime/memory/plain_memory.h"

using heddle::runtime::is_seen_call;
using heddle::runtime::MemoryCall;
using heddle::runtime::plain;

namespace {

constexpr std::size_t kWide = sizeof(wchar_t);

}  // namespace

HEDDLE_INTERPOSED(void*, memcpy, (void* target, const void* source, std::size_t size)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().memcpy(target, source, size);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return target;
}

HEDDLE_INTERPOSED(void*, memmove, (void* target, const void* source, std::size_t size)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().memmove(target, source, size);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return target;
}

HEDDLE_INTERPOSED(void*, mempcpy, (void* target, const void* source, std::size_t size)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().mempcpy(target, source, size);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return static_cast<char*>(target) + size;
}

HEDDLE_INTERPOSED(void*, memset, (void* target, int value, std::size_t size)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().memset(target, value, size);
  MemoryCall(HEDDLE_CALL_SITE).fill(target, value, size);
  return target;
}

HEDDLE_INTERPOSED(void, bzero, (void* target, std::size_t size)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().bzero(target, size);
  MemoryCall(HEDDLE_CALL_SITE).fill(target, 0, size);
}

HEDDLE_INTERPOSED(int, memcmp, (const void* one, const void* other, std::size_t size)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    call.read(one, size);
    call.read(other, size);
  }
  return plain().memcmp(one, other, size);
}

HEDDLE_INTERPOSED(int, bcmp, (const void* one, const void* other, std::size_t size)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    call.read(one, size);
    call.read(other, size);
  }
  return plain().bcmp(one, other, size);
}

HEDDLE_INTERPOSED(void*, memchr, (const void* memory, int value, std::size_t size)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    // It reads no further than to what it finds: the size may be larger than the memory.
    const void* found = plain().memchr(memory, value, size);
    const auto read = static_cast<const char*>(found) - static_cast<const char*>(memory) + 1;
    MemoryCall(HEDDLE_CALL_SITE).read(memory, found == nullptr ? size : static_cast<std::size_t>(read));
  }
  return plain().memchr(memory, value, size);
}

HEDDLE_INTERPOSED(void*, memrchr, (const void* memory, int value, std::size_t size)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) MemoryCall(HEDDLE_CALL_SITE).read(memory, size);
  return plain().memrchr(memory, value, size);
}

HEDDLE_INTERPOSED(void*, memmem,
                  (const void* memory, std::size_t size, const void* piece, std::size_t piece_size)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    call.read(memory, size);
    call.read(piece, piece_size);
  }
  return plain().memmem(memory, size, piece, piece_size);
}

HEDDLE_INTERPOSED(wchar_t*, wmemcpy, (wchar_t * target, const wchar_t* source, std::size_t count)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().wmemcpy(target, source, count);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, count * kWide);
  return target;
}

HEDDLE_INTERPOSED(wchar_t*, wmemmove, (wchar_t * target, const wchar_t* source, std::size_t count)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().wmemmove(target, source, count);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, count * kWide);
  return target;
}

HEDDLE_INTERPOSED(wchar_t*, wmemset, (wchar_t * target, wchar_t value, std::size_t count)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) MemoryCall(HEDDLE_CALL_SITE).write(target, count * kWide);
  return plain().wmemset(target, value, count);
}

HEDDLE_INTERPOSED(int, wmemcmp, (const wchar_t* one, const wchar_t* other, std::size_t count)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    call.read(one, count * kWide);
    call.read(other, count * kWide);
  }
  return plain().wmemcmp(one, other, count);
}

HEDDLE_INTERPOSED(std::size_t, wcslen, (const wchar_t* text)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS))
    MemoryCall(HEDDLE_CALL_SITE).read(text, (plain().wcslen(text) + 1) * kWide);
  return plain().wcslen(text);
}

// The fortified versions, which check against the size of the target: libc's own complains when that is too
// small.
HEDDLE_INTERPOSED(void*, __memcpy_chk,
                  (void* target, const void* source, std::size_t size, std::size_t room)) {
  if (size > room || !is_seen_call(HEDDLE_RETURN_ADDRESS))
    return plain().__memcpy_chk(target, source, size, room);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return target;
}

HEDDLE_INTERPOSED(void*, __memmove_chk,
                  (void* target, const void* source, std::size_t size, std::size_t room)) {
  if (size > room || !is_seen_call(HEDDLE_RETURN_ADDRESS))
    return plain().__memmove_chk(target, source, size, room);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return target;
}

HEDDLE_INTERPOSED(void*, __mempcpy_chk,
                  (void* target, const void* source, std::size_t size, std::size_t room)) {
  if (size > room || !is_seen_call(HEDDLE_RETURN_ADDRESS))
    return plain().__mempcpy_chk(target, source, size, room);
  MemoryCall(HEDDLE_CALL_SITE).copy(target, source, size);
  return static_cast<char*>(target) + size;
}

HEDDLE_INTERPOSED(void*, __memset_chk, (void* target, int value, std::size_t size, std::size_t room)) {
  if (size > room || !is_seen_call(HEDDLE_RETURN_ADDRESS))
    return plain().__memset_chk(target, value, size, room);
  MemoryCall(HEDDLE_CALL_SITE).fill(target, value, size);
  return target;
}
