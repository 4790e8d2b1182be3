// The methods that a class is there for. Tests that call none of them say nothing, and must not look as if
// they did.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "classes/operations.h"

namespace heddle::classes {

struct Untested {
  std::string name;
  std::string reason;  // of each overload; what would help is in it
};

// What tests did with an operation, as far as they could be judged.
struct OperationUse {
  bool was_called = false;
  bool came_back = false;  // with a result, at least once
  std::string threw;       // the first exception
};

// Main methods, by name and by what changes the most state, of which tests call no overload, without those
// that the user left out. With `uses`, by operation: also those that tests could call, and did not, or only
// in vain.
std::vector<Untested> untested_main_methods(const Operations& operations,
                                            std::span<const OperationUse> uses = {});

}  // namespace heddle::classes
