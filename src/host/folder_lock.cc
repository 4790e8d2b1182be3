#include "host/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <vector>

#include "process/descriptor.h"

namespace heddle::host {

namespace {

struct HeldFile {
  dev_t device;
  ino_t number;
  process::Descriptor descriptor;

  bool is(const struct stat& file) const { return file.st_dev == device && file.st_ino == number; }
};

std::vector<HeldFile> held_files;

std::vector<HeldFile>::iterator find_held(const struct stat& file) {
  return std::find_if(held_files.begin(), held_files.end(),
                      [&file](const HeldFile& held) { return held.is(file); });
}

// False: try again, because the file was moved away meanwhile.
bool is_still(const std::string& path, const struct stat& locked) {
  struct stat now{};
  return stat(path.c_str(), &now) == 0 && now.st_dev == locked.st_dev && now.st_ino == locked.st_ino;
}

}  // namespace

// Where there can be no lock (a file system without them, a folder that cannot be written to), the search
// goes on without: what is wrong shows when it writes.
bool lock_folder(const std::string& file) {
  for (;;) {
    struct stat status{};
    if (stat(file.c_str(), &status) == 0 && find_held(status) != held_files.end()) return true;
    process::Descriptor descriptor(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!descriptor.is_open()) return true;
    if (flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
    if (fstat(descriptor.number(), &status) == 0 && is_still(file, status)) {
      held_files.push_back({status.st_dev, status.st_ino, std::move(descriptor)});
      return true;
    }
  }
}

void unlock_folder(const std::string& file) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0) return;
  const auto held = find_held(status);
  if (held != held_files.end()) held_files.erase(held);
}

}  // namespace heddle::host
