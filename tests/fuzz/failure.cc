// A failure or a divergence that a dying process has written.
#include "event/failure_wire.h"

#include "fuzzed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  heddle::Reader reader({bytes + 1, size - 1});
  if (bytes[0] % 2 == 0) {
    heddle::Failure failure;
    get(reader, failure);
    static_cast<void>(failure.signature());
  } else {
    heddle::Divergence divergence;
    get(reader, divergence);
  }
  return 0;
}
