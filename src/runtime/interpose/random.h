// The program's own random numbers: the same stream in every execution, its seed in the schedule file.
#pragma once

#include <sys/types.h>
#include <cstddef>

namespace heddle::runtime {

// The system has put so many random bytes there (or says what is wrong with the request): ours take their
// place.
ssize_t replace_random(void* buffer, ssize_t count);

// /dev/random or /dev/urandom, by whatever name.
bool is_random_device(int descriptor);

// The 16 bytes that the kernel gave to the process (AT_RANDOM), as the seed has them.
void replace_kernels_bytes(unsigned long seed);
struct KernelsBytes {
  bool are_replaced;
  unsigned long seed;  // the last time
};
[[gnu::visibility("hidden")]] extern KernelsBytes kernels_bytes;

}  // namespace heddle::runtime
