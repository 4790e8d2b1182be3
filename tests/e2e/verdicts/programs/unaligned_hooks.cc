// What programs call to load and store at any address when they are built for a sanitizer.
//
// run: 2 => data-race
// run: 4 => data-race
// run: 8 => data-race
// run: apart => nothing
// options: --executions 100
#include <cstdint>
#include <cstdlib>
#include <thread>

extern "C" {
std::uint16_t __sanitizer_unaligned_load16(const void*);
std::uint32_t __sanitizer_unaligned_load32(const void*);
std::uint64_t __sanitizer_unaligned_load64(const void*);
void __sanitizer_unaligned_store16(void*, std::uint16_t);
void __sanitizer_unaligned_store32(void*, std::uint32_t);
void __sanitizer_unaligned_store64(void*, std::uint64_t);
}

alignas(16) char bytes[32];

int main(int, char** arguments) {
  const int size = std::atoi(arguments[1]);
  std::thread other([size] {
    if (size == 2) __sanitizer_unaligned_store16(bytes + 3, 0x0102);
    if (size == 4) __sanitizer_unaligned_store32(bytes + 3, 0x01020304);
    if (size == 8) __sanitizer_unaligned_store64(bytes + 3, 0x0102030405060708);
    if (size == 0) __sanitizer_unaligned_store16(bytes + 7, 0x0102);
  });
  std::uint64_t value = 0;
  if (size == 2) value = __sanitizer_unaligned_load16(bytes + 4);
  if (size == 4) value = __sanitizer_unaligned_load32(bytes + 1);
  if (size == 8) value = __sanitizer_unaligned_load64(bytes + 9);
  if (size == 0) value = __sanitizer_unaligned_load32(bytes + 3);
  other.join();
  // Little-endian, as all that Heddle runs on.
  if (__sanitizer_unaligned_load32(bytes + 3) != (size == 2   ? 0x0102u
                                                  : size == 4 ? 0x01020304u
                                                  : size == 8 ? 0x05060708u
                                                              : 0u))
    std::abort();
  return value == ~std::uint64_t{0};
}
