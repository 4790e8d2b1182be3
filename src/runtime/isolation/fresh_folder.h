// The folder that every execution runs in: empty at its start, or a copy of another folder. The folder itself
// stays, with its path; only what is in it is made anew, and only if an execution has changed it.
#pragma once

#include <sys/types.h>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

namespace heddle::runtime {

class FreshFolder {
 public:
  // Empty path: executions run where the program was started. Empty original: the folder is empty.
  FreshFolder(std::string path, std::string original);

  bool is_there() const { return !path_.empty(); }
  // This process stands in the folder then, and so do its children. Empty, or why that cannot be.
  std::string renew();

 private:
  struct Entry {
    std::string name;  // seen from the folder
    ino_t inode;
    mode_t mode;
    timespec changed;
  };
  // The times of files move in steps of some milliseconds. A change within the step in which a file was made
  // does not show in them, so its times are trusted only if the execution began in a later one.
  enum class Change : std::uint8_t { kNone, kPerhaps, kSome };
  std::vector<Entry> entries() const;
  Change change() const;
  void let_clock_tick() const;

  std::string path_;
  std::string original_;
  std::vector<Entry> made_;  // when it was last made
  timespec began_{};         // the last execution, by the clock that files have their times from
};

}  // namespace heddle::runtime
