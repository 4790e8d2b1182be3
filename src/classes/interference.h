// Which pairs of methods may come in each other's way, by what the model knows. Closer than their groups: it
// matters what a method does between two of its critical sections. Ours; it ranks pairs for `auto`.
#pragma once

#include "classes/class_model.h"

namespace heddle::classes {

// A write of one and an access of the other are under no lock of the same name, whatever its owner; or one
// accesses a field twice, in different critical sections, and the other can do so in between such that no
// order of the two gives the same.
bool may_interfere(const Method& m1, const Method& m2);

}  // namespace heddle::classes
