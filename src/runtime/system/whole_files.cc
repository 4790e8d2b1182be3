#include "runtime/system/whole_files.h"

#include <fcntl.h>
#include <cerrno>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  for (long got; (got = raw_syscall(SYS_read, file, buffer, sizeof buffer)) > 0 || got == -EINTR;)
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

std::string read_file(const std::string& path) {
  const long file = raw_syscall(SYS_openat, AT_FDCWD, path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::string text = read_all(static_cast<int>(file));
  raw_syscall(SYS_close, file);
  return text;
}

bool write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const long wrote = raw_syscall(SYS_write, file, bytes.data(), bytes.size());
    if (wrote == -EINTR) continue;
    if (wrote <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
  return true;
}

}  // namespace heddle::runtime
