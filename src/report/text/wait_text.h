// What a blocked thread waits for, where that is no lock: the object by its kind and name, how it stands, and
// how other threads used it.
#pragma once

#include <string>

#include "report/model/failure_names.h"

namespace heddle::report {

// What follows "waits": "for the latch `done`, which needs 2 more arrivals", "on `filled` to be woken". Empty
// if the thread does not wait for such an object.
std::string awaited_text(const FailureNames& names, const ThreadReport& thread);

// The same for a headline: without what the verb says already.
std::string awaited_in_short(const FailureNames& names, const ThreadReport& thread);

// "the last signal, by main.1 at bank.cc:12, woke main.2, which waits again". Empty if nothing is known.
std::string wait_history(const FailureNames& names, ThreadId id);

// "latch", "condition variable", "word"; for machines.
std::string awaited_kind_name(const FailureNames& names, const ThreadReport& thread);

}  // namespace heddle::report
