// What the values that a program reads and writes point to, where an execution is to be explained.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace heddle::runtime {

class PointeeNames {
 public:
  void begin() { known_.clear(); }
  // Of the event with this number.
  void look_at(std::uint64_t value, std::uint64_t event);

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> known_;  // by value: what it pointed to last
};

}  // namespace heddle::runtime
