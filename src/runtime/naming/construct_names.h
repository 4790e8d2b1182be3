// OpenMP constructs have no memory of their own in the program. Each gets some words that stand for it, and a
// name: what it is, and where it stands in the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "event/location.h"

namespace heddle::runtime::construct_names {

void begin_execution();

// Words for a construct of the running thread's at that line; null: there are too many.
void* make(ConstructKind kind, SiteId site, std::size_t size);

bool owns(std::uint64_t address);
Location name_of(std::uint64_t address);

}  // namespace heddle::runtime::construct_names
