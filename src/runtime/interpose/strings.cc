// str*: like mem*, with lengths that the text itself gives. What is read is announced with the length that it
// has at that moment, and looked at again when the thread has been chosen.
#include "runtime/hooks/memory_call.h"
#include "runtime/interpose/interpose_name.h"
#include "runtime/memory/plain_memory.h"

using heddle::runtime::is_seen_call;
using heddle::runtime::MemoryCall;
using heddle::runtime::plain;

namespace {

std::size_t smaller(std::size_t one, std::size_t other) {
  return one < other ? one : other;
}

void read_text(const MemoryCall& call, const char* text) {
  call.read(text, plain().strlen(text) + 1);
}

void read_text(const MemoryCall& call, const char* text, std::size_t limit) {
  call.read(text, smaller(plain().strnlen(text, limit) + 1, limit));
}

// Up to and with the place that was found; all of it if nothing was.
void read_up_to(const MemoryCall& call, const char* text, const char* found) {
  if (found == nullptr) return read_text(call, text);
  call.read(text, static_cast<std::size_t>(found - text) + 1);
}

// A comparison reads as far as the first difference.
template <typename Equal>
void read_both(const MemoryCall& call, const char* one, const char* other, std::size_t limit, Equal equal) {
  std::size_t length = 0;
  while (length < limit && one[length] != '\0' && equal(one[length], other[length])) ++length;
  call.read(one, smaller(length + 1, limit));
  call.read(other, smaller(length + 1, limit));
}

bool same_letter(char one, char other) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  };
  return lower(one) == lower(other);
}
constexpr auto kSame = [](char one, char other) { return one == other; };

// Returns the length without the terminating zero.
std::size_t copy_text(const MemoryCall& call, char* target, const char* source) {
  read_text(call, source);
  const std::size_t length = plain().strlen(source);
  call.store(target, source, length + 1);
  return length;
}

void append_text(const MemoryCall& call, char* target, const char* source, std::size_t limit) {
  read_text(call, target);
  if (limit != 0) read_text(call, source, limit);
  char* end = target + plain().strlen(target);
  const std::size_t length = plain().strnlen(source, limit);
  call.store(end, source, length);
  call.write(end + length, 1);
  end[length] = '\0';
}

void copy_padded(const MemoryCall& call, char* target, const char* source, std::size_t size) {
  read_text(call, source, size);
  const std::size_t length = plain().strnlen(source, size);
  call.store(target, source, length);
  call.fill(target + length, 0, size - length);
}

constexpr std::size_t kNoLimit = ~std::size_t{0};

}  // namespace

HEDDLE_INTERPOSED(std::size_t, strlen, (const char* text)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) read_text(MemoryCall(HEDDLE_CALL_SITE), text);
  return plain().strlen(text);
}

HEDDLE_INTERPOSED(std::size_t, strnlen, (const char* text, std::size_t limit)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) read_text(MemoryCall(HEDDLE_CALL_SITE), text, limit);
  return plain().strnlen(text, limit);
}

HEDDLE_INTERPOSED(char*, strcpy, (char* target, const char* source)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().strcpy(target, source);
  copy_text(MemoryCall(HEDDLE_CALL_SITE), target, source);
  return target;
}

HEDDLE_INTERPOSED(char*, stpcpy, (char* target, const char* source)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().stpcpy(target, source);
  return target + copy_text(MemoryCall(HEDDLE_CALL_SITE), target, source);
}

HEDDLE_INTERPOSED(char*, strncpy, (char* target, const char* source, std::size_t size)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().strncpy(target, source, size);
  copy_padded(MemoryCall(HEDDLE_CALL_SITE), target, source, size);
  return target;
}

HEDDLE_INTERPOSED(char*, strcat, (char* target, const char* source)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().strcat(target, source);
  append_text(MemoryCall(HEDDLE_CALL_SITE), target, source, kNoLimit);
  return target;
}

HEDDLE_INTERPOSED(char*, strncat, (char* target, const char* source, std::size_t limit)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().strncat(target, source, limit);
  append_text(MemoryCall(HEDDLE_CALL_SITE), target, source, limit);
  return target;
}

HEDDLE_INTERPOSED(int, strcmp, (const char* one, const char* other)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS))
    read_both(MemoryCall(HEDDLE_CALL_SITE), one, other, kNoLimit, kSame);
  return plain().strcmp(one, other);
}

HEDDLE_INTERPOSED(int, strncmp, (const char* one, const char* other, std::size_t limit)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) read_both(MemoryCall(HEDDLE_CALL_SITE), one, other, limit, kSame);
  return plain().strncmp(one, other, limit);
}

