// The schedule file: what is read and printed is read again as the same.
#include "event/schedule_file.h"

#include "fuzzed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto file = heddle::parse_schedule_file(text_of(bytes, size));
  if (!file) return 0;
  const std::string printed = print(*file);
  const auto again = heddle::parse_schedule_file(printed);
  require(again && print(*again) == printed);
  return 0;
}
