#include "runtime/services/irreversible.h"

#include <netinet/in.h>
#include <sys/stat.h>
#include <cstddef>
#include <string_view>

#include "runtime/arch/raw_syscall.h"
#include "runtime/state/hot.h"
#include "runtime/state/recording.h"
#include "runtime/system/proc_text.h"
#include "runtime/system/readable.h"

namespace heddle::runtime {

namespace {

// Restored with the program's memory.
bool mappings_changed = false;
ProcessChanges changes;

std::string_view fresh_folder;

// Up the tree, and perhaps out of the folder.
bool goes_up(std::string_view path) {
  return path == ".." || path.starts_with("../") || path.ends_with("/..") ||
         path.find("/../") != std::string_view::npos;
}

}  // namespace

void note_irreversible(const char* call) {
  if (!hot.active) return;
  char(&place)[kMaxCallName] = hot.recording->irreversible;
  if (place[0] != '\0') return;
  std::size_t length = 0;
  for (; length + 1 < kMaxCallName && call[length] != '\0'; ++length) place[length] = call[length];
  place[length] = '\0';
}

void note_used_outside() {
  if (hot.active) hot.recording->used_outside = true;
}

void note_used_address(const sockaddr* address, socklen_t length) {
  if (!hot.active || address == nullptr || length <= sizeof address->sa_family) return;
  if (!is_readable(address, length)) return;
  if (address->sa_family == AF_UNIX) return note_used_outside();
  if (address->sa_family != AF_INET && address->sa_family != AF_INET6) return;
  if (length < sizeof(sockaddr_in)) return;
  static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
  if (reinterpret_cast<const sockaddr_in*>(address)->sin_port != 0) note_used_outside();
}

void set_fresh_folder(const char* path) {
  fresh_folder = path;
}

ProcessChanges& process_changes() {
  return changes;
}

bool is_put_back(const char* path) {
  const std::string_view text = path;
  if (fresh_folder.empty() || goes_up(text)) return false;
  if (!text.starts_with('/')) return !changes.folder;
  return text.starts_with(fresh_folder) && text.substr(fresh_folder.size()).starts_with('/');
}

bool is_put_back(int file) {
  struct stat status{};
  if (raw_syscall(SYS_fstat, file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0)
    return true;
  if (fresh_folder.empty()) return false;
  ProcText link("/proc/self/fd/", file);
  const std::string_view path = link.link();
  return path.starts_with(fresh_folder) && path.substr(fresh_folder.size()).starts_with('/');
}

void note_changed_descriptors() {
  changes.descriptors = changes.descriptors || hot.active;
}

void note_changed_mappings() {
  mappings_changed = mappings_changed || hot.active;
}
bool mappings_were_changed() {
  return mappings_changed;
}

}  // namespace heddle::runtime
