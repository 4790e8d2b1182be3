// Memory for Heddle's own use inside the program: never the program's heap. operator new and delete of everything that
// is linked into the runtime end here (they are hidden in it; the program's own are not touched).
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

void* arena_allocate(std::size_t size);
void arena_release(void* memory);

// Address space without memory behind it until it is touched; null when the system refuses.
void* reserve_memory(std::size_t size, void* fixed_address = nullptr);

// Says so and ends the process.
[[noreturn]] void out_of_memory();

}  // namespace heddle::runtime
