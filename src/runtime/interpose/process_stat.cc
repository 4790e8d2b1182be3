#include "runtime/interpose/process_stat.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <cstddef>
#include <cstdio>

#include "runtime/arch/raw_syscall.h"
#include "runtime/state/hot.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr int kDigits = 7;  // of the highest number that Linux gives to a process, 4194304

// Behind `text`, if it begins with `prefix`. Without functions of libc that the program has its own of.
const char* behind(const char* text, const char* prefix) {
  while (*prefix != '\0')
    if (*text++ != *prefix++) return nullptr;
  return text;
}

bool is_own_stat(const char* path) {
  const char* at = behind(path, "/proc/");
  if (at == nullptr || *at < '1' || *at > '9') return false;
  long number = 0;
  for (int i = 0; i < kDigits && *at >= '0' && *at <= '9'; ++i) number = number * 10 + (*at++ - '0');
  at = behind(at, "/stat");
  return at != nullptr && *at == '\0' && number == raw_syscall(SYS_getpid);
}

// The file as the system has it. The length, or 0.
std::size_t read_own(const char* path, char (&text)[kLongestLine]) {
  const long file = raw_syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const long got = raw_syscall(SYS_read, file, text, sizeof text - 1);
  raw_syscall(SYS_close, file);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

// Where the parent's number begins; 0: there is none. A name may hold brackets of its own.
std::size_t parent_in(const char* line, std::size_t length) {
  std::size_t bracket = length;
  for (std::size_t i = 0; i < length; ++i)
    if (line[i] == ')') bracket = i;
  return bracket + 4 < length ? bracket + 4 : 0;  // ") R 1233"
}

void write_number(long number, char (&digits)[kDigits]) {
  for (int i = kDigits - 1; i >= 0; --i, number /= 10) digits[i] = static_cast<char>('0' + number % 10);
}

void write_text(long file, const char* text, std::size_t length) {
  raw_syscall(SYS_write, file, text, length);
}

// A line of /proc/self/status.
void write_status_line(long file, const char* line, std::size_t length) {
  char number[kDigits];
  write_number(raw_syscall(SYS_getpid), number);
  for (const char* const name : {"Tgid:\t", "Pid:\t"}) {
    const char* const at = behind(line, name);
    if (at == nullptr) continue;
    write_text(file, line, static_cast<std::size_t>(at - line));
    write_text(file, number, sizeof number);
    return write_text(file, "\n", 1);
  }
  if (behind(line, "PPid:\t") != nullptr) return write_text(file, "PPid:\t0\n", 8);
  write_text(file, line, length);
}

}  // namespace

int open_own_status(const char* path) {
  const char* const end = hot.active ? behind(path, "/proc/self/status") : nullptr;
  if (end == nullptr || *end != '\0') return -1;
  char text[kLongestLine];
  const std::size_t length = read_own(path, text);
  const long file = length != 0 ? raw_syscall(SYS_memfd_create, "status", 0) : -1;
  if (file < 0) return -1;
  text[length] = '\0';
  for (std::size_t begin = 0, next; begin < length; begin = next) {
    for (next = begin; next < length && text[next] != '\n';) ++next;
    if (next < length) ++next;
    write_status_line(file, text + begin, next - begin);
  }
  raw_syscall(SYS_lseek, file, 0, SEEK_SET);
  return static_cast<int>(file);
}

int open_own_stat(const char* path) {
  if (!hot.active || !is_own_stat(path)) return -1;
  char line[kLongestLine];
  const std::size_t length = read_own("/proc/self/stat", line);  // "1234 (name) R 1233 ..."
  const std::size_t parent = parent_in(line, length);
  if (parent == 0) return -1;
  std::size_t name = 0, rest = parent;
  while (name < parent && line[name] != ' ') ++name;
  while (rest < length && line[rest] != ' ') ++rest;
  char number[kDigits];
  write_number(raw_syscall(SYS_getpid), number);
  const long file = raw_syscall(SYS_memfd_create, "stat", 0);
  if (file < 0) return -1;
  raw_syscall(SYS_write, file, number, sizeof number);
  raw_syscall(SYS_write, file, line + name, parent - name);
  raw_syscall(SYS_write, file, "0", 1);
  raw_syscall(SYS_write, file, line + rest, length - rest);
  raw_syscall(SYS_lseek, file, 0, SEEK_SET);
  return static_cast<int>(file);
}

}  // namespace heddle::runtime
