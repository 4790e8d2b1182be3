// Descriptors as things that threads share: an operation on one is a use of the word that stands for it
// (naming/descriptor_names.h), closing it is a write. So a close that nothing orders with an operation of
// another thread is a data race, found like any other.
#pragma once

#include "runtime/naming/call_site.h"

namespace heddle::runtime::open_descriptors {

// By a call of the program: all others order their descriptors in ways that are not seen.
void opened(int descriptor, const CallSite& call);
void use(int descriptor, const CallSite& call);
void closing(int descriptor, const CallSite& call);
// It is closed, by whichever call.
void closed(int descriptor);

}  // namespace heddle::runtime::open_descriptors