HEDDLE_INTERPOSED(int, strcasecmp, (const char* one, const char* other)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS))
    read_both(MemoryCall(HEDDLE_CALL_SITE), one, other, kNoLimit, same_letter);
  return plain().strcasecmp(one, other);
}

HEDDLE_INTERPOSED(int, strncasecmp, (const char* one, const char* other, std::size_t limit)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS))
    read_both(MemoryCall(HEDDLE_CALL_SITE), one, other, limit, same_letter);
  return plain().strncasecmp(one, other, limit);
}

HEDDLE_INTERPOSED(char*, strchr, (const char* text, int letter)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS))
    read_up_to(MemoryCall(HEDDLE_CALL_SITE), text, plain().strchr(text, letter));
  return plain().strchr(text, letter);
}

HEDDLE_INTERPOSED(char*, strchrnul, (const char* text, int letter)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS))
    read_up_to(MemoryCall(HEDDLE_CALL_SITE), text, plain().strchrnul(text, letter));
  return plain().strchrnul(text, letter);
}

HEDDLE_INTERPOSED(char*, strrchr, (const char* text, int letter)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) read_text(MemoryCall(HEDDLE_CALL_SITE), text);
  return plain().strrchr(text, letter);
}

HEDDLE_INTERPOSED(char*, strstr, (const char* text, const char* piece)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    read_text(call, text);
    read_text(call, piece);
  }
  return plain().strstr(text, piece);
}

HEDDLE_INTERPOSED(std::size_t, strspn, (const char* text, const char* letters)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    call.read(text, plain().strspn(text, letters) + 1);
    read_text(call, letters);
  }
  return plain().strspn(text, letters);
}

HEDDLE_INTERPOSED(std::size_t, strcspn, (const char* text, const char* letters)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    call.read(text, plain().strcspn(text, letters) + 1);
    read_text(call, letters);
  }
  return plain().strcspn(text, letters);
}

HEDDLE_INTERPOSED(char*, strpbrk, (const char* text, const char* letters)) {
  if (is_seen_call(HEDDLE_RETURN_ADDRESS)) {
    const MemoryCall call(HEDDLE_CALL_SITE);
    read_up_to(call, text, plain().strpbrk(text, letters));
    read_text(call, letters);
  }
  return plain().strpbrk(text, letters);
}

HEDDLE_INTERPOSED(char*, strdup, (const char* text)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().strdup(text);
  const MemoryCall call(HEDDLE_CALL_SITE);
  read_text(call, text);
  char* copy = plain().strdup(text);
  if (copy != nullptr) call.write(copy, plain().strlen(copy) + 1);
  return copy;
}

HEDDLE_INTERPOSED(char*, strndup, (const char* text, std::size_t limit)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS)) return plain().strndup(text, limit);
  const MemoryCall call(HEDDLE_CALL_SITE);
  read_text(call, text, limit);
  char* copy = plain().strndup(text, limit);
  if (copy != nullptr) call.write(copy, plain().strlen(copy) + 1);
  return copy;
}

// The fortified versions: libc's own complains when the target is too small.
HEDDLE_INTERPOSED(char*, __strcpy_chk, (char* target, const char* source, std::size_t room)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS) || plain().strlen(source) >= room)
    return plain().__strcpy_chk(target, source, room);
  copy_text(MemoryCall(HEDDLE_CALL_SITE), target, source);
  return target;
}

HEDDLE_INTERPOSED(char*, __stpcpy_chk, (char* target, const char* source, std::size_t room)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS) || plain().strlen(source) >= room)
    return plain().__stpcpy_chk(target, source, room);
  return target + copy_text(MemoryCall(HEDDLE_CALL_SITE), target, source);
}

HEDDLE_INTERPOSED(char*, __strncpy_chk,
                  (char* target, const char* source, std::size_t size, std::size_t room)) {
  if (size > room || !is_seen_call(HEDDLE_RETURN_ADDRESS))
    return plain().__strncpy_chk(target, source, size, room);
  copy_padded(MemoryCall(HEDDLE_CALL_SITE), target, source, size);
  return target;
}

HEDDLE_INTERPOSED(char*, __strcat_chk, (char* target, const char* source, std::size_t room)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS) || plain().strlen(target) + plain().strlen(source) >= room)
    return plain().__strcat_chk(target, source, room);
  append_text(MemoryCall(HEDDLE_CALL_SITE), target, source, kNoLimit);
  return target;
}

HEDDLE_INTERPOSED(char*, __strncat_chk,
                  (char* target, const char* source, std::size_t limit, std::size_t room)) {
  if (!is_seen_call(HEDDLE_RETURN_ADDRESS) || plain().strlen(target) + plain().strnlen(source, limit) >= room)
    return plain().__strncat_chk(target, source, limit, room);
  append_text(MemoryCall(HEDDLE_CALL_SITE), target, source, limit);
  return target;
}
