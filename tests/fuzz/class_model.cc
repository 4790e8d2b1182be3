// What heddle-class-model says of a class.
#include "classes/model_json.h"

#include "fuzzed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static_cast<void>(heddle::classes::read_class_model(text_of(bytes, size)));
  return 0;
}
