// Classes that hold values and promise less about their order than they show in one thread: bags, and queues
// that keep the order of each producer alone. The names of methods say which put and which take.
#pragma once

#include <cstdint>

#include "classes/linearizability.h"
#include "classes/operations.h"

namespace heddle::classes {

enum class Holding : std::uint8_t {
  kBag,            // what is taken was put, once for each time, and nothing is found only where nothing is
  kProducerOrder,  // and of what one thread put, the oldest is taken first
};

struct ContainerPromise {
  Holding holding = Holding::kBag;
  const Operations* operations = nullptr;
};

// Whether it has methods of both sorts.
bool is_container(const Operations& operations);

// kGivenUp: some call does what is not known, or gives a value that cannot be read. `options.spurious` are
// the operations that may fail whenever they like, `options.ignored` those whose results do not count.
Linearization::Answer explained_by_container(const TestCase& test, const History& history,
                                             const ContainerPromise& promise,
                                             const LinearizabilityOptions& options);

}  // namespace heddle::classes
