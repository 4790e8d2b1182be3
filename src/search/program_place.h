// A place in the program that the user names: where executions begin (--snapshot), or where threads are
// switched (--region).
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

// Calls of include/heddle/mark.h.
inline constexpr const char* kStartMark = "heddle::start_here()";
inline constexpr const char* kRegionMark = "heddle::Region";

struct ProgramPlace {
  std::string name;  // as the user wrote it; empty: there is none
  // A function: the file that holds it, and where in it (addresses as in the file). Without a file it is what
  // the program marks itself.
  std::string file;
  std::uint64_t start = 0;
  std::uint64_t size = 0;

  bool is_given() const { return !name.empty(); }
  friend bool operator==(const ProgramPlace&, const ProgramPlace&) = default;
};

}  // namespace heddle
