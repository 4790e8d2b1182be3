// Values that tests give to methods, as a program would write them.
#pragma once

#include <string>
#include <vector>

#include "classes/class_model.h"

namespace heddle::classes {

// The first are the ones to try most. Empty: none can be constructed.
std::vector<std::string> argument_values(const Type& type, const std::vector<Assistant>& assistants,
                                         const std::vector<std::string>& factories);

}  // namespace heddle::classes
