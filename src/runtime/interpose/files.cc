// Files that the program opens for writing, and the names of its sockets. Nothing undoes what an execution
// wrote, so the summary names the first one.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/open_descriptors.h"
#include "runtime/interpose/process_stat.h"
#include "runtime/interpose/random_stream.h"
#include "runtime/services/driver.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/outside.h"
#include "runtime/system/readable.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// Without strncmp and its relatives: those are the program's (plain_memory.h).
bool starts_with(const char* text, const char* prefix) {
  while (*prefix != '\0')
    if (*text++ != *prefix++) return false;
  return true;
}

void note_written(const char* path, const char* call = "open for writing") {
  if (!hot.active || starts_with(path, "/dev/") || starts_with(path, "/proc/")) return;
  if (is_put_back(path)) return;
  note_irreversible(call);
  char(&place)[kMaxPath] = hot.recording->written_file;
  if (place[0] != '\0') return;
  for (std::size_t i = 0; i + 1 < kMaxPath && path[i] != '\0'; ++i) place[i] = path[i];
}

bool writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY && (flags & O_TMPFILE) != O_TMPFILE;
}
bool writes(const char* mode) {
  for (; *mode != '\0'; ++mode)
    if (*mode == 'w' || *mode == 'a' || *mode == '+') return true;
  return false;
}

// A socket with a name in the file system is a file that stays, and no other socket can have that name.
void note_named_socket(const sockaddr* address, socklen_t length) {
  constexpr std::size_t kStart = offsetof(sockaddr_un, sun_path);
  if (!hot.active || length <= kStart || !is_readable(address, length)) return;
  if (address->sa_family != AF_UNIX) return;
  char path[sizeof(sockaddr_un::sun_path) + 1] = {};
  std::memcpy(path, reinterpret_cast<const char*>(address) + kStart,
              std::min(length - kStart, sizeof path - 1));
  if (path[0] != '\0') note_written(path, "bind");
}

int socket_type(int descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  raw_syscall(SYS_getsockopt, descriptor, SOL_SOCKET, SO_TYPE, &type, &size);
  return type;
}

bool takes_datagrams(int descriptor) {
  return socket_type(descriptor) == SOCK_DGRAM;
}

// The system keeps a port back for a minute after a connection to it: executions come faster than that.
void free_from_earlier_executions(int descriptor) {
  const int yes = 1;
  if (!takes_datagrams(descriptor))
    raw_syscall(SYS_setsockopt, descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

int opened(const CallSite& call, int descriptor) {
  open_descriptors::opened(descriptor, call);
  return descriptor;
}

bool takes_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

// The mode is there only if the flags say so; passing on what happens to be in its place does no harm.
#define HEDDLE_MODE(flags)                         \
  mode_t mode = 0;                                 \
  if (takes_mode(flags)) {                         \
    va_list list;                                  \
    va_start(list, flags);                         \
    mode = static_cast<mode_t>(va_arg(list, int)); \
    va_end(list);                                  \
  }

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  HEDDLE_MODE(flags)
  if (writes(flags)) note_written(path);
  if (const int file = open_own_stat(path); file >= 0) return opened(HEDDLE_CALL_SITE, file);
  if (const int file = open_own_status(path); file >= 0) return opened(HEDDLE_CALL_SITE, file);
  return opened(HEDDLE_CALL_SITE, real().open(path, flags, mode));
}

int open64(const char* path, int flags, ...) {
  HEDDLE_MODE(flags)
  if (writes(flags)) note_written(path);
  if (const int file = open_own_stat(path); file >= 0) return opened(HEDDLE_CALL_SITE, file);
  if (const int file = open_own_status(path); file >= 0) return opened(HEDDLE_CALL_SITE, file);
  return opened(HEDDLE_CALL_SITE, real().open64(path, flags, mode));
}

int openat(int folder, const char* path, int flags, ...) {
  HEDDLE_MODE(flags)
  if (writes(flags)) note_written(path);
  return opened(HEDDLE_CALL_SITE, real().openat(folder, path, flags, mode));
}

int openat64(int folder, const char* path, int flags, ...) {
  HEDDLE_MODE(flags)
  if (writes(flags)) note_written(path);
  return opened(HEDDLE_CALL_SITE, real().openat64(folder, path, flags, mode));
}

int creat(const char* path, mode_t mode) {
  note_written(path);
  return opened(HEDDLE_CALL_SITE, real().creat(path, mode));
}

int bind(int descriptor, const sockaddr* address, socklen_t length) noexcept {
  note_named_socket(address, length);
  note_used_address(address, length);
  if (!hot.active || !driver::is_there()) return real().bind(descriptor, address, length);
  free_from_earlier_executions(descriptor);
  const int result = real().bind(descriptor, address, length);
  if (result == 0 && takes_datagrams(descriptor)) driver::start();
  return result;
}

int listen(int descriptor, int backlog) noexcept {
  const int result = real().listen(descriptor, backlog);
  if (hot.active && driver::is_there() && result == 0) {
    driver::start();
    outside::look_again();
  }
  return result;
}

FILE* fopen(const char* path, const char* mode) {
  if (writes(mode)) note_written(path);
  if (const int file = open_own_status(path); file >= 0) return fdopen(file, mode);
  return controlled_stream(real().fopen(path, mode), mode);
}

FILE* fopen64(const char* path, const char* mode) {
  if (writes(mode)) note_written(path);
  if (const int file = open_own_status(path); file >= 0) return fdopen(file, mode);
  return controlled_stream(real().fopen64(path, mode), mode);
}

}  // extern "C"
