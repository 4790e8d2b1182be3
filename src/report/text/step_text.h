// What a thread did in one step, as short as it can be said: "store → 100", "lock `mutex`".
#pragma once

#include <string>

#include "event/operation.h"
#include "report/model/places.h"

namespace heddle::report {

// What was there before an access, and after it.
struct ValueWords {
  std::string before, after;
};

// `object` is what the operation is about; unknown: it has none.
std::string step_text(const Event& event, const ValueWords& value, const ObjectName& object,
                      ThreadNames threads);

}  // namespace heddle::report
