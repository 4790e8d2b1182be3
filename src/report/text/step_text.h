// What a thread did in one step, as short as it can be said: "store → 100", "lock `mutex`".
#pragma once

#include <string>

#include "event/access_value.h"
#include "event/operation.h"
#include "report/model/places.h"

namespace heddle::report {

// `object` is what the operation is about; unknown: it has none.
std::string step_text(const Event& event, const AccessValue& value, const ObjectName& object,
                      ThreadNames threads);

}  // namespace heddle::report
