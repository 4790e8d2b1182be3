// Messages between `heddle` and the explorer, which is the user's program and may write anything.
#include "search/messages.h"

#include "fuzzed.h"

namespace {

template <typename Message>
void read(std::span<const std::uint8_t> bytes) {
  heddle::Reader reader(bytes);
  Message message;
  if (!decode(reader, message)) return;
  const std::vector<std::uint8_t> written = encode(message);
  heddle::Reader second(std::span(written).subspan(1));
  Message again;
  require(decode(second, again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::span<const std::uint8_t> rest(bytes + 1, size - 1);
  switch (bytes[0] % 5) {
    case 0:
      read<heddle::Hello>(rest);
      break;
    case 1:
      read<heddle::SearchRequest>(rest);
      break;
    case 2:
      read<heddle::SearchPaused>(rest);
      break;
    case 3:
      read<heddle::ReplayRequest>(rest);
      break;
    default:
      read<heddle::Replayed>(rest);
      break;
  }
  return 0;
}
