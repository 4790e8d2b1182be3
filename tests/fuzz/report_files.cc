// The files that a user gives to commands: known bugs (results.json), suppressions, requirements, coverage,
// and what a process says of its test.
#include <string>

#include "fuzzed.h"
#include "report/formats/known_bugs.h"
#include "report/formats/test_document.h"
#include "report/model/coverage_document.h"
#include "report/model/requirements_file.h"
#include "report/model/suppressions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = text_of(bytes + 1, size - 1);
  switch (bytes[0] % 5) {
    case 0:
      static_cast<void>(heddle::report::KnownBugs::parse(text));
      break;
    case 1:
      static_cast<void>(heddle::report::Suppressions::parse(text));
      break;
    case 2:
      static_cast<void>(heddle::report::parse_requirements(std::string(text), {}));
      break;
    case 3:
      static_cast<void>(heddle::report::parse_coverage(std::string(text)));
      break;
    default:
      static_cast<void>(heddle::report::decode_test_report(std::string(text)));
      break;
  }
  return 0;
}
