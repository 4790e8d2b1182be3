// Where executions begin in place of the program's start: what comes before runs once, without preemption.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

struct SnapshotPlace {
  std::string name;  // as the user wrote it; empty: at the program's start
  // A function: the file that holds it, and where in it (addresses as in the file). Without a file it is the
  // first call of heddle::start_here().
  std::string file;
  std::uint64_t start = 0;
  std::uint64_t size = 0;

  bool is_given() const { return !name.empty(); }
  friend bool operator==(const SnapshotPlace&, const SnapshotPlace&) = default;
};

}  // namespace heddle
