// The methods that a class is there for. Tests that call none of them say nothing, and must not look as if
// they did.
#pragma once

#include <string>
#include <vector>

#include "classes/operations.h"

namespace heddle::classes {

struct Untested {
  std::string name;
  std::string reason;  // of each overload; what would help is in it
};

// Main methods, by name and by what changes the most state, of which tests call no overload, without those
// that the user left out.
std::vector<Untested> untested_main_methods(const Operations& operations);

}  // namespace heddle::classes
