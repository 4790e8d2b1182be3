// ELF and DWARF of whatever file is given for a program.
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "fuzzed.h"
#include "symbols/symbolizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const int file = memfd_create("fuzzed", MFD_CLOEXEC);
  require(file >= 0 && write(file, bytes, size) == static_cast<ssize_t>(size));
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  {
    heddle::symbols::Symbolizer symbolizer("/");
    static_cast<void>(symbolizer.build_id(path));
    static_cast<void>(symbolizer.has_debug_info(path));
    for (std::uint64_t offset = 0; offset < 0x3000; offset += 0x400) {
      require(!symbolizer.frames(path, offset, true).empty());
      static_cast<void>(symbolizer.variable(path, offset));
      static_cast<void>(symbolizer.local_variable(path, offset, {-16, 32}));
    }
  }
  close(file);
  return 0;
}
