// Tells priority-based strategies when the thread that they prefer only spins, long before all threads are
// treated alike (fair.h).
#pragma once

#include <cstdint>

#include "strategies/strategy.h"

namespace heddle {

class SpinWatch {
 public:
  static constexpr std::uint64_t kPatience = 100;  // points without progress

  void begin() { in_vain_ = 0; }
  // Asked at every choice: whether the preferred thread has spun for long.
  bool spins(const Choice& choice) {
    if (choice.without_progress < kPatience || ++in_vain_ < kPatience) [[likely]]
      return false;
    in_vain_ = 0;
    return true;
  }

 private:
  std::uint64_t in_vain_ = 0;
};

}  // namespace heddle
