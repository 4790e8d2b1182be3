// --strategy: the name and the options of an algorithm.
#include "strategies/registry.h"

#include "fuzzed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = text_of(bytes, size);
  static_cast<void>(heddle::parse_strategy_spec(text));
  static_cast<void>(heddle::make_strategy(std::string(text), {}));
  return 0;
}
