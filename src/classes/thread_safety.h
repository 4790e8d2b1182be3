// Thread safety in the sense of ConTeGe (BC-ConTest paper, II.D): a failure of a concurrent execution is a
// bug when no linearization of its calls, each thread's in their order, fails in the same way.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "classes/specification.h"
#include "classes/test_case.h"

namespace heddle::classes {

enum class FailsIn : std::uint8_t { kCall, kDestructor };

// The calls in the order in which one thread would have to make them to see the same: an exception of that
// text, or, for an outcome that blocks, that no thread with calls left can go on. None: it takes threads. A
// call that blocks in every order may have been woken by one of another thread: where nothing else is left,
// what comes after it is looked at, too.
std::optional<std::vector<Call>> shown_sequentially(const Outcome& failure,
                                                    const std::vector<CallSequence>& suffixes,
                                                    SpecificationTree& tree, FailsIn place = FailsIn::kCall);

}  // namespace heddle::classes
