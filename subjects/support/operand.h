// The bug that the collections have in common, and its repair.
#pragma once

#include <type_traits>

#include "support/fixed.h"

namespace subjects {

// The other collection of a bulk operation, as Java's wrappers use it: they hold their own lock and go on to
// the other collection, which takes its lock at each call. Two collections that do so with each other
// deadlock. The twin makes a copy before it takes its own lock, and nobody else has the copy's lock.
template <class Collection>
using Operand = std::conditional_t<kFixed, const Collection, const Collection&>;

}  // namespace subjects
