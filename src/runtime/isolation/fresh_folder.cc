#include "runtime/isolation/fresh_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/arch/raw_syscall.h"
#include "runtime/services/irreversible.h"

namespace heddle::runtime {

namespace {

constexpr int kPermissions = 07777;

bool status_of(const std::string& path, struct stat& status) {
  return raw_syscall(SYS_newfstatat, AT_FDCWD, path.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status{};
  return status_of(path, status) && S_ISDIR(status.st_mode);
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const long file = raw_syscall(SYS_openat, AT_FDCWD, folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return names;
  alignas(dirent64) char entries[4096];
  for (long size; (size = raw_syscall(SYS_getdents64, file, entries, sizeof entries)) > 0;)
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
      at += entry->d_reclen;
      const std::string name = entry->d_name;
      if (name != "." && name != "..") names.push_back(name);
    }
  raw_syscall(SYS_close, file);
  return names;
}

void empty_folder(const std::string& folder) {
  raw_syscall(SYS_fchmodat, AT_FDCWD, folder.c_str(), 0700);  // the program may have forbidden it
  for (const std::string& name : names_in(folder)) {
    const std::string path = folder + "/" + name;
    if (!is_folder(path)) {
      raw_syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), 0);
      continue;
    }
    empty_folder(path);
    raw_syscall(SYS_unlinkat, AT_FDCWD, path.c_str(), AT_REMOVEDIR);
  }
}

// What the kernel said, about a file of the template.
struct Trouble {
  long error = 0;
  std::string path;

  bool note(long result, const std::string& where) {
    if (result >= 0 || error != 0) return result >= 0;
    error = -result;
    path = where;
    return false;
  }
};

void copy_bytes(long from, long to, Trouble& trouble, const std::string& path) {
  std::vector<char> buffer(1u << 16);
  for (;;) {
    const long got = raw_syscall(SYS_read, from, buffer.data(), buffer.size());
    if (!trouble.note(got, path) || got == 0) return;
    for (long done = 0; done < got;) {
      const long written = raw_syscall(SYS_write, to, buffer.data() + done, got - done);
      if (!trouble.note(written, path)) return;
      done += written;
    }
  }
}

void copy_file(const std::string& from, const std::string& to, mode_t mode, Trouble& trouble) {
  const long source = raw_syscall(SYS_openat, AT_FDCWD, from.c_str(), O_RDONLY | O_CLOEXEC);
  if (!trouble.note(source, from)) return;
  const long target =
      raw_syscall(SYS_openat, AT_FDCWD, to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (trouble.note(target, to)) {
    copy_bytes(source, target, trouble, to);
    raw_syscall(SYS_fchmod, target, mode & kPermissions);
    raw_syscall(SYS_close, target);
  }
  raw_syscall(SYS_close, source);
}

void copy_link(const std::string& from, const std::string& to, Trouble& trouble) {
  std::vector<char> target(4096);
  const long size = raw_syscall(SYS_readlinkat, AT_FDCWD, from.c_str(), target.data(), target.size() - 1);
  if (trouble.note(size, from))
    trouble.note(raw_syscall(SYS_symlinkat, target.data(), AT_FDCWD, to.c_str()), to);
}

void copy_folder(const std::string& from, const std::string& to, Trouble& trouble);

// Files keep their times, which the program can ask for. Sockets are left out: nothing listens at a copy.
void copy_entry(const std::string& from, const std::string& to, Trouble& trouble) {
  struct stat status{};
  if (!status_of(from, status)) return;
  if (S_ISDIR(status.st_mode)) {
    if (!trouble.note(raw_syscall(SYS_mkdirat, AT_FDCWD, to.c_str(), 0700), to)) return;
    copy_folder(from, to, trouble);
    raw_syscall(SYS_fchmodat, AT_FDCWD, to.c_str(), status.st_mode & kPermissions);
  } else if (S_ISREG(status.st_mode)) {
    copy_file(from, to, status.st_mode, trouble);
  } else if (S_ISLNK(status.st_mode)) {
    copy_link(from, to, trouble);
  } else if (S_ISFIFO(status.st_mode)) {
    trouble.note(raw_syscall(SYS_mknodat, AT_FDCWD, to.c_str(), status.st_mode, 0), to);
  }
  const timespec times[] = {status.st_atim, status.st_mtim};
  raw_syscall(SYS_utimensat, AT_FDCWD, to.c_str(), times, AT_SYMLINK_NOFOLLOW);
}

void copy_folder(const std::string& from, const std::string& to, Trouble& trouble) {
  for (const std::string& name : names_in(from)) copy_entry(from + "/" + name, to + "/" + name, trouble);
}

bool is_before(const timespec& a, const timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

bool is_same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

FreshFolder::FreshFolder(std::string path, std::string original)
    : path_(std::move(path)), original_(std::move(original)) {}

std::vector<FreshFolder::Entry> FreshFolder::entries() const {
  std::vector<Entry> found;
  std::vector<std::string> folders{""};
  const auto add = [&](const std::string& name) {
    struct stat status{};
    if (!status_of(path_ + name, status)) return;
    found.push_back({name, status.st_ino, status.st_mode, status.st_ctim});
    if (S_ISDIR(status.st_mode) && !name.empty()) folders.push_back(name);
  };
  add("");
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const std::string folder = folders[i];
    for (const std::string& name : names_in(path_ + folder)) add(folder + "/" + name);
  }
  return found;
}

FreshFolder::Change FreshFolder::change() const {
  if (made_.empty()) return Change::kSome;
  const std::vector<Entry> now = entries();
  if (now.size() != made_.size()) return Change::kSome;
  bool is_sure = true;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Entry &a = made_[i], &b = now[i];
    if (a.name != b.name || a.inode != b.inode || a.mode != b.mode || !is_same_time(a.changed, b.changed))
      return Change::kSome;
    is_sure = is_sure && is_before(a.changed, began_);
  }
  return is_sure ? Change::kNone : Change::kPerhaps;
}

// From here on a change shows in the times.
void FreshFolder::let_clock_tick() const {
  constexpr timespec kPause{0, 200'000};
  timespec now{};
  for (const Entry& entry : made_)
    while (raw_syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &now) == 0 &&
           !is_before(entry.changed, now) && now.tv_sec + 1 >= entry.changed.tv_sec)
      raw_syscall(SYS_nanosleep, &kPause, nullptr);
}

std::string FreshFolder::renew() {
  if (!is_there()) return {};
  set_fresh_folder(path_.c_str());
  Trouble trouble;
  const Change changed = change();
  if (changed != Change::kNone) {
    if (!is_folder(path_)) {
      raw_syscall(SYS_unlinkat, AT_FDCWD, path_.c_str(), 0);
      trouble.note(raw_syscall(SYS_mkdirat, AT_FDCWD, path_.c_str(), 0700), path_);
    }
    empty_folder(path_);
    if (!original_.empty()) copy_folder(original_, path_, trouble);
    made_ = entries();
    // A program that changes nothing is worth the wait; the others change the times anyway.
    if (changed == Change::kPerhaps) let_clock_tick();
  }
  trouble.note(raw_syscall(SYS_chdir, path_.c_str()), path_);
  raw_syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &began_);
  if (trouble.error == 0) return {};
  return "the folder of the executions cannot be made: " + trouble.path + ": " +
         std::strerror(static_cast<int>(trouble.error));
}

}  // namespace heddle::runtime
