// Bugs that one mistake makes: a variable that is used without its lock races wherever it is used.
#pragma once

#include <vector>

#include "host/hunt.h"
#include "report/model/places.h"

namespace heddle::report {

struct BugGroup {
  const Bug* first = nullptr;      // is told in full
  std::vector<const Bug*> others;  // in the order in which they were found
};

// Data races are one mistake if they are about one variable or one allocation, or happen at the same two
// lines; errors of the heap if they are about blocks that were allocated at one place. Everything else stands
// alone.
std::vector<BugGroup> bug_groups(const std::vector<Bug>& bugs, const Places& places);

// "3 places: bank.cc:12, bank.cc:30 and queue.cc:7"; empty: there is only one.
std::string group_places(const BugGroup& group, const Places& places);

}  // namespace heddle::report
