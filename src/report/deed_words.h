// Verbs for what a thread does to memory or to a synchronisation object: "locks", "locked".
#pragma once

#include <string_view>

#include "event/operation.h"

namespace heddle::report {

struct DeedWords {
  std::string_view now;
  std::string_view past;
};

DeedWords deed_words(OperationKind kind);

}  // namespace heddle::report
