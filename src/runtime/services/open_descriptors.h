// Descriptors as things that threads share. Each number has a word that stands for it: an operation on the
// descriptor is a use of the word, closing it is a write. So a close that nothing orders with an operation of
// another thread is a data race, found like any other. What is opened under a number that was closed is
// another descriptor, with another name.
#pragma once

#include <cstdint>

#include "event/location.h"
#include "runtime/naming/names.h"

namespace heddle::runtime::open_descriptors {

void begin_execution();

// By a call of the program: all others order their descriptors in ways that are not seen.
void opened(int descriptor, const CallSite& call);
void use(int descriptor, const CallSite& call);
void closing(int descriptor, const CallSite& call);
// It is closed, by whichever call.
void closed(int descriptor);

bool owns(std::uint64_t address);
Location name_of(std::uint64_t address);

}  // namespace heddle::runtime::open_descriptors
