#include "runtime/system/process_activity.h"

#include <dirent.h>
#include <fcntl.h>
#include <charconv>
#include <cstddef>
#include <string_view>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

namespace {

constexpr int kDeepestTree = 16;

// A file or folder below /proc, by its parts; a part is a word or a number.
class ProcPath {
 public:
  ProcPath& add(std::string_view word) {
    for (const char c : word)
      if (size_ + 1 < sizeof text_) text_[size_++] = c;
    text_[size_] = '\0';
    return *this;
  }
  ProcPath& add(long number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return add({digits, static_cast<std::size_t>(end - digits)});
  }
  long open(int flags) const { return raw_syscall(SYS_openat, AT_FDCWD, text_, flags | O_CLOEXEC); }

 private:
  char text_[96] = {};
  std::size_t size_ = 0;
};

class SmallFile {
 public:
  explicit SmallFile(const ProcPath& path) {
    const long file = path.open(O_RDONLY);
    if (file < 0) return;
    const long size = raw_syscall(SYS_read, file, text_, sizeof text_);
    raw_syscall(SYS_close, file);
    if (size > 0) size_ = static_cast<std::size_t>(size);
  }
  std::string_view text() const { return {text_, size_}; }

 private:
  char text_[1024];
  std::size_t size_ = 0;
};

ProcPath file_of_task(long process, long task, std::string_view name) {
  return ProcPath().add("/proc/").add(process).add("/task/").add(task).add("/").add(name);
}

template <typename Number>
Number first_number(std::string_view text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The letter behind the name, which may itself hold anything; 0: there is no such process.
char state_in(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string_view::npos || name_end + 2 >= stat.size() ? '\0' : stat[name_end + 2];
}

// Where the system does not tell the call, a sleeping thread counts as one that waits.
bool sleeps_until_a_time(long process, long task) {
  const SmallFile call(file_of_task(process, task, "syscall"));
  if (call.text().empty()) return false;
  if (call.text().starts_with("running")) return true;
  const long number = first_number<long>(call.text());
  return number == SYS_nanosleep || number == SYS_clock_nanosleep;
}

bool waits(char state, long process, long task) {
  if (state == 'R' || state == 'D') return false;
  return state != 'S' || !sleeps_until_a_time(process, task);
}

// Calls visit(id) for each thread of the process.
template <typename Visit>
void for_each_task(long process, Visit visit) {
  const long folder = ProcPath().add("/proc/").add(process).add("/task").open(O_RDONLY | O_DIRECTORY);
  if (folder < 0) return;
  alignas(dirent64) char entries[2048];
  for (long size; (size = raw_syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;)
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      if (entry->d_name[0] != '.') visit(first_number<long>(entry->d_name));
    }
  raw_syscall(SYS_close, folder);
}

template <typename Visit>
void for_each_child(long process, long task, Visit visit) {
  const SmallFile children(file_of_task(process, task, "children"));
  std::string_view rest = children.text();
  while (!rest.empty()) {
    if (const long child = first_number<long>(rest); child > 0) visit(child);
    const std::size_t space = rest.find(' ');
    rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
  }
}

void look_at_tree(long process, int depth, bool& all_wait, std::uint64_t& worked) {
  for_each_task(process, [&](long task) {
    const SmallFile stat(file_of_task(process, task, "stat"));
    all_wait = all_wait && waits(state_in(stat.text()), process, task);
    worked += first_number<std::uint64_t>(SmallFile(file_of_task(process, task, "schedstat")).text());
    if (depth < kDeepestTree)
      for_each_child(process, task, [&](long child) { look_at_tree(child, depth + 1, all_wait, worked); });
  });
}

}  // namespace

ProcessActivity activity_of(long process) {
  const SmallFile stat(ProcPath().add("/proc/").add(process).add("/stat"));
  const char state = state_in(stat.text());
  if (state == '\0' || state == 'Z' || state == 'X') return {Activity::kEnded, 0};
  bool all_wait = true;
  std::uint64_t worked = 0;
  look_at_tree(process, 0, all_wait, worked);
  return {all_wait ? Activity::kWaits : Activity::kBusy, worked};
}

}  // namespace heddle::runtime
