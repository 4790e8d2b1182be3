// What an access read and wrote, beside its event. Recorded only where somebody asks for it.
#pragma once

#include <cstdint>

namespace heddle {

// Up to eight bytes as they are; of more, a hash. A pointer to a thread or into its stack or to the heap is
// given by the name of what it points to: addresses differ between schedules that do the same.
struct AccessValue {
  std::uint64_t before = 0;  // there before the operation
  std::uint64_t after = 0;   // ... and afterwards
  std::uint64_t object = 0;  // Location::object_key() of what is accessed, or of a synchronisation object
  std::uint64_t offset = 0;  // in that object
};

}  // namespace heddle
