#include "runtime/system/memory_map.h"

#include <fcntl.h>
#include <charconv>
#include <string>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

namespace {

std::string read_maps() {
  std::string text;
  const long file = raw_syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char buffer[16384];
  for (long got; (got = raw_syscall(SYS_read, file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  raw_syscall(SYS_close, file);
  return text;
}

// start-end rwxp offset device inode   path
Mapping parse(std::string_view line) {
  Mapping mapping{};
  const char* const end = line.data() + line.size();
  const char* at = std::from_chars(line.data(), end, mapping.start, 16).ptr + 1;
  at = std::from_chars(at, end, mapping.end, 16).ptr + 1;
  mapping.readable = at[0] == 'r';
  mapping.writable = at[1] == 'w';
  mapping.executable = at[2] == 'x';
  mapping.shared = at[3] == 's';
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  const std::size_t path = rest.find_first_of("/[");
  mapping.of_file = path != std::string_view::npos && rest[path] == '/';
  mapping.special = path != std::string_view::npos && rest.substr(path).starts_with("[v");
  return mapping;
}

}  // namespace

std::vector<Mapping> read_memory_map() {
  std::vector<Mapping> mappings;
  const std::string text = read_maps();
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    mappings.push_back(parse(std::string_view(text).substr(start, end - start)));
    if (end == std::string::npos) break;
    start = end + 1;
  }
  return mappings;
}

}  // namespace heddle::runtime
