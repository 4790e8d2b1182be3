// Which pointers of a method stand for arrays, and which of its numbers say how long they are.
#pragma once

#include <vector>

#include "classes/class_model.h"

namespace heddle::classes {

// `iterators` are parameters whose type was chosen as a pointer because they iterate.
void find_roles(Method& method, const std::vector<unsigned>& iterators);

}  // namespace heddle::classes
